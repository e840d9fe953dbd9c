import type { Clock } from '@foyer/core'
import { sealRequest } from '../exchange/sealCall.js'
import {
  bytesToHex,
  type Ciphers,
  formatPairingUri,
  hexToBytes,
  isUnknownRelayMethod,
  newPairing,
  type Publication,
  pairingTimes,
} from '../protocol/index.js'
import { RelayAnswerError } from '../transport/RelayAnswerError.js'
import type { Transport } from '../transport/transport.js'
import type { ProposedPairing, ProposeParameters } from './dappNode.js'
import type { PendingProposal, ProposalRecord } from './dappRecords.js'

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

/** Makes a proposal ready for the relay, on a pairing and with a key of its own. */
export async function makeProposal(
  { ciphers, clock, nextId }: Making,
  { attempt, metadata, requested, ...properties }: Omit<ProposeParameters, 'authPayload'>,
): Promise<{
  readonly publication: Publication
  /** In hex. */
  readonly publicKey: string
  readonly made: readonly [pairingTopic: string, PendingProposal]
}> {
  const { topic, expiryTimestamp, ...pairing } = await newPairing({ ciphers, now: clock.now() })
  const symKey = bytesToHex(pairing.symKey)
  const keys = await ciphers.newKeyPair()
  const publicKey = bytesToHex(keys.publicKey)
  const id = nextId()
  const publication = await sealRequest({
    ciphers,
    topic,
    symKey,
    id,
    method: 'wc_sessionPropose',
    params: {
      relays: [pairing.relay],
      proposer: { publicKey, metadata },
      requiredNamespaces: {},
      optionalNamespaces: requested,
      pairingTopic: topic,
      expiryTimestamp,
      ...properties,
    },
  })
  const record: PendingProposal = {
    status: 'proposed',
    attempt,
    symKey,
    privateKey: bytesToHex(keys.privateKey),
    id,
    requested,
    expiresAt: expiryTimestamp * 1_000,
  }
  keys.privateKey.fill(0)
  return { publication, publicKey, made: [topic, record] }
}

/**
 * Makes proposals, each on a pairing and with keys of its own, and brings them to the relay: by the newer call, which takes one step, or by
 * two of the older ones where the relay has only those. Never both on one topic, as relays take that for a mistake.
 */
export function createProposer({
  transport,
  ciphers,
  clock,
  nextId,
  publish,
}: Making & {
  readonly transport: Transport
  readonly publish: (publication: Publication) => Promise<void>
}): (parameters: ProposeParameters) => Promise<readonly [pairingTopic: string, ProposalRecord]> {
  let isOlderRelay = false

  async function send({ publication, isOlder }: { readonly publication: Publication; readonly isOlder: boolean }) {
    const { topic, message } = publication
    if (isOlder) {
      await transport.watch([topic])
      return publish(publication)
    }
    const params = { pairingTopic: topic, sessionProposal: message, attestation: '' }
    await transport.call({ method: 'wc_proposeSession', params })
    transport.adopt([topic])
  }

  return async (parameters) => {
    for (let isLast = isOlderRelay; ; isLast = true) {
      const isOlder = isOlderRelay
      const { publication, made } = await makeProposal({ ciphers, clock, nextId }, parameters)
      try {
        await send({ publication, isOlder })
        return made
      } catch (error) {
        if (isOlder) transport.unwatch([made[0]])
        // A relay that has answered may know the topic now, if only by half: the next try has another.
        if (isLast || !(error instanceof RelayAnswerError)) throw error
        if (isUnknownRelayMethod({ code: error.rpcCode })) isOlderRelay = true
      }
    }
  }
}
