import type { Clock } from '@foyer/core'
import { createInbox, type Message, takeDeliveries } from '../../exchange/inbox.js'
import { sealAnswer } from '../../exchange/outbox.js'
import { calls, isCallMethod, refusals } from '../../protocol/calls.js'
import type { Ciphers, KeyPair } from '../../protocol/cipher/ciphers.js'
import { deriveSymKey, topicOf } from '../../protocol/cipher/keys.js'
import { bytesToHex, hexToBytes } from '../../protocol/codec.js'
import { sealEnvelope, sharedOpener } from '../../protocol/envelope.js'
import * as peerFailures from '../../protocol/failures.js'
import { type Proposal, parseParams, walletReads } from '../../protocol/messages.js'
import type { SessionNamespaces } from '../../protocol/namespaces.js'
import { parsePairingUri } from '../../protocol/pairing.js'
import type { Answer } from '../../protocol/payload.js'
import { createPayloadIds, formatPayload, type Payload, type PayloadFailure } from '../../protocol/payload.js'
import type { Publication } from '../../protocol/relayCalls.js'
import type { PeerMetadata } from '../../protocol/schemas.js'
import { createTransport } from '../../transport/createTransport.js'
import { RelayAnswerError } from '../../transport/errors.js'
import type { TestRelay } from '../../transport/test/relay.js'
import type { Transport } from '../../transport/transport.js'

export const granted: SessionNamespaces = {
  eip155: {
    chains: ['eip155:1', 'eip155:10'],
    accounts: ['eip155:1:0xab', 'eip155:10:0xab'],
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['chainChanged', 'accountsChanged'],
  },
}
export const peer: PeerMetadata = { name: 'A wallet', description: '', url: 'https://wallet.example', icons: [] }

export interface WalletChannel {
  readonly topic: string
  readonly symKey: string
}
export interface ReceivedProposal extends WalletChannel {
  readonly id: string
  readonly proposal: Proposal
}
export interface AgreedKeys extends WalletChannel {
  readonly publicKey: string
}
type PeerRequest = Extract<Payload, { type: 'request' }>

/** A wallet that does as it is set, right or wrong. */
export interface TestWallet {
  readonly transport: Transport
  readonly proposals: readonly ReceivedProposal[]
  /** All that came over sessions, each as often as it came through. */
  readonly requests: readonly (PeerRequest & { readonly topic: string })[]
  readonly answers: readonly (Exclude<Payload, { type: 'request' }> & { readonly topic: string })[]
  readonly sessions: ReadonlyMap<string, WalletChannel>
  readonly faults: readonly unknown[]
  /** Does by itself what a visitor would. */
  visitor: {
    onProposal?: ((proposal: ReceivedProposal) => unknown) | undefined
    onRequest?: ((request: PeerRequest & WalletChannel) => unknown) | undefined
  }
  pair(uri: string): Promise<void>
  /** Says yes to a proposal, and doesn't settle. */
  agree(proposal: ReceivedProposal): Promise<AgreedKeys>
  settle(keys: AgreedKeys, settlement?: Record<string, unknown>): Promise<void>
  approve(
    proposal: ReceivedProposal,
    options?: {
      /** Other than right. */
      readonly settlement?: Record<string, unknown> | undefined
      readonly way?: 'newer' | 'older' | 'settleFirst' | undefined
      /** When the first of both is said. */
      readonly between?: (() => Promise<unknown>) | undefined
      readonly keys?: KeyPair | undefined
    },
  ): Promise<AgreedKeys>
  reject(proposal: ReceivedProposal, failure?: PayloadFailure): Promise<void>
  /** Makes a call; `params` as the protocol has them, or anything. @returns its id */
  call(
    channel: WalletChannel,
    call: { readonly method: string; readonly params: unknown; readonly id?: string | undefined },
  ): Promise<string>
  answer(channel: WalletChannel, method: string, answer: Answer): Promise<void>
  publish(publication: Publication): Promise<void>
}

/** For tests; no entry exports it. */
export function createTestWallet({
  relay,
  clock,
  ciphers,
  random,
}: {
  readonly relay: TestRelay
  readonly clock: Clock
  readonly ciphers: Ciphers
  readonly random: () => number
}): TestWallet {
  const nextId = createPayloadIds({ now: clock.now, random })
  const faults: unknown[] = []
  const proposals: ReceivedProposal[] = []
  const requests: (PeerRequest & { topic: string })[] = []
  const answers: (Exclude<Payload, { type: 'request' }> & { topic: string })[] = []
  const pairings = new Map<string, WalletChannel>()
  const sessions = new Map<string, WalletChannel>()
  const report = (error: unknown) => void faults.push(error)
  const transport = createTransport({
    relayUrl: 'wss://relay.example',
    projectId: 'project',
    ciphers,
    seed: ciphers.randomBytes(32),
    subject: bytesToHex(ciphers.randomBytes(32)),
    clock,
    random,
    openSocket: relay.openSocket,
    report,
  })
  const heard = new Set<string>()
  const inbox = createInbox({
    ciphers,
    seen: { has: (text) => heard.has(text), add: (text) => !heard.has(text) && heard.add(text) === heard },
    openerOf(topic) {
      const channel = sessions.get(topic) ?? pairings.get(topic)
      return channel && sharedOpener({ ciphers, symKey: hexToBytes(channel.symKey) })
    },
    take,
    report,
  })
  transport.onRequest(takeDeliveries(inbox.deliver))

  async function publish(publication: Publication) {
    inbox.sent(publication)
    await transport.call({ method: 'irn_publish', params: publication })
  }
  const sealed = (
    { topic, symKey }: WalletChannel,
    { method, params, id = nextId() }: { method: string; params: unknown; id?: string | undefined },
  ) => sealAny({ ciphers, topic, symKey, id, method, params })

  function take({ topic, payload }: Message) {
    const pairing = pairings.get(topic)
    const session = sessions.get(topic)
    if (payload.type !== 'request') return void answers.push({ ...payload, topic })
    if (pairing && payload.method === 'wc_sessionPropose') {
      const { id, params } = payload
      const proposal = {
        ...pairing,
        id,
        proposal: parseParams({ reads: walletReads, method: 'wc_sessionPropose', params }),
      }
      proposals.push(proposal)
      wallet.visitor.onProposal?.(proposal)
    } else if (session) {
      requests.push({ ...payload, topic })
      if (payload.method === 'wc_sessionDelete') sessions.delete(topic)
      else wallet.visitor.onRequest?.({ ...payload, ...session })
    }
  }

  async function agreed({ id, proposal, topic, symKey }: ReceivedProposal, own?: KeyPair) {
    const keys = own ?? (await ciphers.newKeyPair())
    const publicKey = hexToBytes(proposal.proposer.publicKey)
    const key = await deriveSymKey({ ciphers, privateKey: keys.privateKey, publicKey })
    const responderPublicKey = bytesToHex(keys.publicKey)
    const session = {
      topic: await topicOf({ ciphers, key }),
      symKey: bytesToHex(key),
      publicKey: responderPublicKey,
    }
    sessions.set(session.topic, session)
    const result = { relay: { protocol: 'irn' }, responderPublicKey }
    const response = await sealAnswer({ ciphers, topic, symKey, method: 'wc_sessionPropose', id, result })
    return { session, response }
  }
  const settling = (keys: AgreedKeys, settlement?: Record<string, unknown>) =>
    sealed(keys, {
      method: 'wc_sessionSettle',
      params: {
        relay: { protocol: 'irn' },
        controller: { publicKey: keys.publicKey, metadata: peer },
        namespaces: granted,
        expiry: Math.floor(clock.now() / 1_000) + 604_800,
        ...settlement,
      },
    })

  const wallet: TestWallet = {
    transport,
    proposals,
    requests,
    answers,
    sessions,
    faults,
    visitor: {},
    async pair(uri) {
      const { topic, symKey } = parsePairingUri({ text: uri, now: clock.now() })
      pairings.set(topic, { topic, symKey: bytesToHex(symKey) })
      await transport.watch([topic])
    },
    async agree(proposal) {
      const { session, response } = await agreed(proposal)
      await transport.watch([session.topic])
      await publish(response)
      return session
    },
    settle: async (keys, settlement) => publish(await settling(keys, settlement)),
    async approve(proposal, { settlement, way = 'newer', between, keys } = {}) {
      const { session, response } = await agreed(proposal, keys)
      const settle = await settling(session, settlement)
      if (way === 'newer') {
        try {
          await transport.call({
            method: 'wc_approveSession',
            params: {
              pairingTopic: proposal.topic,
              sessionTopic: session.topic,
              sessionProposalResponse: response.message,
              sessionSettlementRequest: settle.message,
            },
          })
          transport.adopt([session.topic])
          return session
        } catch (error) {
          if (!(error instanceof RelayAnswerError)) {
            // It may have come through all the same.
            transport.watch([session.topic]).catch(report)
            throw error
          }
        }
      }
      await transport.watch([session.topic])
      const [first, second] = way === 'settleFirst' ? [settle, response] : [response, settle]
      await publish(first)
      await between?.()
      await publish(second)
      return session
    },
    async reject({ id, topic, symKey }, failure = peerFailures.rejected) {
      await publish(
        await sealAnswer({
          ciphers,
          topic,
          symKey,
          method: 'wc_sessionPropose',
          carriage: refusals.wc_sessionPropose.rejected,
          id,
          failure,
        }),
      )
    },
    async call(channel, { id = nextId(), ...call }) {
      await publish(await sealed(channel, { ...call, id }))
      return id
    },
    async answer({ topic, symKey }, method, answer) {
      const { id } = answer
      const said = answer.type === 'failure' ? { failure: answer.error } : { result: answer.result }
      await publish(await sealAnswer({ ciphers, topic, symKey, method, id, ...said }))
    },
    publish,
  }
  return wallet
}

/** Any parameters under any name: a wallet may say what it likes. */
async function sealAny({
  ciphers,
  topic,
  symKey,
  id,
  method,
  params,
}: WalletChannel & {
  readonly ciphers: Ciphers
  readonly id: string
  readonly method: string
  readonly params: unknown
}): Promise<Publication> {
  const text = formatPayload({ type: 'request', id, method, params })
  const message = await sealEnvelope({ ciphers, symKey: hexToBytes(symKey), text })
  const carriage = isCallMethod(method) ? calls[method].request : { tag: 0, ttl: 300 }
  return { topic, message, ...carriage, attestation: '' }
}
