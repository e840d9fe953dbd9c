import type { PairingOffer } from '@foyer/core'
import type { DappAuthenticateParameters, DappAuthentication } from '../../dapp/client.js'
import { createTestDapp, metadata, requested, type TestDapp, type testStorage } from '../../dapp/test/dapp.js'
import { peer } from '../../dapp/test/wallet.js'
import { sealAnswer } from '../../exchange/outbox.js'
import type { Ciphers } from '../../protocol/cipher/ciphers.js'
import { deriveSymKey, topicOf } from '../../protocol/cipher/keys.js'
import { bytesToHex, hexToBytes } from '../../protocol/codec.js'
import { openEnvelope } from '../../protocol/envelopes.js'
import { parseParams, walletReads } from '../../protocol/messages.js'
import { parsePairingUri } from '../../protocol/pairing.js'
import { type PayloadFailure, parsePayload } from '../../protocol/payload.js'
import type { Participant } from '../../protocol/schemas.js'
import { authenticationTexts } from '../../protocol/signin/authenticationTexts.js'
import type { SignedMessage } from '../../protocol/signin/checkAuthentication.js'
import type { AuthPayload, Cacao } from '../../protocol/signin/message.js'
import { testCiphers } from '../../transport/test/ciphers.js'
import { createTestClock, seededRandom, type TestClock } from '../../transport/test/clock.js'
import { createTestRelay, type TestRelay } from '../../transport/test/relay.js'
import type { WalletAuthentication, WalletClient, WalletEvent } from '../../wallet/client.js'
import { createWalletClient } from '../../wallet/createWalletClient.js'

/** For tests; no entry exports it. */
export const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
export const accounts: readonly string[] = ['eip155:1', 'eip155:10'].map((chain) => `${chain}:${address}`)
export const methods: readonly string[] = ['personal_sign', 'eth_sendTransaction']
export const authPayload: DappAuthenticateParameters['authPayload'] = {
  chains: ['eip155:1', 'eip155:10'],
  domain: 'dapp.example',
  aud: 'https://dapp.example/login',
  version: '1',
  nonce: 'a1b2c3d4',
  iat: '2023-11-14T00:00:00Z',
  statement: 'Hello.',
  resources: ['https://dapp.example/terms'],
}

/** Returns a signature that only the key of this test makes. */
const signatureOf = (text: string) => `0x${Buffer.from(text).toString('hex')}`
const holds = async ({ message, signature }: SignedMessage) => signature === signatureOf(message)
export const sign = ({ payload, on = accounts }: { payload: AuthPayload; on?: readonly string[] }): Cacao[] =>
  authenticationTexts({ payload, accounts: on, methods }).map((each) => ({
    h: { t: 'caip122' },
    p: each.payload,
    s: { t: 'eip191', s: signatureOf(each.text) },
  }))

type Changes = Partial<DappAuthenticateParameters>

/** A sign-in that was begun. */
export interface SignInAttempt {
  readonly outcome: Promise<DappAuthentication>
  readonly offers: readonly PairingOffer[]
  readonly uri: string
  readonly abort: () => void
}

/** Where an answer goes, and how. */
interface Addressed {
  readonly on?: string
  readonly answering?: string
  readonly asShared?: boolean
}

/** A wallet that says whatever it likes to whoever shows a code. */
export interface Scanned {
  readonly pairingTopic: string
  readonly responseTopic: string
  readonly sessionTopic: string
  readonly responder: Participant
  readonly payload: AuthPayload
  answer(answered: { readonly result: unknown } | { readonly error: PayloadFailure }, how?: Addressed): Promise<void>
  signed(cacaos: readonly unknown[], how?: Addressed): Promise<void>
}

export interface SignInWorld {
  readonly ciphers: Ciphers
  readonly clock: TestClock
  readonly relay: TestRelay
  readonly dapp: TestDapp
  readonly wallet: WalletClient
  readonly events: WalletEvent[]
  readonly faults: readonly unknown[]
  /** Begins to sign in, until there is something to scan. */
  offered(changes?: Changes): Promise<SignInAttempt>
  /** Signing in, as our wallet is asked. */
  asked(changes?: Changes): Promise<SignInAttempt & { readonly authentication: WalletAuthentication }>
  scanned(uri: string): Promise<Scanned>
  /** Whether a wallet was told that its session is none. */
  wasTold(topic: string): boolean
  /** Another page, on the storage of a former one. */
  page(storage: ReturnType<typeof testStorage>): TestDapp
}

/** An application that signs in while connecting, a wallet that does, and one that says whatever it likes. */
export async function createSignInWorld(): Promise<SignInWorld> {
  const ciphers = await testCiphers({ random: seededRandom(1) })
  const clock = createTestClock()
  const random = seededRandom(1)
  const relay = createTestRelay({ clock, random })
  const common = { relay, clock, ciphers, random }
  const dapp = createTestDapp(common)
  const events: WalletEvent[] = []
  const faults: unknown[] = []
  const wallet = createWalletClient({
    ...{ clock, ciphers, random, metadata: peer, openSocket: relay.openSocket },
    ...{ relayUrl: 'wss://relay.example', projectId: 'project', report: (error) => void faults.push(error) },
  })
  wallet.listen((event) => void events.push(event))

  async function offered(changes: Changes = {}): Promise<SignInAttempt> {
    const controller = new AbortController()
    const offers: PairingOffer[] = []
    const outcome = dapp.client.authenticate({
      ...{ metadata, requested, authPayload, verify: holds, signal: controller.signal },
      offer: (offer) => void offers.push(offer),
      ...changes,
    })
    outcome.catch(() => undefined)
    await clock.untilTrue(() => offers.length > 0)
    return { outcome, offers, uri: offers[0]?.uri ?? '', abort: () => controller.abort() }
  }
  async function asked(changes?: Changes) {
    const attempt = await offered(changes)
    await clock.until(wallet.pair({ uri: attempt.uri }))
    await clock.untilTrue(() => events.some(({ type }) => type === 'authenticate' || type === 'proposed'))
    const told = events.find((event) => event.type === 'authenticate')
    const authentication: WalletAuthentication | undefined = told?.authentication
    if (!authentication) throw new Error('No sign-in came.')
    return { ...attempt, authentication }
  }

  async function scanned(uri: string): Promise<Scanned> {
    const { symKey, topic: pairingTopic } = parsePairingUri({ text: uri, now: clock.now() })
    const asking = relay.messages.find(({ tag, topic }) => tag === 1116 && topic === pairingTopic)
    const key = { type: 'shared', symKey } as const
    const { text } = await openEnvelope({ ciphers, envelope: asking?.message ?? '', key })
    const payload = parsePayload(text)
    if (payload.type !== 'request') throw new Error('No request came.')
    const { id, method, params } = payload
    if (method !== 'wc_sessionAuthenticate') throw new Error('No sign-in came.')
    const { requester, authPayload: wanted } = parseParams({ reads: walletReads, method, params })
    const keys = await ciphers.newKeyPair()
    const publicKey = hexToBytes(requester.publicKey)
    const sessionKey = await deriveSymKey({ ciphers, privateKey: keys.privateKey, publicKey })
    const responseTopic = await topicOf({ ciphers, key: publicKey })
    const answer = async (
      answered: { readonly result: unknown } | { readonly error: PayloadFailure },
      { on = responseTopic, answering = id, asShared = false }: Addressed = {},
    ) =>
      relay.publish(
        await sealAnswer({
          ...{ ciphers, topic: on, symKey: bytesToHex(asShared ? symKey : sessionKey), method },
          ...(asShared ? {} : { senderPublicKey: keys.publicKey }),
          id: answering,
          ...('error' in answered ? { failure: answered.error } : { result: answered.result }),
        }),
      )
    const responder = { publicKey: bytesToHex(keys.publicKey), metadata: peer }
    return {
      ...{ pairingTopic, responseTopic, responder, payload: wanted, answer },
      sessionTopic: await topicOf({ ciphers, key: sessionKey }),
      signed: (cacaos, how) => answer({ result: { cacaos, responder } }, how),
    }
  }
  const wasTold = (topic: string) => relay.messages.some((message) => message.tag === 1112 && message.topic === topic)
  const page = (storage: ReturnType<typeof testStorage>) => createTestDapp({ ...common, storage })
  return { ciphers, clock, relay, dapp, wallet, events, faults, offered, asked, scanned, wasTold, page }
}
