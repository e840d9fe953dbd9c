import type { Clock } from '@foyer/core'
import { sealMessage } from '../exchange/outbox.js'
import {
  bytesToHex,
  type CallParams,
  type Ciphers,
  dappReads,
  formatPairingUri,
  formatPayload,
  hexToBytes,
  InvalidPayloadError,
  isUnknownRelayMethod,
  newPairing,
  nextProposal,
  type PayloadFailure,
  type ProposalState,
  type Publication,
  pairingTimes,
  parseParams,
  peerFailures,
  proposalCarriage,
  type Settlement,
} from '../protocol/index.js'
import { RelayAnswerError } from '../transport/errors.js'
import type { Transport } from '../transport/transport.js'
import type { ProposedPairing, ProposeParameters } from './engine.js'
import type { PendingProposal, ProposalRecord, SessionRecord } from './records.js'

/** A proposal on its pairing, and the message that said it. */
export interface MadeProposal {
  /** The pairing's. */
  readonly topic: string
  readonly proposal: PendingProposal
  readonly publication: Publication
}

/** What a visitor is shown of a proposal. */
export function offerOf(pairingTopic: string, proposal: ProposalRecord): ProposedPairing {
  const { symKey, expiresAt } = proposal
  const uri = formatPairingUri({
    topic: pairingTopic,
    symKey: hexToBytes(symKey),
    relay: { protocol: 'irn' },
    expiryTimestamp: expiresAt / 1_000,
    methods: (proposal.status === 'proposed' && proposal.methods) || [],
  })
  return { pairingTopic, uri, madeAt: expiresAt - pairingTimes.lifetimeSeconds * 1_000 }
}

interface Making {
  readonly ciphers: Ciphers
  readonly clock: Clock
  readonly nextId: () => string
}

/** Makes a proposal ready for the relay, on a pairing and with a key of its own, which is given in hex. */
export async function makeProposal(
  { ciphers, clock, nextId }: Making,
  { attempt, metadata, requested, ...properties }: Omit<ProposeParameters, 'authPayload'>,
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
    ...properties,
  }
  const text = formatPayload({ type: 'request', id, method: 'wc_sessionPropose', params })
  const publication = await sealMessage({ ciphers, topic, symKey, text, carriage: proposalCarriage })
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
}: Making & { readonly transport: Transport }): (parameters: ProposeParameters) => Promise<MadeProposal> {
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

/** A proposal that a wallet has agreed to, and not settled yet. */
export type AnsweredProposal = Extract<ProposalRecord, { readonly status: 'answered' }>

export type Settled =
  | { readonly session: SessionRecord; readonly failure?: undefined }
  | { readonly session?: undefined; readonly failure: PayloadFailure }

/**
 * Makes a session of a wallet's settlement: with what was asked for and granted, and no more.
 *
 * @param input.now - ms since 1970
 * @returns the session, or what the wallet is told of its settlement
 * @see W5, W8
 */
export function settle({
  pairingTopic,
  proposal,
  params,
  now,
}: {
  readonly pairingTopic: string
  readonly proposal: AnsweredProposal
  readonly params: unknown
  readonly now: number
}): Settled {
  let settlement: Settlement
  try {
    settlement = parseParams({ reads: dappReads, method: 'wc_sessionSettle', params })
  } catch (error) {
    if (!(error instanceof InvalidPayloadError)) throw error
    return { failure: peerFailures.invalidSettle }
  }
  const { topic, sessionKey: symKey } = proposal
  const next: ProposalState = nextProposal(proposal, { type: 'settled', topic, settlement, now })
  if (next.status !== 'settled')
    return { failure: next.status === 'unusable' ? next.failure : peerFailures.invalidSettle }
  const { controller, sessionConfig, sessionProperties, scopedProperties } = settlement
  const disableDeepLink = sessionConfig?.disableDeepLink ?? false
  const peer = controller.metadata
  return {
    session: { ...next.session, symKey, pairingTopic, peer, disableDeepLink, sessionProperties, scopedProperties },
  }
}
