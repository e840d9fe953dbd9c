import { eachReadable, ifReadable } from '@foyer/core/lenient'
import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'
import type { CallMethod } from './calls.js'
import { ProposalNamespaces, RequiredNamespaces, SessionNamespaces } from './namespaces.js'
import { parseAs } from './payload.js'
import { mapOfReadable, Participant, peerKey, Reason, type RelayOptions, timestamp, word } from './schemas.js'
import { AuthPayload, type Cacao } from './signin/message.js'

/** Of a session as a whole, and of its families and chains by their CAIP-2 names; no value is null. */
export const properties = {
  sessionProperties: ifReadable(mapOfReadable(v.unknown())),
  scopedProperties: ifReadable(mapOfReadable(v.unknown())),
}
export type SessionProperties = Output<v.ObjectSchema<typeof properties, undefined>>

/** Everything that a session is settled with besides its grants. */
export const settled = {
  ...properties,
  /** The sign-ins of `Proposal.requests`, as `authentication`; read by the code that signs in. */
  proposalRequestsResponses: v.optional(v.unknown()),
}

const nothing = v.object({})
/** The answer that a call was done. */
export const done = v.literal(true)

/** Made by either side. */
export type SharedCall =
  | 'wc_pairingDelete'
  | 'wc_pairingPing'
  | 'wc_sessionExtend'
  | 'wc_sessionDelete'
  | 'wc_sessionPing'
/** Made by an application, taken by a wallet. */
export type DappCall = SharedCall | 'wc_sessionPropose' | 'wc_sessionRequest' | 'wc_sessionAuthenticate'
/** Made by a wallet, taken by an application. */
export type WalletCall = SharedCall | 'wc_sessionSettle' | 'wc_sessionUpdate' | 'wc_sessionEvent'

// By the protocol the wallet's alone, and with its expiry; clients exist whose applications extend, and some leave the expiry out.
const Extension = v.fallback(v.object({ expiry: ifReadable(timestamp) }), { expiry: undefined })

/** The messages that either side reads of the other. */
export const sharedParams = {
  wc_pairingDelete: Reason,
  wc_pairingPing: nothing,
  wc_sessionExtend: Extension,
  wc_sessionDelete: Reason,
  wc_sessionPing: nothing,
}

export const sharedResults = {
  wc_pairingDelete: done,
  wc_pairingPing: done,
  wc_sessionExtend: done,
  wc_sessionDelete: done,
  wc_sessionPing: done,
}

/** Sign-ins of one proposal. */
const mostPayloads = 64

/** The schemas of what an application's engine goes by: all that a page downloads. */
export const sessionReads = {
  params: {
    wc_sessionSettle: v.object({
      controller: Participant,
      namespaces: SessionNamespaces,
      /** Seconds since 1970; where it is missing, a week from now. */
      expiry: ifReadable(timestamp),
      sessionConfig: ifReadable(v.object({ disableDeepLink: ifReadable(v.boolean()) })),
      ...settled,
    }),
    wc_sessionUpdate: v.object({ namespaces: SessionNamespaces }),
    wc_sessionEvent: v.object({
      event: v.object({ name: word, data: v.optional(v.unknown()) }),
      /** CAIP-2. */
      chainId: word,
    }),
  },
  results: {
    wc_sessionPropose: v.object({ responderPublicKey: peerKey }),
  },
}
type Session = Output<v.ObjectSchema<typeof sessionReads.params, undefined>>
/** As it is sent: wallets' libraries ask for the relay; a session is where its messages are, and so it isn't read here. */
export type Settlement = Session['wc_sessionSettle'] & { readonly relay?: RelayOptions | undefined }

/** The messages that an application reads of a wallet. Members that aren't known are left out, as newer clients have more. */
export const dappReads = { params: { ...sharedParams, ...sessionReads.params }, results: sessionReads.results }

const Proposal = v.object({
  proposer: Participant,
  requiredNamespaces: v.nullish(RequiredNamespaces, () => ({})),
  optionalNamespaces: v.nullish(ProposalNamespaces, () => ({})),
  /** The requests on the way to the session. A wallet that doesn't know it settles without. */
  requests: v.pipe(
    ifReadable(v.object({ authentication: eachReadable(AuthPayload, mostPayloads) })),
    v.transform((requests) => (requests?.authentication.length ? requests : undefined)),
  ),
  /** Seconds since 1970; where it is missing, five minutes from now. */
  expiryTimestamp: ifReadable(timestamp),
  ...properties,
})
/** As it is sent: wallets’ libraries ask for the relays and the pairing; a proposal is where it was read, and so they aren't read here. */
export type Proposal = Output<typeof Proposal> & {
  readonly relays?: readonly RelayOptions[] | undefined
  readonly pairingTopic?: string | undefined
}

/** A request's expiry, in seconds since 1970, may be called by either of its names. */
const SessionRequest = v.pipe(
  v.object({
    request: v.object({
      method: word,
      params: v.optional(v.unknown()),
      expiryTimestamp: ifReadable(timestamp),
      expiry: ifReadable(timestamp),
    }),
    /** CAIP-2. */
    chainId: word,
  }),
  v.transform(({ request: { expiry, expiryTimestamp = expiry, ...request }, chainId }) => ({
    request: { ...request, ...(expiryTimestamp === undefined ? {} : { expiryTimestamp }) },
    chainId,
  })),
)
export type SessionRequest = Output<typeof SessionRequest>

/** The messages that a wallet reads of an application. */
export const walletReads = {
  params: {
    ...sharedParams,
    wc_sessionPropose: Proposal,
    wc_sessionRequest: SessionRequest,
    wc_sessionAuthenticate: v.object({
      requester: Participant,
      authPayload: AuthPayload,
      expiryTimestamp: ifReadable(timestamp),
    }),
  },
  // An event's is often not sent at all.
  results: { ...sharedResults, wc_sessionSettle: done, wc_sessionUpdate: done, wc_sessionEvent: done },
}

/** The parameters of each call, as they are read. */
export type CallParams = {
  readonly [Each in Exclude<DappCall, 'wc_sessionPropose'>]: Output<(typeof walletReads.params)[Each]>
} & {
  readonly [Each in Exclude<WalletCall, SharedCall | 'wc_sessionSettle'>]: Output<(typeof dappReads.params)[Each]>
} & { readonly wc_sessionPropose: Proposal; readonly wc_sessionSettle: Settlement }

/** The answer to each call, as it is read; to a request it is what its method has. */
export type CallResults = { readonly [Each in WalletCall]: true } & {
  readonly wc_sessionPropose: { readonly relay?: RelayOptions | undefined; readonly responderPublicKey: string }
  readonly wc_sessionRequest: unknown
  readonly wc_sessionAuthenticate: { readonly cacaos: readonly Cacao[]; readonly responder: Participant }
}

/** The calls that one side takes. */
export type ReadableParams<Method extends CallMethod> = {
  readonly [Each in Method]: v.GenericSchema<unknown, CallParams[Each]>
}
/** The calls that one side makes. */
export type ReadableResults<Method extends CallMethod> = {
  readonly [Each in Method]: v.GenericSchema<unknown, CallResults[Each]>
}

/**
 * Whether one side takes a call: a wallet settles and updates, an application proposes and asks, and neither takes from the other what
 * is the other's to take.
 *
 * @example takes(dappReads, 'wc_sessionRequest') // false
 */
export const takes = <Method extends CallMethod>(
  reads: { readonly params: ReadableParams<Method> },
  method: string,
): method is Method => Object.hasOwn(reads.params, method)

/**
 * Reads what a call asks.
 *
 * @throws InvalidPayloadError
 * @example parseParams({ reads: dappReads, method: 'wc_sessionEvent', params }).event.name
 */
export function parseParams<Method extends CallMethod>({
  reads,
  method,
  params,
}: {
  readonly reads: { readonly params: ReadableParams<Method> }
  readonly method: Method
  readonly params: unknown
}): CallParams[Method] {
  return parseAs<CallParams[Method]>({ schema: reads.params[method], value: params, at: 'params' })
}

/**
 * Reads what a call was answered.
 *
 * @throws InvalidPayloadError
 */
export function parseResult<Method extends CallMethod>({
  reads,
  method,
  result,
}: {
  readonly reads: { readonly results: ReadableResults<Method> }
  readonly method: Method
  readonly result: unknown
}): CallResults[Method] {
  return parseAs<CallResults[Method]>({ schema: reads.results[method], value: result, at: 'result' })
}
