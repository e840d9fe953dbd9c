import { expect, test } from 'vitest'
import { createFoyer } from '../createFoyer.js'
import { mainnet } from '../networks/known.js'
import { serverSiwx } from './builtInSiwx.js'
import { sessionAccount, setAccountMetadata } from './serverSession.js'
import { signIn, signOut } from './signIn.js'
import { alice, signatureOf, signingKit } from './test/signingKit.js'

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
    expect(next.room().state.get()).toMatchObject({ session: { message: session.message } })
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

test('[S8.1] a kit without a server can’t sign in at one', async () => {
  const kit = signingKit({ siwx: serverSiwx() })
  await kit.connect()
  await kit.reached('signedOut')
  await expect(signIn(kit.foyer)).rejects.toMatchObject({ code: 'sign_in_server_missing' })
  const foyer = createFoyer({ projectId: 'project', networks: [mainnet], siwx: serverSiwx() })
  await expect(sessionAccount(foyer)).rejects.toMatchObject({ code: 'not_authenticated' })
})
