import type { Clock } from '@foyer/core'
import { sealRequest } from '../exchange/outbox.js'
import type { Ciphers } from '../protocol/cipher/ciphers.js'
import { bytesToHex, keyToBytes } from '../protocol/codec.js'
import type { CallParams, Proposal } from '../protocol/messages.js'
import { formatPairingUri, newPairing, pairingLifetime } from '../protocol/pairing.js'
import { isUnknownRelayMethod, type Publication } from '../protocol/relayCalls.js'
import { RelayAnswerError } from '../transport/errors.js'
import type { Transport } from '../transport/transport.js'
import type { ProposedPairing, ProposeParameters } from './engine.js'
import type { PendingProposal, ProposalRecord } from './records.js'

/** A proposal on its pairing, and the message that it is sent by. */
export interface MadeProposal {
  /** The pairing's. */
  readonly topic: string
  readonly proposal: PendingProposal
  readonly publication: Publication
}

/** The pairing of a proposal, as it is shown to the user. */
export function offerOf(pairingTopic: string, proposal: ProposalRecord): ProposedPairing {
  const { symKey, expiresAt } = proposal
  const uri = formatPairingUri({
    topic: pairingTopic,
    symKey: keyToBytes(symKey),
    relay: { protocol: 'irn' },
    expiryTimestamp: expiresAt / 1_000,
    methods: (proposal.status === 'proposed' && proposal.methods) || [],
  })
  return { pairingTopic, uri, madeAt: expiresAt - pairingLifetime * 1_000 }
}

/** A proposal to make, with the sign-ins that are requested by the proposal itself. */
export type ProposalParameters = ProposeParameters & Pick<Proposal, 'requests'>

interface Making {
  readonly ciphers: Ciphers
  readonly clock: Clock
  readonly nextId: () => string
}

/** Makes a proposal ready for the relay, on a pairing and with a key of its own, which is given in hex. */
export async function makeProposal(
  { ciphers, clock, nextId }: Making,
  { attempt, metadata, requested, authPayload: _, ...more }: ProposalParameters,
): Promise<MadeProposal & { readonly publicKey: string }> {
  const { topic, expiryTimestamp, ...pairing } = await newPairing({ ciphers, now: clock.now() })
  const symKey = bytesToHex(pairing.symKey)
  const keys = await ciphers.newKeyPair()
  const publicKey = bytesToHex(keys.publicKey)
  const id = nextId()
  const params: CallParams['wc_sessionPropose'] = {
    relays: [pairing.relay],
    proposer: { publicKey, metadata },
    requiredNamespaces: {},
    optionalNamespaces: requested,
    pairingTopic: topic,
    expiryTimestamp,
    ...more,
  }
  const publication = await sealRequest({ ciphers, topic, symKey, id, method: 'wc_sessionPropose', params })
  const privateKey = bytesToHex(keys.privateKey)
  keys.privateKey.fill(0)
  const expiresAt = expiryTimestamp * 1_000
  return {
    topic,
    proposal: { status: 'proposed', attempt, symKey, privateKey, id, requested, expiresAt },
    publication,
    publicKey,
  }
}

/**
 * Makes proposals, each on a pairing and with keys of its own, and brings them to the relay: by the newer call, which takes one step, or by
 * two of the older ones where the relay has only those. Never both on one topic, as relays take that for a mistake.
 */
export function createProposer({
  transport,
  ...making
}: Making & { readonly transport: Transport }): (parameters: ProposalParameters) => Promise<MadeProposal> {
  let isOlderRelay = false

  async function send(publication: Publication, isOlder: boolean) {
    const { topic, message } = publication
    if (isOlder) {
      await transport.watch([topic])
      await transport.call({ method: 'irn_publish', params: publication })
    } else {
      const params = { pairingTopic: topic, sessionProposal: message, attestation: '' }
      await transport.call({ method: 'wc_proposeSession', params })
      transport.adopt([topic])
    }
  }

  return async (parameters) => {
    for (let isLast = isOlderRelay; ; isLast = true) {
      const isOlder = isOlderRelay
      const made = await makeProposal(making, parameters)
      try {
        await send(made.publication, isOlder)
        return made
      } catch (error) {
        if (isOlder) transport.unwatch([made.topic])
        // A relay that has answered may know the topic now, if only by half: the next try has another.
        if (isLast || !(error instanceof RelayAnswerError)) throw error
        if (isUnknownRelayMethod({ code: error.rpcCode })) isOlderRelay = true
      }
    }
  }
}
