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
import type { ProposalRecord } from './dappRecords.js'

/** What a visitor is shown of a proposal. */
export function offerOf(pairingTopic: string, { symKey, expiresAt }: ProposalRecord): ProposedPairing {
  const uri = formatPairingUri({
    topic: pairingTopic,
    symKey: hexToBytes(symKey),
    relay: { protocol: 'irn' },
    expiryTimestamp: expiresAt / 1_000,
    methods: [],
  })
  return { pairingTopic, uri, madeAt: expiresAt - pairingTimes.lifetimeSeconds * 1_000 }
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
}: {
  readonly transport: Transport
  readonly ciphers: Ciphers
  readonly clock: Clock
  readonly nextId: () => string
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

  async function make({ attempt, metadata, requested, ...properties }: ProposeParameters) {
    const { topic, expiryTimestamp, ...pairing } = await newPairing({ ciphers, now: clock.now() })
    const symKey = bytesToHex(pairing.symKey)
    const { privateKey, publicKey } = await ciphers.newKeyPair()
    const id = nextId()
    const publication = await sealRequest({
      ciphers,
      topic,
      symKey,
      id,
      method: 'wc_sessionPropose',
      params: {
        relays: [pairing.relay],
        proposer: { publicKey: bytesToHex(publicKey), metadata },
        requiredNamespaces: {},
        optionalNamespaces: requested,
        pairingTopic: topic,
        expiryTimestamp,
        ...properties,
      },
    })
    const record: ProposalRecord = {
      status: 'proposed',
      attempt,
      symKey,
      privateKey: bytesToHex(privateKey),
      id,
      requested,
      expiresAt: expiryTimestamp * 1_000,
    }
    privateKey.fill(0)
    return { publication, made: [topic, record] as const }
  }

  return async (parameters) => {
    for (let isLast = isOlderRelay; ; isLast = true) {
      const isOlder = isOlderRelay
      const { publication, made } = await make(parameters)
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
