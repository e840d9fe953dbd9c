import * as v from 'valibot'
import { AuthPayload } from '../authentication/cacao.js'
import { ProposalNamespaces } from '../namespaces/namespace.js'
import { hex32, listOf, timestamp, word } from './bounded.js'
import {
  type DappCall,
  done,
  properties,
  type ReadableParams,
  type ReadableResults,
  sharedParams,
  sharedResults,
  type WalletCall,
} from './messages.js'
import { Participant, RelayOptions } from './peer.js'

/** What a wallet reads of an application. A request's expiry may be called by either of its names. */
export const walletReads: {
  readonly params: ReadableParams<DappCall>
  readonly results: ReadableResults<WalletCall>
} = {
  params: {
    ...sharedParams,
    wc_sessionPropose: v.object({
      relays: v.pipe(listOf(RelayOptions), v.minLength(1)),
      proposer: Participant,
      requiredNamespaces: v.optional(ProposalNamespaces, {}),
      optionalNamespaces: v.optional(ProposalNamespaces, {}),
      pairingTopic: v.optional(hex32),
      expiryTimestamp: v.optional(timestamp),
      ...properties,
    }),
    wc_sessionRequest: v.pipe(
      v.object({
        request: v.object({
          method: word,
          params: v.optional(v.unknown()),
          expiryTimestamp: v.optional(timestamp),
          expiry: v.optional(timestamp),
        }),
        chainId: word,
      }),
      v.transform(({ request: { method, params, expiryTimestamp, expiry }, chainId }) => ({
        request: { method, params, expiryTimestamp: expiryTimestamp ?? expiry },
        chainId,
      })),
    ),
    wc_sessionAuthenticate: v.object({
      requester: Participant,
      authPayload: AuthPayload,
      expiryTimestamp: v.optional(timestamp),
    }),
  },
  // An event's is often not sent at all.
  results: { ...sharedResults, wc_sessionSettle: done, wc_sessionUpdate: done, wc_sessionEvent: done },
}
