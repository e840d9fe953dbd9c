import { authenticationTexts } from '@foyer/walletconnect/wallet'
import { SignClient } from '@walletconnect/sign-client'
import { SignClient as FormerSignClient } from 'sign-client-2-17'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServer } from '../start.js'
import {
  type OfficialCore,
  type OurWallet,
  officialOptions,
  openOurWallet,
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

/** The part of an official client that the tests use, in each version. */
interface OfficialDapp {
  connect(parameters: { optionalNamespaces?: object; requiredNamespaces?: object }): Promise<{
    uri?: string
    approval(): Promise<{
      topic: string
      namespaces: Record<string, { accounts: string[] }>
      acknowledged: boolean
      expiry: number
    }>
  }>
  request(parameters: {
    topic: string
    chainId: string
    request: { method: string; params: unknown }
    expiry?: number
  }): Promise<unknown>
  ping(parameters: { topic: string }): Promise<void>
  extend(parameters: { topic: string }): Promise<{ acknowledged(): Promise<void> }>
  update(parameters: { topic: string; namespaces: object }): Promise<{ acknowledged(): Promise<void> }>
  disconnect(parameters: { topic: string; reason: { code: number; message: string } }): Promise<void>
  once(event: string, listener: (value: unknown) => void): unknown
  readonly session: { readonly length: number; getAll(): { topic: string; expiry: number }[] }
  readonly core: OfficialCore
}

interface OfficialSignIn {
  authenticate(parameters: {
    chains: string[]
    domain: string
    nonce: string
    uri: string
    methods?: string[]
    statement?: string
  }): Promise<{
    uri: string
    response(): Promise<{ auths?: unknown[]; session?: { topic: string; namespaces: object } }>
  }>
}

const metadata = { name: 'Official', description: 'A test', url: 'https://dapp.example', icons: [] }
let server: RunningServer
beforeAll(async () => {
  server = await startRelay()
})
afterAll(() => server?.stop())

const init = (name: string) => ({ ...officialOptions({ server, name }), metadata })

describe.each([
  ['2.21.8', (name: string): Promise<OfficialDapp & OfficialSignIn> => SignClient.init(init(name))],
  ['2.17.5', (name: string): Promise<OfficialDapp & OfficialSignIn> => FormerSignClient.init(init(name))],
])('our wallet side and sign-client %s, over the relay', (version, open) => {
  let dapp: OfficialDapp & OfficialSignIn
  let wallet: OurWallet
  beforeAll(async () => {
    dapp = await open(`dapp of ${version}`)
    await ready(dapp)
    wallet = openOurWallet({ relayUrl: relayUrlOf(server) })
  })
  afterAll(async () => {
    wallet?.close()
    await dapp?.core.relayer.transportClose()
  })

  const once = (event: string): Promise<unknown> => new Promise((resolve) => dapp.once(event, resolve))

  const propose = async () => {
    const { uri = '', approval } = await dapp.connect({ optionalNamespaces: requested })
    const proposed = wallet.next('proposed')
    await wallet.client.pair({ uri })
    const { proposal } = await proposed
    return { proposal, settled: approval() }
  }
  const connect = async () => {
    const { proposal, settled } = await propose()
    const acknowledged = wallet.next('acknowledged')
    const { topic } = await wallet.client.approve({ id: proposal.id, namespaces: granted })
    await acknowledged
    return { topic, session: await settled }
  }
  /** Sends a request, and responds with the wallet's result. */
  const sendOn =
    ({ topic }: { topic: string }): Send =>
    async ({ chainId, ...request }, answer) => {
      const nextRequest = wallet.next('requested')
      const response = dapp.request({ topic, chainId, request })
      response.catch(() => {})
      const { request: shown } = await nextRequest
      expect(shown).toMatchObject({ topic, chainId, method: request.method })
      await wallet.client.respond({ id: shown.id, result: await answer(shown.params) })
      return response
    }

  test('[S7.37 S7.38] pairs, and settles the approved session', async () => {
    const { topic, session } = await connect()
    expect(session).toMatchObject({ topic, acknowledged: true })
    expect(session.namespaces.eip155?.accounts).toEqual([account])
    expect(session.expiry * 1_000).toBe(wallet.client.sessions().find((each) => each.topic === topic)?.expiresAt)
    expect(wallet.client.sessions().at(-1)).toMatchObject({ topic, acknowledged: true, peer: { name: 'Official' } })
    await wallet.client.disconnect({ topic })
  })

  test('[S7.37] a rejection reaches the page', async () => {
    const { proposal, settled } = await propose()
    const rejected = expect(settled).rejects.toMatchObject({ code: 5000 })
    await wallet.client.reject({ id: proposal.id })
    await rejected
  })

  test('[S7.36 S7.38] signs a message, typed data and a transaction', async () => {
    const session = await connect()
    await expectSigned(sendOn(session))
    await wallet.client.disconnect(session)
  })

  test('[S7.38] carries methods of other families byte for byte', async () => {
    const { topic } = await connect()
    await expectCarried(sendOn({ topic }))
    await wallet.client.disconnect({ topic })
  })

  test('[S7.37] a rejected request, and one that is sent while the wallet is closed', async () => {
    const { topic } = await connect()
    const request = { method: 'personal_sign', params: ['0x00', key.address] }
    const nextRequest = wallet.next('requested')
    const rejected = expect(dapp.request({ topic, chainId: 'eip155:1', request })).rejects.toMatchObject({ code: 4001 })
    const failure = { code: 4001, message: 'User rejected request.' }
    await wallet.client.respond({ id: (await nextRequest).request.id, failure })
    await rejected

    wallet.close()
    const sent = once('session_request_sent')
    const answer = dapp.request({ topic, chainId: 'eip155:1', request })
    await sent
    const waiting = wallet.next('requested')
    wallet.reopen()
    expect(wallet.client.sessions().map((each) => each.topic)).toContain(topic)
    await wallet.client.respond({ id: (await waiting).request.id, result: 'late' })
    expect(await answer).toBe('late')
    await wallet.client.disconnect({ topic })
  })

  test('[S7.38] emits events, updates and extends the session, and both sides ping', async () => {
    const { topic } = await connect()
    const emitted = once('session_event')
    await wallet.client.emit({ topic, chainId: 'eip155:1', name: 'chainChanged', data: 1 })
    expect(await emitted).toMatchObject({
      topic,
      params: { event: { name: 'chainChanged', data: 1 }, chainId: 'eip155:1' },
    })

    const updated = once('session_update')
    const other = 'eip155:1:0x0000000000000000000000000000000000000001'
    const namespaces = { ...granted, eip155: { ...granted.eip155, accounts: [account, other] } }
    await wallet.client.update({ topic, namespaces })
    expect(await updated).toMatchObject({ topic, params: { namespaces: { eip155: { accounts: [account, other] } } } })

    const extended = once('session_extend')
    await wallet.client.extend({ topic })
    expect(await extended).toMatchObject({ topic })

    const pinged = once('session_ping')
    await wallet.client.ping({ topic })
    expect(await pinged).toMatchObject({ topic })
    await dapp.ping({ topic })

    const prolonged = wallet.next('extended')
    const { acknowledged } = await dapp.extend({ topic })
    expect(await prolonged).toMatchObject({ session: { topic } })
    await acknowledged()
    await wallet.client.disconnect({ topic })
  })

  test('[W4] a page can’t grant itself anything', async () => {
    const { topic } = await connect()
    const namespaces = { ...granted, eip155: { ...granted.eip155, methods: ['eth_sign'] } }
    const { acknowledged } = await dapp.update({ topic, namespaces })
    await expect(acknowledged()).rejects.toMatchObject({ code: 3003 })
    expect(wallet.client.sessions().find((each) => each.topic === topic)?.namespaces).toEqual(granted)
    await wallet.client.disconnect({ topic })
  })

  test('[S7.37] either side ends a session', async () => {
    const first = await connect()
    const deleted = once('session_delete')
    await wallet.client.disconnect({ topic: first.topic })
    expect(await deleted).toMatchObject({ topic: first.topic })

    const second = await connect()
    const ended = wallet.next('ended')
    await dapp.disconnect({ topic: second.topic, reason })
    expect(await ended).toEqual({ type: 'ended', topic: second.topic, why: 'deleted' })
    expect(wallet.client.sessions()).toEqual([])
    await expect.poll(() => dapp.session.length).toBe(0)
  })

  const signIn = {
    chains: ['eip155:1', 'eip155:10'],
    domain: 'dapp.example',
    nonce: 'a1b2c3d4e5',
    uri: 'https://dapp.example/login',
    methods: ['personal_sign', 'eth_sign'],
    statement: 'Hello.',
  }

  test('[S7.37 W11] signs in while connecting: one signature a chain, one session', async () => {
    const { uri, response } = await dapp.authenticate(signIn)
    const received = wallet.next('authenticate')
    const signedIn = response()
    await wallet.client.pair({ uri })
    const { id, payload } = (await received).authentication
    const accounts = signIn.chains.map((chain) => `${chain}:${key.address}`)
    const cacaos = await Promise.all(
      authenticationTexts({ payload, accounts, methods: ['personal_sign'] }).map(async (each) => ({
        h: { t: 'caip122' as const },
        p: each.payload,
        s: { t: 'eip191' as const, s: await key.signMessage({ message: each.text }) },
      })),
    )
    const session = await wallet.client.approveAuthentication({ id, cacaos })
    const { auths, session: theirs } = await signedIn
    expect(auths).toHaveLength(2)
    expect(theirs).toMatchObject({
      topic: session?.topic,
      namespaces: { eip155: { accounts, methods: ['personal_sign'] } },
    })
    await expectMessageSigned({ send: sendOn({ topic: theirs?.topic ?? '' }), chainId: 'eip155:1' })
    expect([wallet.client.sessions().length, wallet.client.proposals().length]).toEqual([1, 0])
    await wallet.client.disconnect({ topic: theirs?.topic ?? '' })
  })

  test('[S7.37] a rejected sign-in, and a wallet without sign-in', async () => {
    const first = await dapp.authenticate(signIn)
    const received = wallet.next('authenticate')
    const rejected = expect(first.response()).rejects.toBe('User rejected.')
    await wallet.client.pair(first)
    await wallet.client.rejectAuthentication({ id: (await received).authentication.id })
    await rejected

    const plain = openOurWallet({ relayUrl: relayUrlOf(server), authenticates: false })
    const second = await dapp.authenticate(signIn)
    const proposed = plain.next('proposed')
    const signedIn = second.response()
    await plain.client.pair(second)
    const accounts = signIn.chains.map((chain) => `${chain}:${key.address}`)
    const events = ['accountsChanged', 'chainChanged']
    const namespaces = { eip155: { chains: signIn.chains, methods: signIn.methods, events, accounts } }
    const { topic } = await plain.client.approve({ id: (await proposed).proposal.id, namespaces })
    expect((await signedIn).session).toMatchObject({ topic })
    await plain.client.disconnect({ topic })
    plain.close()
  })
})
