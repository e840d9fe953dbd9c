import type { Clock } from '@foyer/core'
import { createInbox, type Message, seenKind, takeDeliveries } from '../../exchange/inbox.js'
import { createRecords, guardStorage } from '../../exchange/records.js'
import type { Ciphers, KeyPair } from '../../protocol/cipher/ciphers.js'
import { deriveSymKey, topicOf } from '../../protocol/cipher/keys.js'
import { bytesToHex, hexToBytes } from '../../protocol/codec.js'
import { type EnvelopeKey, sealEnvelope } from '../../protocol/envelope.js'
import { openEnvelope } from '../../protocol/envelopes.js'
import type { ProposalNamespaces } from '../../protocol/namespaces.js'
import { formatPairingUri, newPairing } from '../../protocol/pairing.js'
import { createPayloadIds, formatPayload, type Payload } from '../../protocol/payload.js'
import type { Publication } from '../../protocol/relayCalls.js'
import type { AuthPayload } from '../../protocol/signin/message.js'
import { createTransport } from '../../transport/createTransport.js'
import type { TestRelay } from '../../transport/test/relay.js'

/** An application's offer by a code. */
export interface TestOffer {
  readonly uri: string
  /** The pairing's. */
  readonly topic: string
  readonly symKey: string
  readonly id: string
  readonly keys: KeyPair
  /** In hex. */
  readonly publicKey: string
  /** The topic on which a sign-in is answered. */
  readonly responseTopic: string
}

export interface ProposeOptions {
  readonly required?: ProposalNamespaces | undefined
  readonly optional?: ProposalNamespaces | undefined
  /** A sign-in beside the proposal. */
  readonly authPayload?: AuthPayload | undefined
  /** Whether the code says so. */
  readonly announced?: boolean | undefined
  /** Other members of the proposal. */
  readonly more?: Readonly<Record<string, unknown>> | undefined
}

/** An application made by hand, which can say what no real one would. For tests; no entry exports it. */
export interface TestDapp {
  /** All that was opened, oldest first. */
  readonly heard: readonly Message[]
  propose(options?: ProposeOptions): Promise<TestOffer>
  /** Proposes once more by the same pairing and key. */
  proposeAgain(offer: TestOffer, options?: ProposeOptions): Promise<string>
  /** Reads the answer to a proposal, and listens to the session that it makes. @returns the session's topic */
  join(offer: TestOffer, responderPublicKey: string): Promise<string>
  /** @returns the id */
  ask(request: {
    readonly topic: string
    readonly method: string
    readonly params: unknown
    readonly id?: string | undefined
    readonly ttl?: number | undefined
  }): Promise<string>
  answer(answer: { readonly topic: string; readonly payload: Exclude<Payload, { type: 'request' }> }): Promise<void>
  /** The answer to what was asked. */
  answerTo(id: string): Exclude<Payload, { type: 'request' }> | undefined
  /** Returns the wallet's request of a method. */
  askedFor(method: string): Extract<Payload, { type: 'request' }> | undefined
  readonly stop: () => void
}

const metadata = { name: 'Dapp', description: 'A test', url: 'https://dapp.example', icons: [] }

export function createTestDapp({
  relay,
  clock,
  ciphers,
  random,
}: {
  readonly relay: TestRelay
  readonly clock: Clock
  readonly ciphers: Ciphers
  readonly random: () => number
}): TestDapp {
  const report = () => {}
  const heard: Message[] = []
  const keyring = new Map<string, EnvelopeKey>()
  const nextId = createPayloadIds({ now: clock.now, random })
  const transport = createTransport({
    ...{ relayUrl: 'wss://relay.example', projectId: 'project', ciphers, clock, random, report },
    seed: ciphers.randomBytes(32),
    subject: 'ab'.repeat(32),
    openSocket: relay.openSocket,
  })
  const inbox = createInbox({
    ...{ ciphers, report },
    seen: createRecords({ storage: guardStorage({ storage: undefined, report }), report }).openTexts(seenKind),
    openerOf(topic) {
      const key = keyring.get(topic)
      return key && ((envelope) => openEnvelope({ ciphers, envelope, key }))
    },
    take: (message) => {
      heard.push(message)
    },
  })
  transport.onRequest(takeDeliveries(inbox.deliver))
  const symKeyOf = (topic: string) => {
    const key = keyring.get(topic)
    if (key?.type !== 'shared') throw new Error(`No key for ${topic}.`)
    return key.symKey
  }

  async function publish({
    topic,
    payload,
    ...carriage
  }: { readonly payload: Payload } & Pick<Publication, 'topic' | 'tag' | 'ttl'>): Promise<void> {
    const message = await sealEnvelope({ ciphers, text: formatPayload(payload), symKey: symKeyOf(topic) })
    await transport.call({ method: 'irn_publish', params: { topic, message, ...carriage } })
  }

  const sayProposal = async (
    { topic, publicKey }: Pick<TestOffer, 'topic' | 'publicKey'>,
    { required = {}, optional = {}, more = {} }: ProposeOptions,
  ): Promise<string> => {
    const id = nextId()
    const params = {
      relays: [{ protocol: 'irn' }],
      proposer: { publicKey, metadata },
      requiredNamespaces: required,
      optionalNamespaces: optional,
      expiryTimestamp: Math.floor(clock.now() / 1_000) + 300,
      ...more,
    }
    const payload = { type: 'request', id, method: 'wc_sessionPropose', params } as const
    await publish({ topic, payload, tag: 1100, ttl: 300 })
    return id
  }

  const dapp: TestDapp = {
    heard,
    async propose(options = {}) {
      const { authPayload, announced = authPayload !== undefined } = options
      const methods = announced ? ['wc_sessionAuthenticate'] : []
      const pairing = await newPairing({ ciphers, now: clock.now(), methods })
      const keys = await ciphers.newKeyPair()
      const { topic } = pairing
      const responseTopic = await topicOf({ ciphers, key: keys.publicKey })
      keyring.set(topic, { type: 'shared', symKey: pairing.symKey })
      keyring.set(responseTopic, { type: 'own', privateKey: keys.privateKey })
      await transport.watch([topic, responseTopic])
      const publicKey = bytesToHex(keys.publicKey)
      let id = authPayload ? nextId() : ''
      if (authPayload) {
        const params = {
          requester: { publicKey, metadata },
          authPayload,
          expiryTimestamp: Math.floor(clock.now() / 1_000) + 3_600,
        }
        const payload = { type: 'request', id, method: 'wc_sessionAuthenticate', params } as const
        await publish({ topic, payload, tag: 1116, ttl: 3_600 })
      }
      const proposed = await sayProposal({ topic, publicKey }, options)
      if (!authPayload) id = proposed
      const symKey = bytesToHex(pairing.symKey)
      return { uri: formatPairingUri(pairing), topic, symKey, id, keys, publicKey, responseTopic }
    },
    proposeAgain: (offer, options = {}) => sayProposal(offer, options),
    async join({ keys }, responderPublicKey) {
      const symKey = await deriveSymKey({
        ciphers,
        privateKey: keys.privateKey,
        publicKey: hexToBytes(responderPublicKey),
      })
      const topic = await topicOf({ ciphers, key: symKey })
      keyring.set(topic, { type: 'shared', symKey })
      inbox.unlock()
      await transport.watch([topic])
      return topic
    },
    async ask({ topic, method, params, id = nextId(), ttl = 300 }) {
      await publish({ topic, payload: { type: 'request', id, method, params }, tag: 1108, ttl })
      return id
    },
    answer: ({ topic, payload }) => publish({ topic, payload, tag: 1109, ttl: 300 }),
    answerTo(id) {
      for (const { payload } of heard) if (payload.type !== 'request' && payload.id === id) return payload
      return undefined
    },
    askedFor(method) {
      for (const { payload } of heard) if (payload.type === 'request' && payload.method === method) return payload
      return undefined
    },
    stop() {
      inbox.stop()
      transport.stop()
    },
  }
  return dapp
}
