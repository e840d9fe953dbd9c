import { randomUUID } from 'node:crypto'
import { type SiwxMessage, writeSiwxMessage } from '@foyer/core/siwx'
import { AuthenticateReply, AuthNonceReply, SessionAccount } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import { runRound } from '@foyer/service-testing/runRound'
import { deployAccountFactory, localAccountFactoryAbi, type StartedChain, startChain } from '@foyer/stack'
import * as v from 'valibot'
import { createClient, encodeFunctionData, type Hex, http } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { readContract } from 'viem/actions'
import { serializeErc6492Signature } from 'viem/utils'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signedInAccounts } from '../db/schema/index.js'
import { type OpenApiParameters, openApi, openTestDatabase, type TestApi } from '../test/openApi.js'
import { ownerBytes } from './accounts.js'
import { signInFigures } from './signInBudgets.js'
import { createSignInKeeping } from './signInKeeping.js'

const common = '?projectId=demo&st=appkit&sv=react-evm-1.7.6'
const origin = 'https://dapp.example'
const sessionKeys = [{ name: '2026', bytes: new Uint8Array(32).fill(1) }]

let anvil: StartedChain
let neighbour: StartedChain
let factory: Hex
let database: Database
beforeAll(async () => {
  const started = Promise.all([startChain({ id: 31337 }), startChain({ id: 31338 }), openTestDatabase()])
  ;[anvil, neighbour, database] = await started
  // Deployed by the same account as its first transaction, it is at the same address of both.
  factory = await deployAccountFactory({ url: anvil.url })
  expect(await deployAccountFactory({ url: neighbour.url })).toBe(factory)
})
afterAll(() => Promise.all([anvil?.stop(), neighbour?.stop(), database?.close()]))

const chainOf = ({ caipNetworkId: id, name, nativeCurrency, url }: StartedChain) => ({
  ...{ id, name, nativeCurrency, iconUrl: '', upstreams: [url], tokens: [] },
})
const open = (parameters: Partial<OpenApiParameters> = {}) =>
  openApi({ database, chains: [anvil, neighbour].map(chainOf), config: { sessionKeys }, ...parameters })

let api: TestApi
let owner: PrivateKeyAccount
beforeEach(async () => {
  await database.orm.delete(signedInAccounts)
  api = await open()
  owner = privateKeyToAccount(generatePrivateKey())
})

interface SignIn {
  by?: PrivateKeyAccount
  chainId?: SiwxMessage['chainId']
  /** a contract's; the key's own if left out */
  accountAddress?: Hex
  /** what a contract makes of its owner's signature */
  wrapped?: ((signature: Hex) => Hex) | undefined
  on?: TestApi
}

/** @returns the session's token */
async function signIn(request: SignIn = {}): Promise<string> {
  const { by = owner, chainId = 'eip155:31337', accountAddress = by.address, wrapped, on = api } = request
  const given = await on.get(`/auth/v1/nonce${common}`, { origin })
  const { nonce, token } = v.parse(AuthNonceReply, await given.json())
  const issuedAt = new Date(api.time).toISOString()
  const page = { domain: 'dapp.example', uri: `${origin}/`, version: '1' }
  const message = writeSiwxMessage({ ...page, accountAddress, chainId, nonce, issuedAt })
  const signed = await by.signMessage({ message })
  const headers = { 'content-type': 'application/json', origin, 'x-nonce-jwt': `Bearer ${token}` }
  const body = { message, signature: wrapped?.(signed) ?? signed }
  const answer = await on.post(`/auth/v1/authenticate${common}`, body, headers)
  return v.parse(AuthenticateReply, await answer.json()).token
}

const withToken = (token: string) => ({ authorization: `Bearer ${token}`, origin })
const me = (token: string) => api.get(`/auth/v1/me${common}&includeAppKitAccount=true`, withToken(token))
const accountOf = async (token: string) =>
  v.parse(SessionAccount, await (await me(token)).json()).appKitAccount ?? expect.fail('There is no account.')
const put = (token: string, metadata: unknown, on = api) =>
  on.send(`/auth/v1/account-metadata${common}`, {
    method: 'PUT',
    headers: { ...withToken(token), 'content-type': 'application/json' },
    body: JSON.stringify({ metadata }),
  })

test('[X6] a contract at the same address of another network is another account; a key’s is the same everywhere', async () => {
  const contract = { address: factory, abi: localAccountFactoryAbi } as const
  const args = [owner.address] as const
  const address = await readContract(createClient({ transport: http(anvil.url) }), {
    ...{ ...contract, functionName: 'accountOf', args },
  })
  const data = encodeFunctionData({ ...contract, functionName: 'deploy', args })
  const tokenOf = async (chainId: SiwxMessage['chainId'], accountAddress: Hex) => {
    const isKey = accountAddress === owner.address
    const wrapped = (signature: Hex) => serializeErc6492Signature({ address: factory, data, signature })
    return signIn({ chainId, accountAddress, wrapped: isKey ? undefined : wrapped })
  }
  const [here, there] = [await tokenOf('eip155:31337', address), await tokenOf('eip155:31338', address)]
  await put(here, { of: 'here' })
  expect((await accountOf(there)).metadata).toBeNull()
  await put(there, { of: 'there' })
  expect((await accountOf(here)).metadata).toEqual({ of: 'here' })
  expect((await accountOf(await tokenOf('eip155:31338', address))).metadata).toEqual({ of: 'there' })
  await put(await tokenOf('eip155:31337', owner.address), { of: 'key' })
  expect((await accountOf(await tokenOf('eip155:31338', owner.address))).metadata).toEqual({ of: 'key' })
  expect(await database.orm.select().from(signedInAccounts)).toHaveLength(3)
})

test('what one network makes a project keep is so much: its own oldest go first, others’ stay', async () => {
  const [first, second] = [await signIn(), await signIn()]
  const stranger = privateKeyToAccount(generatePrivateKey())
  await signIn({ by: stranger, on: await open({ remoteAddress: '198.51.100.9' }) })
  const [own] = await database.orm.select().from(signedInAccounts).orderBy(signedInAccounts.createdAt)
  if (own === undefined) return expect.fail()
  // As many as one network has room for, all of them newer, each with as much as a dapp may say of it.
  const text = 'x'.repeat(7_000)
  const many = Array.from({ length: Math.ceil(ownerBytes / 8_000) }, (_, index) => ({
    ...{ id: randomUUID(), profileId: randomUUID(), projectId: 'demo', family: 'eip155', chainId: 'eip155:31337' },
    ...{ address: `0x${index}`, owner: own.owner, metadata: { text }, createdAt: new Date(api.time) },
    ...{ lastSignedInAt: new Date(api.time), updatedAt: new Date(api.time + 1 + index) },
  }))
  for (let from = 0; from < many.length; from += 500) {
    await database.orm.insert(signedInAccounts).values(many.slice(from, from + 500))
  }
  owner = privateKeyToAccount(generatePrivateKey())
  api.time += 3_600_000
  const third = await signIn()
  expect([(await me(first)).status, (await me(second)).status, (await me(third)).status]).toEqual([401, 401, 200])
  const left = await database.orm.select().from(signedInAccounts)
  const bytes = left.filter((row) => row.owner === own.owner).reduce((sum, { size }) => sum + (size ?? 0), 0)
  expect(bytes).toBeLessThanOrEqual(ownerBytes)
  expect(bytes).toBeGreaterThan(ownerBytes - 10_000)
  expect(left.map(({ address }) => address)).toContain(stranger.address.toLowerCase())
  expect(JSON.stringify(left)).not.toContain('198.51.100')
})

test('of a project that keeps too much, the owner who has most loses its oldest', async () => {
  const of = (owner: string, index: number) => ({
    ...{ id: randomUUID(), profileId: randomUUID(), projectId: 'demo', family: 'eip155', chainId: 'eip155:31337' },
    ...{ address: `0x${owner}${index}`, owner, createdAt: new Date(api.time), lastSignedInAt: new Date(api.time) },
    ...{ updatedAt: new Date(api.time + index) },
  })
  const few = [0, 1, 2].map((index) => of('few', index))
  const many = Array.from({ length: 61 }, (_, index) => of('many', index + 10))
  await database.orm.insert(signedInAccounts).values([...few, ...many])
  const projectBytes = 35 * 1024
  const log = { warn: expect.fail }
  await runRound((clock) => createSignInKeeping({ orm: database.orm, clock, log, projectBytes }), api.time)
  const left = await database.orm.select().from(signedInAccounts).orderBy(signedInAccounts.updatedAt)
  expect(left.map(({ address }) => address)).toEqual([...few, ...many.slice(-32)].map(({ address }) => address))
})

test('an account is signed in fifty times at once: the session that would end first is ended', async () => {
  const tokens = []
  for (let count = 0; count < 51; count += 1) {
    tokens.push(await signIn())
    api.time += 3_000
  }
  const statuses = await Promise.all(tokens.map(async (token) => (await me(token)).status))
  expect(statuses).toEqual([401, ...Array<number>(50).fill(200)])
})

test('what a network writes for accounts and of them is bounded, and another is served meanwhile', async () => {
  const trusting = await open({ config: { sessionKeys, trustedProxies: ['203.0.113.77'] } })
  const behind = (address: string): TestApi => ({
    ...trusting,
    get: (path, headers = {}) => trusting.get(path, { ...headers, 'x-forwarded-for': address }),
    post: (path, body, headers = {}) => trusting.post(path, body, { ...headers, 'x-forwarded-for': address }),
    send: (path, init) => trusting.send(path, { ...init, headers: { ...init.headers, 'x-forwarded-for': address } }),
  })
  const [first, neighbour, another] = [behind('192.0.2.1'), behind('192.0.2.200'), behind('198.51.100.9')]
  const [token, other] = [await signIn({ on: first }), await signIn({ on: neighbour })]
  const text = 'x'.repeat(8_000)
  let written = 0
  const statuses = new Set<number>()
  for (let time = 0; time < 400; time += 1) {
    const isFirst = time % 2 === 0
    const { status } = await put(isFirst ? token : other, { text, time }, isFirst ? first : neighbour)
    statuses.add(status)
    if (status === 200) written += text.length
  }
  expect([...statuses]).toEqual([200, 429])
  expect(written).toBeLessThanOrEqual(signInFigures.networkBytes.burst)
  expect((await put(token, null, first)).status).toBe(200)
  // An account that is there signs in all the same, and in another network whoever wants to.
  const known = owner
  await signIn({ by: known, on: neighbour })
  const elsewhere = await signIn({ by: privateKeyToAccount(generatePrivateKey()), on: another })
  expect((await put(elsewhere, { text }, another)).status).toBe(200)
})
