import {
  type DappClient,
  type DappEvent,
  type DappSession,
  openDappClient,
  type SignedMessage,
} from '@foyer/walletconnect/dapp'
import { authenticationTexts } from '@foyer/walletconnect/wallet'
import { WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { Core as FormerCore } from 'core-of-walletkit-1-2-8'
import * as v from 'valibot'
import { isHex, verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WalletKit as FormerWalletKit } from 'walletkit-1-2-8'
import type { RunningServer } from '../start.js'
import {
  memoryStorage,
  type OfficialCore,
  type OfficialOptions,
  officialOptions,
  openSocket,
  ready,
  relayUrlOf,
  startRelay,
} from './test/interopPeers.js'
import {
  account,
  expectCarried,
  expectMessageSigned,
  expectSigned,
  granted,
  key,
  reason,
  requested,
  type Send,
} from './test/interopRequests.js'

/** The part of an official wallet kit that the tests use, in each version. */
interface OfficialWallet {
  pair(parameters: { uri: string }): Promise<void>
  approveSession(parameters: { id: number; namespaces: Namespaces }): Promise<{ topic: string }>
  rejectSession(parameters: { id: number; reason: Reason }): Promise<void>
  updateSession(parameters: { topic: string; namespaces: Namespaces }): Promise<{ acknowledged(): Promise<void> }>
  extendSession(parameters: { topic: string }): Promise<{ acknowledged(): Promise<void> }>
  respondSessionRequest(parameters: { topic: string; response: Response }): Promise<void>
  formatAuthMessage(parameters: { request: AuthFields; iss: string }): string
  approveSessionAuthenticate(parameters: {
    id: number
    auths: { h: { t: 'caip122' }; p: AuthFields & { iss: string }; s: { t: 'eip191'; s: string } }[]
  }): Promise<{ session: { topic: string } | undefined }>
  rejectSessionAuthenticate(parameters: { id: number; reason: Reason }): Promise<void>
  disconnectSession(parameters: { topic: string; reason: Reason }): Promise<void>
  emitSessionEvent(parameters: {
    topic: string
    event: { name: string; data: unknown }
    chainId: string
  }): Promise<void>
  getActiveSessions(): Record<string, { topic: string; expiry: number; acknowledged: boolean }>
  once(event: string, listener: (value: unknown) => void): unknown
  readonly core: OfficialCore
  readonly engine: { readonly signClient: { ping(parameters: { topic: string }): Promise<void> } }
}
type Namespaces = Record<string, { chains?: string[]; accounts: string[]; methods: string[]; events: string[] }>
interface Reason {
  code: number
  message: string
}
type Response = { id: number; jsonrpc: string } & ({ result: unknown } | { error: Reason })

interface AuthFields {
  domain: string
  aud: string
  version: string
  nonce: string
  iat: string
  statement?: string
  resources?: string[]
}

const metadata = { name: 'Official wallet', description: 'A test', url: 'https://wallet.example', icons: [] }
/** A proposal or request, as official wallets emit it. */
const WalletEvent = v.object({ id: v.number(), topic: v.optional(v.string()), params: v.looseObject({}) })
/** A sign-in, as official wallets emit it. */
const AuthRequest = v.object({
  ...{ type: v.string(), chains: v.array(v.string()), resources: v.array(v.string()) },
  ...{
    domain: v.string(),
    aud: v.string(),
    version: v.string(),
    nonce: v.string(),
    iat: v.string(),
    statement: v.string(),
  },
})
type AuthRequest = v.InferOutput<typeof AuthRequest>
const SignIn = v.object({ id: v.number(), params: v.object({ authPayload: AuthRequest }) })
const ChainRequest = v.object({
  chainId: v.string(),
  request: v.looseObject({ method: v.string(), params: v.unknown() }),
})

const authPayload = {
  chains: ['eip155:1', 'eip155:10'],
  domain: 'dapp.example',
  aud: 'https://dapp.example/login',
  version: '1',
  nonce: 'a1b2c3d4',
  iat: '2026-01-01T00:00:00Z',
  statement: 'Hello.',
}
const isValid = async ({ address, message, signature }: SignedMessage) =>
  isHex(address) && isHex(signature) && verifyMessage({ address, message, signature })

let server: RunningServer
beforeAll(async () => {
  server = await startRelay()
})
afterAll(() => server?.stop())

/** A core of either version, with the members that the kits' types require. */
const openCore = <Made extends object>({
  Version,
  name,
}: {
  readonly Version: new (options: OfficialOptions) => Made
  readonly name: string
}) => {
  const options = officialOptions({ server, name })
  return Object.assign(new Version(options), { projectId: options.projectId, relayUrl: options.relayUrl })
}

describe.each([
  [
    '1.2.10',
    (name: string): Promise<OfficialWallet> => WalletKit.init({ core: openCore({ Version: Core, name }), metadata }),
  ],
  [
    '1.2.8',
    (name: string): Promise<OfficialWallet> =>
      FormerWalletKit.init({ core: openCore({ Version: FormerCore, name }), metadata }),
  ],
])('our page’s side and walletkit %s, over the relay', (version, open) => {
  const storage = memoryStorage()
  const openDapp = () =>
    openDappClient({ relayUrl: relayUrlOf(server), projectId: 'demo', storage, openSocket, report: () => {} })
  let dapp: DappClient
  let wallet: OfficialWallet
  beforeAll(async () => {
    wallet = await open(`wallet of ${version}`)
    await ready(wallet)
    dapp = openDapp()
  })
  afterAll(async () => {
    dapp?.stop()
    await wallet?.core.relayer.transportClose()
  })

  const nextOf = (event: string) =>
    new Promise<v.InferOutput<typeof WalletEvent>>((resolve) =>
      wallet.once(event, (value) => resolve(v.parse(WalletEvent, value))),
    )
  const nextEvent = (type: DappEvent['type']) =>
    new Promise<DappEvent>((resolve) => {
      const stop = dapp.listen((event) => {
        if (event.type !== type) return
        stop()
        resolve(event)
      })
    })

  /** Pairs, and returns the proposal that the wallet receives. */
  const propose = async () => {
    const proposed = nextOf('session_proposal')
    const settled = dapp.connect({
      metadata: { ...metadata, name: 'Foyer dapp' },
      requested,
      offer: ({ uri }) => void wallet.pair({ uri }),
      signal: new AbortController().signal,
    })
    settled.catch(() => {})
    return { id: (await proposed).id, settled }
  }
  const connect = async (): Promise<DappSession> => {
    const { id, settled } = await propose()
    await wallet.approveSession({ id, namespaces: granted })
    return settled
  }
  /** Sends a request, and responds with the wallet's result. */
  const sendOn =
    ({ topic }: { topic: string }): Send =>
    async ({ chainId, method, params }, answer) => {
      const nextRequest = nextOf('session_request')
      const response = dapp.request({ topic, chainId, method, params })
      response.catch(() => {})
      const request = await nextRequest
      const { chainId: on, request: shown } = v.parse(ChainRequest, request.params)
      expect({ chainId: on, method: shown.method }).toEqual({ chainId, method })
      const result = await answer(shown.params)
      await wallet.respondSessionRequest({ topic, response: { id: request.id, jsonrpc: '2.0', result } })
      return response
    }

  test('[S7.37 S7.38] pairs, and accepts the settled session', async () => {
    const session = await connect()
    expect(session).toMatchObject({ namespaces: granted, peer: { name: 'Official wallet' } })
    expect(await dapp.sessions()).toMatchObject([{ topic: session.topic }])
    await expect.poll(() => wallet.getActiveSessions()[session.topic]?.acknowledged).toBe(true)
    await dapp.disconnect(session)
  })

  test('[S7.37] a rejection reaches the page', async () => {
    const { id, settled } = await propose()
    await wallet.rejectSession({ id, reason: { code: 5000, message: 'User rejected.' } })
    await expect(settled).rejects.toMatchObject({ code: 'user_rejected' })
  })

  test('[S7.36 S7.38] has a message, typed data and a transaction signed', async () => {
    const session = await connect()
    await expectSigned(sendOn(session))
    await dapp.disconnect(session)
  })

  test('[S7.38] carries methods of other families byte for byte', async () => {
    const { topic } = await connect()
    await expectCarried(sendOn({ topic }))
    await dapp.disconnect({ topic })
  })

  test('[S7.37] a rejected request, a method that wasn’t granted, and a session after a reload', async () => {
    const { topic } = await connect()
    const request = { topic, chainId: 'eip155:1', method: 'personal_sign', params: ['0x00', key.address] }
    const nextRequest = nextOf('session_request')
    const rejected = expect(dapp.request(request)).rejects.toMatchObject({ code: 'user_rejected' })
    const error = { code: 4001, message: 'User rejected request.' }
    await wallet.respondSessionRequest({ topic, response: { id: (await nextRequest).id, jsonrpc: '2.0', error } })
    await rejected
    await expect(dapp.request({ ...request, method: 'eth_sign' })).rejects.toMatchObject({ code: 'unsupported_method' })

    dapp.stop()
    dapp = openDapp()
    expect(await dapp.sessions()).toMatchObject([{ topic, namespaces: granted }])
    expect(await sendOn({ topic })(request, () => 'after')).toBe('after')
    await dapp.disconnect({ topic })
  })

  test('[S7.38] receives events, updates and extensions, and both sides ping', async () => {
    const { topic } = await connect()
    const emitted = nextEvent('emitted')
    const event = { name: 'chainChanged', data: 1 }
    await wallet.emitSessionEvent({ topic, event, chainId: 'eip155:1' })
    expect(await emitted).toEqual({ type: 'emitted', topic, chainId: 'eip155:1', ...event })

    const updated = nextEvent('updated')
    const other = 'eip155:1:0x0000000000000000000000000000000000000001'
    const namespaces = { ...granted, eip155: { ...granted.eip155, accounts: [account, other] } }
    const update = await wallet.updateSession({ topic, namespaces })
    expect(await updated).toMatchObject({ session: { topic, namespaces: { eip155: { accounts: [account, other] } } } })
    await update.acknowledged()

    const extended = nextEvent('extended')
    const extension = await wallet.extendSession({ topic })
    expect(await extended).toMatchObject({ session: { topic } })
    await extension.acknowledged()

    await dapp.ping({ topic })
    await wallet.engine.signClient.ping({ topic })
    await dapp.disconnect({ topic })
  })

  /** Pairs for a sign-in, and returns the request that the wallet receives. */
  const signIn = async ({ verify = isValid, domain = 'dapp.example' } = {}) => {
    const nextSignIn = new Promise<v.InferOutput<typeof SignIn>>((resolve) =>
      wallet.once('session_authenticate', (value) => resolve(v.parse(SignIn, value))),
    )
    const outcome = dapp.authenticate({
      metadata: { ...metadata, name: 'Foyer dapp' },
      requested: { eip155: { ...requested.eip155, chains: ['eip155:1', 'eip155:10'] } },
      authPayload: { ...authPayload, domain },
      verify,
      offer: ({ uri }) => void wallet.pair({ uri }),
      signal: new AbortController().signal,
    })
    outcome.catch(() => {})
    const { id, params } = await nextSignIn
    return { id, outcome, payload: params.authPayload }
  }
  /** Signs, on each chain, the message that the official kit formats. */
  const signed = (payload: AuthRequest, methods: string[]) =>
    Promise.all(
      authenticationTexts({ payload, accounts: [account, account.replace(':1:', ':10:')], methods }).map(
        async ({ payload: { iss, domain, aud, version, nonce, iat, resources = [] } }) => {
          const { statement } = payload
          const p = { iss, domain, aud, version, nonce, iat, statement, resources: [...resources] }
          const message = wallet.formatAuthMessage({ request: p, iss: p.iss })
          return { h: { t: 'caip122' as const }, p, s: { t: 'eip191' as const, s: await key.signMessage({ message }) } }
        },
      ),
    )

  test('[S7.37 S7.38] [W11] signs in while connecting, on each chain', async () => {
    const { id, outcome, payload } = await signIn()
    const auths = await signed(payload, ['personal_sign'])
    const { session: theirs } = await wallet.approveSessionAuthenticate({ id, auths })
    const { session, cacaos } = await outcome
    expect(cacaos.map(({ p }) => p.iss)).toEqual(auths.map(({ p }) => p.iss))
    expect(session).toMatchObject({
      topic: theirs?.topic,
      peer: { name: 'Official wallet' },
      namespaces: { eip155: { accounts: [account, account.replace(':1:', ':10:')], methods: ['personal_sign'] } },
    })
    const topic = session?.topic ?? ''
    await expectMessageSigned({ send: sendOn({ topic }), chainId: 'eip155:10' })
    await dapp.ping({ topic })
    await dapp.disconnect({ topic })
    await expect.poll(() => wallet.getActiveSessions()[topic]).toBeUndefined()
  })

  test('[S7.37] a rejected sign-in, and [W11] an invalid one', async () => {
    const unwanted = await signIn()
    await wallet.rejectSessionAuthenticate({ id: unwanted.id, reason: { code: 5000, message: 'User rejected.' } })
    await expect(unwanted.outcome).rejects.toMatchObject({ code: 'user_rejected' })

    const wrong = await signIn()
    const auths = await signed({ ...wrong.payload, nonce: 'another1' }, ['personal_sign'])
    const { session } = await wallet.approveSessionAuthenticate({ id: wrong.id, auths })
    await expect(wrong.outcome).rejects.toMatchObject({ code: 'invalid_authentication', field: 'nonce' })
    await expect.poll(() => wallet.getActiveSessions()[session?.topic ?? '']).toBeUndefined()

    const unverified = await signIn({ verify: async () => false })
    const others = await signed(unverified.payload, ['personal_sign'])
    await wallet.approveSessionAuthenticate({ id: unverified.id, auths: others })
    await expect(unverified.outcome).rejects.toMatchObject({ code: 'invalid_authentication', field: 's' })
    expect(await dapp.sessions()).toEqual([])
  })

  test('[S7.37] either side ends a session', async () => {
    const first = await connect()
    const ended = nextEvent('ended')
    await wallet.disconnectSession({ topic: first.topic, reason })
    expect(await ended).toEqual({ type: 'ended', topic: first.topic, why: 'deleted' })

    const second = await connect()
    await dapp.disconnect(second)
    expect(await dapp.sessions()).toEqual([])
    await expect.poll(() => wallet.getActiveSessions()).toEqual({})
  })
})
