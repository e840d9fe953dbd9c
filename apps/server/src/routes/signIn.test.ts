import { createHmac } from 'node:crypto'
import { type SiwxMessage, writeSiwxMessage } from '@foyer/core/siwx'
import { AuthenticateReply, AuthNonceReply, SessionAccount } from '@foyer/core/wire'
import type { Database, DatabaseLocation } from '@foyer/service/db/database'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { runRound } from '@foyer/service-testing/runRound'
import { wholeOn } from '@foyer/service-testing/wholeOn'
import { deployAccountFactory, localAccountFactoryAbi, type StartedChain, startChain } from '@foyer/stack'
import * as v from 'valibot'
import { createClient, encodeFunctionData, type Hex, http } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { readContract } from 'viem/actions'
import { serializeErc6492Signature } from 'viem/utils'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { signedInAccounts, signInSessions, usedNonces } from '../db/schema/index.js'
import { createSignInKeeping } from '../signIn/signInKeeping.js'
import { demo, openApi, openTestDatabase, type TestApi } from '../test/openApi.js'
import { refusalOf } from '../test/refusalOf.js'

const common = '?projectId=demo&st=appkit&sv=react-evm-1.7.6'
const origin = 'https://dapp.example'
const sessionKeys = [{ name: '2026', bytes: new Uint8Array(32).fill(1) }]
const other = { ...demo, id: 'other' }

let anvil: StartedChain
let postgres: LentPostgres
beforeAll(async () => {
  ;[anvil, postgres] = await Promise.all([startChain({ id: 31337 }), lendPostgres()])
})
afterAll(() => Promise.all([anvil?.stop(), postgres?.stop()]))

const local = () => ({
  id: 'eip155:31337' as const,
  name: anvil.name,
  nativeCurrency: anvil.nativeCurrency,
  iconUrl: '',
  upstreams: [anvil.url],
  tokens: [],
})

describe.each(
  wholeOn([
    { name: 'the embedded database', locate: async (): Promise<DatabaseLocation> => ({ kind: 'memory' }) },
    {
      name: 'PostgreSQL',
      locate: async (): Promise<DatabaseLocation> => ({ kind: 'postgres', url: await postgres.createDatabase() }),
    },
  ]),
)('sign-in on $name', ({ locate }) => {
  let location: DatabaseLocation
  let database: Database
  let api: TestApi
  let owner: PrivateKeyAccount
  const opened = (parameters = {}) =>
    openApi({ database, chains: [local()], projects: [demo, other], config: { sessionKeys }, ...parameters })
  beforeAll(async () => {
    location = await locate()
    database = await openTestDatabase(location)
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    api = await opened()
    owner = privateKeyToAccount(generatePrivateKey())
    for (const table of [signInSessions, signedInAccounts, usedNonces]) await database.orm.delete(table)
  })

  const nonce = async (on: TestApi = api, query = common) =>
    v.parse(AuthNonceReply, await (await on.get(`/auth/v1/nonce${query}`, { origin })).json())
  const messageOf = (given: string, changes: Partial<SiwxMessage> = {}): SiwxMessage => ({
    domain: 'dapp.example',
    accountAddress: owner.address,
    chainId: 'eip155:31337',
    uri: 'https://dapp.example/login',
    version: '1',
    nonce: given,
    issuedAt: new Date(api.time).toISOString(),
    ...changes,
  })
  const post = (body: unknown, token: string | undefined, { on = api, page = origin, query = common } = {}) =>
    on.post(`/auth/v1/authenticate${query}`, body, {
      'content-type': 'application/json',
      origin: page,
      ...(token === undefined ? {} : { 'x-nonce-jwt': `Bearer ${token}` }),
    })
  /** A sign-in as it should be, but for what is said. */
  const attempt = async (changes: Partial<SiwxMessage> = {}, by: PrivateKeyAccount = owner) => {
    const given = await nonce()
    const message = writeSiwxMessage(messageOf(given.nonce, changes))
    return { given, body: { message, signature: await by.signMessage({ message }) } }
  }
  const signIn = async (extra: object = {}) => {
    const { given, body } = await attempt()
    const answer = await post({ ...body, ...extra }, given.token)
    expect(answer.status).toBe(200)
    return v.parse(AuthenticateReply, await answer.json()).token
  }
  const withToken = (token: string) => ({ authorization: `Bearer ${token}`, origin })
  const me = (token: string, query: string = common) => api.get(`/auth/v1/me${query}`, withToken(token))

  test('[S3.23] [F6] what the account signed for a page of the project gives a session', async () => {
    const token = await signIn({ walletInfo: { type: 'extension', name: 'Maple', icon: 'data:,' }, clientId: null })
    const answer = await me(token)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const session = v.parse(SessionAccount, await answer.json())
    expect(session).toMatchObject({
      address: owner.address,
      caip2Network: 'eip155:31337',
      chainId: 31337,
      chainIdNamespace: 'eip155',
      domain: 'dapp.example',
      projectIdKey: 'demo',
      sub: `eip155:31337:${owner.address}`,
    })
    expect(session.appKitAccount).toBeUndefined()
    expect(session.exp).toBe(api.time / 1000 + 7 * 86_400)
  })

  test('the account comes with its session, also where the query follows a second question mark', async () => {
    const token = await signIn({ walletInfo: { type: 'social', social: 'google', identifier: 'a@b.example' } })
    for (const query of [
      `${common}&includeAppKitAccount=true`,
      '?includeAppKitAccount=true?projectId=demo&st=appkit&sv=react-evm-1.7.6',
    ]) {
      const { appKitAccount } = v.parse(SessionAccount, await (await me(token, query)).json())
      expect(appKitAccount).toMatchObject({
        address: owner.address.toLowerCase(),
        caip2_chain: 'eip155:31337',
        is_main_account: true,
        verification_status: null,
        // The visitor's own address elsewhere isn't kept.
        connection_method: { type: 'social', social: 'google' },
        metadata: null,
      })
    }
    expect((await me(token, '?includeAppKitAccount=true?projectId=nobody&st=a&sv=b')).status).toBe(401)
  })

  test('what AppKit 1.7.6’s client signs is taken', async () => {
    const given = await nonce()
    const message = [
      'dapp.example wants you to sign in with your **blockchain** account:',
      owner.address,
      '',
      'URI: https://dapp.example/',
      'Version: 1',
      'Chain ID: eip155:31337',
      `Nonce: ${given.nonce}`,
      `Issued At: ${new Date(api.time).toISOString()}`,
    ].join('\n')
    const signature = await owner.signMessage({ message })
    expect((await post({ message, signature, data: {}, walletInfo: { type: 'unknown' } }, given.token)).status).toBe(
      200,
    )
  })

  test('[F6] contracts sign in on their own network, also before they are deployed', async () => {
    const factory = await deployAccountFactory({ url: anvil.url })
    const client = createClient({ transport: http(anvil.url) })
    const contract = { address: factory, abi: localAccountFactoryAbi } as const
    const address = await readContract(client, { ...contract, functionName: 'accountOf', args: [owner.address] })
    const { given, body } = await attempt({ accountAddress: address })
    expect(await refusalOf(await post(body, given.token))).toEqual([403, 'signature'])
    const data = encodeFunctionData({ ...contract, functionName: 'deploy', args: [owner.address] })
    const signature: Hex = serializeErc6492Signature({ address: factory, data, signature: body.signature })
    expect((await post({ ...body, signature }, given.token)).status).toBe(200)
  })

  const fields: readonly (readonly [string, Partial<SiwxMessage>])[] = [
    ['domain', { domain: 'elsewhere.example', uri: 'https://elsewhere.example/' }],
    ['domain', { domain: 'dapp.example:8443', uri: 'https://dapp.example:8443/' }],
    ['domain', { domain: 'app.preview.example', uri: 'https://app.preview.example/' }],
    ['uri', { uri: 'https://elsewhere.example/' }],
    ['uri', { uri: 'http://dapp.example/' }],
    ['nonce', { nonce: 'abcdefghijklmnopqrstuvwx' }],
    ['issuedAt', { issuedAt: '2025-12-31T23:58:59Z' }],
    ['issuedAt', { issuedAt: '2026-01-01T00:01:01Z' }],
    ['expirationTime', { expirationTime: '2026-01-01T00:00:00Z' }],
    ['notBefore', { notBefore: '2026-01-01T00:00:01Z' }],
  ]
  test.each(fields)(
    '[F6] [X1 X5] signed by the right key, another %s is refused by its name: %j',
    async (field, change) => {
      const { given, body } = await attempt(change)
      expect(await refusalOf(await post(body, given.token))).toEqual([403, field])
    },
  )

  test('[F6] [X1 X4] a chain that isn’t served, another’s signature, another text and what isn’t one are refused', async () => {
    const elsewhere = await attempt({ chainId: 'eip155:1' })
    expect(await refusalOf(await post(elsewhere.body, elsewhere.given.token))).toEqual([400, 'chainId'])
    const stranger = await attempt({}, privateKeyToAccount(generatePrivateKey()))
    expect(await refusalOf(await post(stranger.body, stranger.given.token))).toEqual([403, 'signature'])
    const { given, body } = await attempt()
    const crlf = body.message.replaceAll('\n', '\r\n')
    const long = `${body.message}\nmore`
    expect(await refusalOf(await post({ ...body, message: crlf }, given.token))).toEqual([403, 'domain'])
    expect(await refusalOf(await post({ ...body, message: long }, given.token))).toEqual([403, 'issuedAt'])
    expect((await post({ ...body, message: '' }, given.token)).status).toBe(400)
    // What a client says beside the text counts for nothing.
    const data = { accountAddress: '0x0000000000000000000000000000000000000001', domain: 'evil.example' }
    const answer = await post({ ...body, data }, given.token)
    const { token } = v.parse(AuthenticateReply, await answer.json())
    expect(await (await me(token)).json()).toMatchObject({ address: owner.address, domain: 'dapp.example' })
  })

  test('a page signs in for itself, not for another page of the project', async () => {
    const given = await nonce()
    const message = writeSiwxMessage(messageOf(given.nonce))
    const body = { message, signature: await owner.signMessage({ message }) }
    const from = (page: string) => post(body, given.token, { page })
    expect(await refusalOf(await from('https://a.preview.example'))).toEqual([403, 'domain'])
    expect(await refusalOf(await from('https://dapp.example.evil.example'))).toEqual([403, 'origin'])
    expect(await refusalOf(await from('null'))).toEqual([403, 'origin'])
    expect((await from(origin)).status).toBe(200)
  })

  test('[F6] a nonce is good for 5 minutes, once, and for its project', async () => {
    const { given, body } = await attempt()
    expect(given.nonce).toMatch(/^[A-Za-z0-9]{24}$/)
    expect(await refusalOf(await post(body, given.token, { query: common.replace('demo', 'other') }))).toEqual([
      401,
      'token',
    ])
    expect((await post(body, given.token)).status).toBe(200)
    expect(await refusalOf(await post(body, given.token))).toEqual([409, 'nonce'])
    const late = await attempt()
    api.time += 300_000
    expect(await refusalOf(await post(late.body, late.given.token))).toEqual([401, 'token'])
    expect(await refusalOf(await post(late.body, undefined))).toEqual([401, 'token'])
  })

  test('a visitor may take minutes to sign', async () => {
    const { given, body } = await attempt()
    api.time += 290_000
    expect((await post(body, given.token)).status).toBe(200)
  })

  test('[X2] of 100 sign-ins with one nonce at once, over two nodes, one is signed in', async () => {
    const second = location.kind === 'postgres' ? await openTestDatabase(location) : database
    const { given, body } = await attempt()
    // Four clients, half of them at the other node, so that it isn't their own limit that refuses them.
    const clients = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        opened({ database: index % 2 === 0 ? database : second, remoteAddress: `203.0.113.${index}` }),
      ),
    )
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => post(body, given.token, { on: clients[index % 4] ?? api })),
    )
    if (second !== database) await second.close()
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    // A database that is busy may not answer in time: then a client is told to come again, and is refused as all others are.
    expect(count(409) + count(503)).toBeGreaterThanOrEqual(99)
    expect(count(200) + count(409) + count(503)).toBe(100)
    const late = await opened({ database, remoteAddress: '203.0.113.9' })
    await vi.waitFor(async () => expect((await post(body, given.token, { on: late })).status).toBe(409))
    expect(await database.orm.select().from(signInSessions)).toHaveLength(1)
  })

  test('[X3] a nonce’s token is no session’s, nor the reverse, nor is another project’s', async () => {
    const { given, body } = await attempt()
    const token = await signIn()
    expect(await refusalOf(await me(given.token))).toEqual([401, 'token'])
    expect(await refusalOf(await post(body, token))).toEqual([401, 'token'])
    expect(await refusalOf(await me(token, common.replace('demo', 'other')))).toEqual([401, 'token'])
    const foreign = await nonce(api, common.replace('demo', 'other'))
    expect(await refusalOf(await post(body, foreign.token))).toEqual([401, 'token'])
  })

  test('[X3 X10] a token that was edited, signed otherwise or by another key is refused', async () => {
    const token = await signIn()
    const [header = '', payload = '', signature = ''] = token.split('.')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const signed = (head: object, key: string | Uint8Array) => {
      const content = `${encode(head)}.${payload}`
      return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`
    }
    const ours = { alg: 'HS256', typ: 'foyer-session+jwt', kid: '2026' }
    const forged = [
      `${header}.${encode({ ...claims, address: '0x0000000000000000000000000000000000000001' })}.${signature}`,
      `${encode({ alg: 'none' })}.${payload}.`,
      `${encode({ ...ours, alg: 'none' })}.${payload}.${signature}`,
      signed({ ...ours, alg: 'HS512' }, sessionKeys[0]?.bytes ?? ''),
      signed(ours, sessionKeys[0]?.bytes ?? ''),
      signed({ ...ours, kid: 'other' }, ''),
      `${token}=`,
      `${token}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -1)}`,
      'a.b.c',
    ]
    for (const each of forged) expect((await me(each)).status, each).toBe(401)
    expect((await me(token)).status).toBe(200)
  })

  test('a new key signs nobody out, and a key that is gone does', async () => {
    const token = await signIn()
    const fresh = { name: '2027', bytes: new Uint8Array(32).fill(2) }
    api = await opened({ config: { sessionKeys: [fresh, ...sessionKeys] } })
    expect((await me(token)).status).toBe(200)
    api = await opened({ config: { sessionKeys: [fresh] } })
    expect((await me(token)).status).toBe(401)
  })

  test('signing out ends the session wherever its token is; others stay', async () => {
    const [token, second] = [await signIn(), await signIn()]
    const out = () => api.post(`/auth/v1/sign-out${common}`, '', withToken(token))
    expect((await out()).status).toBe(204)
    expect((await out()).status).toBe(401)
    expect((await me(token)).status).toBe(401)
    expect((await me(second)).status).toBe(200)
  })

  test('what a dapp says of an account is kept for it, and forgotten', async () => {
    const token = await signIn()
    const put = (metadata: unknown) =>
      api.send(`/auth/v1/account-metadata${common}`, {
        method: 'PUT',
        headers: { ...withToken(token), 'content-type': 'application/json' },
        body: JSON.stringify({ metadata }),
      })
    expect(await (await put({ rank: 3 })).json()).toMatchObject({ metadata: { rank: 3 } })
    const again = await signIn()
    const account = await me(again, `${common}&includeAppKitAccount=true`)
    expect(await account.json()).toMatchObject({ appKitAccount: { metadata: { rank: 3 } } })
    expect(await (await put(null)).json()).toMatchObject({ metadata: null })
    for (const wrong of ['text', 3, { text: 'x'.repeat(9_000) }]) expect((await put(wrong)).status).toBe(400)
    expect(await database.orm.select().from(signedInAccounts)).toHaveLength(1)
  })

  test('a session ends when what was signed does, and all that is over is forgotten', async () => {
    const { given, body } = await attempt({ expirationTime: '2026-01-01T01:00:00Z' })
    const { token } = v.parse(AuthenticateReply, await (await post(body, given.token)).json())
    const log = { warn: expect.fail }
    const keep = () => runRound((clock) => createSignInKeeping({ orm: database.orm, clock, log }), api.time)
    await keep()
    expect((await me(token)).status).toBe(200)
    api.time += 3_600_000
    expect((await me(token)).status).toBe(401)
    api.time += 1_000
    await keep()
    expect(await database.orm.select().from(usedNonces)).toEqual([])
    expect(await database.orm.select().from(signInSessions)).toEqual([])
    expect(await database.orm.select().from(signedInAccounts)).toHaveLength(1)
    api.time += 366 * 86_400_000
    await keep()
    expect(await database.orm.select().from(signedInAccounts)).toEqual([])
  })

  test('who tries too often waits', async () => {
    const { given, body } = await attempt()
    const wrong = { ...body, signature: `0x${'12'.repeat(65)}` }
    const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await post(wrong, given.token)).status))
    expect(statuses.filter((status) => status === 403)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })

  test('a server without a key signs nobody in', async () => {
    api = await opened({ config: {} })
    expect((await api.get(`/auth/v1/nonce${common}`, { origin })).status).toBe(501)
    expect((await me('a.b.c')).status).toBe(501)
  })
})
