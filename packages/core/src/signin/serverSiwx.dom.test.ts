import { expect, test } from 'vitest'
import type { NetworkId } from '../chain/ids.js'
import type { ConnectorEntry } from '../connector/connector.js'
import { contextOf } from '../context.js'
import { createFoyer } from '../createFoyer.js'
import { mainnet } from '../networks/known.js'
import { fakeKit, memoryStorage } from '../test/fakeKit.js'
import { serverSiwx } from './builtInSiwx.js'
import { createServerSiwx } from './createServerSiwx.js'
import { sessionAccount, setAccountMetadata } from './serverSession.js'
import { signIn, signOut } from './signIn.js'
import { alice, bob, signatureOf, signingKit } from './test/signingKit.js'

interface Asked {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Headers
  readonly body: unknown
}

/** The operator's server, as far as it keeps sign-ins. */
function authServer() {
  const asked: Asked[] = []
  const state = { token: 'session-1', status: 200, caip2Network: 'eip155:1', metadata: undefined as unknown }
  const fetched = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input))
    const headers = new Headers(init?.headers)
    const body: unknown = init?.body ? JSON.parse(String(init.body)) : undefined
    const call = { method: init?.method ?? 'GET', path: url.pathname, query: url.search, headers, body }
    if (!call.path.startsWith('/auth/')) return Response.json({}, { status: 404 })
    asked.push(call)
    if (state.status !== 200) return Response.json({}, { status: state.status })
    switch (call.path) {
      case '/auth/v1/nonce':
        return Response.json({ nonce: 'kEWepMt9knR6lWJ6A1b9mQXz', token: 'nonce-1' })
      case '/auth/v1/authenticate':
        return Response.json({ token: state.token })
      case '/auth/v1/me': {
        const me = {
          ...{
            aud: 'a',
            iss: 'i',
            sub: 's',
            exp: 1_800_000_000,
            projectIdKey: 'p',
            projectUuid: 'p',
            profileUuid: 'p',
          },
          ...{ address: alice.toLowerCase(), chainId: 1, chainIdNamespace: 'eip155', nonce: 'n' },
          ...{ caip2Network: state.caip2Network, domain: 'dapp.example', uri: 'https://dapp.example/' },
        }
        const time = '2024-01-01T00:00:00Z'
        const appKitAccount = {
          ...{ uuid: '1', caip2_chain: 'eip155:1', address: alice, profile_uuid: 'p', created_at: time },
          ...{ is_main_account: true, verification_status: null, connection_method: null, metadata: state.metadata },
          ...{ last_signed_in_at: time, signed_up_at: time, updated_at: time },
        }
        const own = url.searchParams.has('includeAppKitAccount') ? { appKitAccount } : {}
        return Response.json({ ...me, ...own })
      }
      default:
        return Response.json({})
    }
  }
  return {
    asked,
    state,
    of: (path: string) => asked.filter((call) => call.path === `/auth/v1/${path}`),
    stop() {
      globalThis.fetch = fetched
    },
  }
}

const api = 'https://foyer.example'

test('a visitor signs in at the server, which gives the nonce and keeps the session, until they sign out', async () => {
  const server = authServer()
  try {
    const entries = new Map<string, string>()
    const kit = signingKit({ api, siwx: serverSiwx(), entries })
    await kit.connect()
    await kit.reached('signedOut')
    const session = await signIn(kit.foyer)
    expect(session.message).toContain('Nonce: kEWepMt9knR6lWJ6A1b9mQXz')
    const [authenticated] = server.of('authenticate')
    expect(authenticated?.headers.get('x-nonce-jwt')).toBe('Bearer nonce-1')
    expect(authenticated?.query).toContain('projectId=project')
    expect(authenticated?.body).toMatchObject({
      message: session.message,
      signature: signatureOf({ address: alice, message: session.message }),
      data: { accountAddress: alice, chainId: 'eip155:1' },
      clientId: null,
      walletInfo: { type: 'extension', name: 'Fake' },
    })
    await setAccountMetadata(kit.foyer, { metadata: { newsletter: true } })
    expect(server.of('account-metadata')).toMatchObject([{ method: 'PUT', body: { metadata: { newsletter: true } } }])
    server.state.metadata = { newsletter: true }
    expect(await sessionAccount(kit.foyer)).toMatchObject({ appKitAccount: { metadata: { newsletter: true } } })
    kit.foyer.stop()

    const next = signingKit({ api, siwx: serverSiwx(), entries })
    await next.reached('signedIn')
    expect(server.of('me').at(-1)?.headers.get('authorization')).toBe('Bearer session-1')
    const { data, message, signature } = session
    // The server names the page and the end; the account, the network and the nonce are those that were signed.
    expect(next.room().state.get()).toMatchObject({
      session: {
        ...{ message, signature },
        data: {
          ...{ accountAddress: alice, chainId: 'eip155:1', nonce: data.nonce, issuedAt: data.issuedAt, version: '1' },
          ...{ domain: 'dapp.example', uri: 'https://dapp.example/', expirationTime: '2027-01-15T08:00:00.000Z' },
        },
      },
    })
    await signOut(next.foyer)
    expect(server.of('sign-out')).toHaveLength(1)
    expect([...entries.keys()].filter((key) => key.includes('siwx'))).toEqual([])
    await expect(sessionAccount(next.foyer)).rejects.toMatchObject({ code: 'not_authenticated' })
  } finally {
    server.stop()
  }
})

test('[X10] a session that the server ended, or has for another network, is none', async () => {
  const server = authServer()
  try {
    const entries = new Map<string, string>()
    const open = () => signingKit({ api, siwx: serverSiwx({ required: false }), entries })
    const kit = open()
    await kit.connect()
    await kit.reached('signedOut')
    await signIn(kit.foyer)
    kit.foyer.stop()
    server.state.caip2Network = 'eip155:10'
    const elsewhere = open()
    await elsewhere.reached('signedOut')
    elsewhere.foyer.stop()
    server.state.status = 401
    const ended = open()
    await ended.reached('signedOut')
    expect([...entries.keys()].filter((key) => key.includes('siwx'))).toEqual([])
  } finally {
    server.stop()
  }
})

/** Creates the store of sessions at the server, without the kit around it. */
function serverStore(wallet: Pick<ConnectorEntry, 'type' | 'name' | 'icon'> | undefined) {
  const entries = new Map<string, string>()
  const context = contextOf(fakeKit({ api }).foyer)
  const reported: unknown[] = []
  const siwx = createServerSiwx({
    host: {
      ...{ clock: context.clock, api: context.api, storage: memoryStorage(entries) },
      ...{ changed() {}, onStop() {}, verify: async () => true, networkId: () => 'eip155:10' },
      page: () => ({ domain: 'dapp.example', uri: 'https://dapp.example/' }),
      wallet: () => wallet && { id: 'w', families: ['eip155'], ...wallet },
      report: (error) => void reported.push(error),
    },
  })
  const signed = async (chainId: NetworkId) => {
    const { toString: write, ...data } = await siwx.createMessage({ accountAddress: alice, chainId })
    return { data, message: write(), signature: 'signed' }
  }
  return { siwx, entries, reported, signed }
}

test.each([
  [
    { type: 'ANNOUNCED', name: 'One', icon: 'data:,1' },
    { type: 'extension', name: 'One', icon: 'data:,1' },
  ],
  [
    { type: 'INJECTED', name: 'Two' },
    { type: 'extension', name: 'Two', icon: '' },
  ],
  [
    { type: 'WALLET_CONNECT', name: 'Three' },
    { type: 'walletconnect', name: 'Three', icon: '' },
  ],
  [
    { type: 'AUTH', name: 'Four' },
    { type: 'unknown', name: 'Four', icon: '' },
  ],
  [undefined, undefined],
] as const)(
  'the server learns of the wallet %j no more than its kind, name and picture',
  async (wallet, walletInfo) => {
    const server = authServer()
    try {
      const { siwx, signed } = serverStore(wallet)
      await siwx.addSession(await signed('eip155:1'))
      expect(server.of('authenticate').map(({ body }) => Reflect.get(Object(body), 'walletInfo'))).toEqual([walletInfo])
    } finally {
      server.stop()
    }
  },
)

test('[X2] each nonce is sent once, with what came with it; of several networks the visitor’s own is signed in', async () => {
  const server = authServer()
  try {
    const { siwx, signed, entries } = serverStore(undefined)
    const one = await signed('eip155:1')
    await siwx.addSession(one)
    await expect(siwx.addSession(one)).rejects.toMatchObject({ code: 'not_authenticated' })
    expect(server.of('authenticate')).toHaveLength(1)
    expect(await siwx.getSessions('eip155:10', alice)).toEqual([])
    expect(await siwx.getSessions('eip155:1', bob)).toEqual([])
    expect(server.of('me')).toEqual([])

    const two = await signed('eip155:1')
    await siwx.setSessions([two, { ...two, data: { ...two.data, chainId: 'eip155:10' } }])
    expect(JSON.parse(entries.get('server') ?? '')).toMatchObject({ chainId: 'eip155:10' })
    await siwx.setSessions([await signed('eip155:137')])
    expect(JSON.parse(entries.get('server') ?? '')).toMatchObject({ chainId: 'eip155:137' })
    await siwx.revokeSession('eip155:10', alice)
    await siwx.revokeSession('eip155:137', bob)
    expect(server.of('sign-out')).toEqual([])
    await siwx.revokeSession('eip155:137', alice.toLowerCase())
    expect(server.of('sign-out').map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer session-1'])
    expect(entries.size).toBe(0)
    // What was asked for before the sign-out can't be signed in with afterwards.
    const late = await signed('eip155:1')
    await siwx.setSessions([])
    await expect(siwx.addSession(late)).rejects.toMatchObject({ code: 'not_authenticated' })
    expect(server.of('sign-out')).toHaveLength(1)
  } finally {
    server.stop()
  }
})

test.each([
  [401, 0, 0],
  [404, 1, 1],
] as const)(
  'a session that the server answers with %i is none; it is forgotten only where the server says that it is over',
  async (status, kept, told) => {
    const server = authServer()
    try {
      const { siwx, signed, entries, reported } = serverStore(undefined)
      await siwx.addSession(await signed('eip155:1'))
      server.state.status = status
      expect(await siwx.getSessions('eip155:1', alice)).toEqual([])
      expect([entries.size, reported.length]).toEqual([kept, told])
    } finally {
      server.stop()
    }
  },
)

test('signing in at the server is required unless the host says otherwise', () => {
  const host = Object({ storage: memoryStorage(new Map()) })
  const required = [undefined, true, false].map((each) => createServerSiwx({ host, required: each }).getRequired?.())
  expect(required).toEqual([true, true, false])
})

test('[S8.1] a kit without a server can’t sign in at one', async () => {
  const kit = signingKit({ siwx: serverSiwx() })
  await kit.connect()
  await kit.reached('signedOut')
  await expect(signIn(kit.foyer)).rejects.toMatchObject({ code: 'sign_in_server_missing' })
  const foyer = createFoyer({ projectId: 'project', networks: [mainnet], siwx: serverSiwx() })
  await expect(sessionAccount(foyer)).rejects.toMatchObject({ code: 'not_authenticated' })
})
