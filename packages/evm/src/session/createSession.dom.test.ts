import { type Connector, createFoyer, type LiveConnection } from '@foyer/core'
import { mainnet } from '@foyer/core/networks'
import type { SessionOf } from '@foyer/core/permissions'
import { IDBFactory } from 'fake-indexeddb'
import { isAddressEqual } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { delegationContext, enforcer, manager, word } from '../actions/test/grants.js'
import { evm } from '../index.js'
import { account, delegationManager, type Script, scriptedWallet, sessionKey, token } from '../test/scriptedWallet.js'
import { evmSession, type SessionPlan } from './index.js'
import { type KeptGrant, keepSession, readSession } from './keptSession.js'

const stops: (() => void)[] = []
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  // Node's copies would have bytes that are none of jsdom's; that copies open is tried beside `keptSession`.
  vi.stubGlobal('structuredClone', (value: unknown) => value)
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const plan: SessionPlan = {
  name: 'tea',
  permission: { type: 'spend', token, limit: { type: 'periodic', amount: 100n, periodSeconds: 86_400 } },
  lastsSeconds: 3_600,
}
/** As chains have it, for which they are asked. */
const readable = delegationContext({
  ...{ delegate: sessionKey, delegator: account, authority: word(2n ** 256n - 1n), salt: 1n, signature: '0x' },
  caveats: [{ enforcer: enforcer.limitedCalls, terms: word(2), args: '0x' }],
})
const nameOf = (address: string) => `tea eip155:1 ${address.toLowerCase()} `

interface Opened {
  readonly script?: Script | undefined
  readonly address?: `0x${string}` | undefined
  readonly more?: Partial<SessionPlan> | undefined
}

/** A session in a page whose wallet grants what it is asked for, as it is watched by what draws. */
async function opened({ script, address = account, more }: Opened = {}) {
  const wallet = scriptedWallet(script)
  const live: LiveConnection = {
    accounts: [{ namespace: 'eip155', address, type: 'eoa' }],
    networks: { eip155: 'eip155:1' },
    providers: { eip155: wallet },
    listen: () => () => {},
    switchNetwork: async () => {},
    disconnect: async () => {},
  }
  const connector: Connector = {
    ...{ id: 'fox', type: 'ANNOUNCED', name: 'Fox', families: ['eip155'] },
    connect: async () => live,
    restore: async () => null,
  }
  const foyer = createFoyer({ projectId: 'project', networks: [mainnet], adapters: [evm()], connectors: [connector] })
  const reported: unknown[] = []
  foyer.onError((error) => reported.push(error))
  stops.push(foyer.start())
  await foyer.connect({ connectorId: 'fox' })
  const session = evmSession({ ...plan, ...more }).of(foyer)
  stops.push(session.subscribe(() => {}))
  await vi.waitUntil(() => session.get().phase !== 'loading')
  return { foyer, wallet, session, reported }
}

const keyOf = ({ wallet }: Pick<Awaited<ReturnType<typeof opened>>, 'wallet'>) =>
  wallet.asked.filter(({ method }) => method === 'wallet_requestExecutionPermissions').map(({ params }) => toOf(params))
const toOf = (params: unknown): unknown => Object(params)[0].to
const phases = (session: SessionOf<'eip155'>) => [session.get().phase, session.get().why]

test('a key is made once and kept before the wallet is asked, is the one that the permission is for, and stands again after a reload', async () => {
  let keptFirst: unknown
  const one = await opened({
    script: {
      async wallet_requestExecutionPermissions() {
        keptFirst = await readSession(globalThis, nameOf(account))
        throw { code: 4001, message: 'No.' }
      },
    },
  })
  expect(phases(one.session)).toEqual(['none', undefined])
  await expect(one.session.grant()).rejects.toMatchObject({ code: 'user_rejected' })
  expect([keptFirst, one.session.get().phase]).toMatchObject([{ granted: undefined }, 'none'])

  const two = await opened()
  const granted = await two.session.grant()
  const kept = await readSession(globalThis, nameOf(account))
  const address = kept && privateKeyToAddress(kept.privateKey)
  expect([keyOf(one), keyOf(two)]).toEqual([[address], [address]])
  expect([granted.to, two.session.get().address, kept?.granted?.context]).toEqual([address, address, granted.context])
  expect(phases(two.session)).toEqual(['active', undefined])

  const { session } = await opened()
  expect([session.get().phase, session.get().address]).toEqual(['active', address])
})

test('[F13] a session whose contract is gone sends nothing, and its contract is asked once a minute', async () => {
  const calls: SessionPlan['permission'] = {
    ...{ type: 'call', target: token, count: 5 },
    abi: [{ type: 'function', name: 'move', inputs: [{ type: 'uint8' }] }],
  }
  const caveats = [
    { enforcer: enforcer.allowedTargets, terms: token, args: '0x' },
    { enforcer: enforcer.allowedMethods, terms: '0x12345678', args: '0x' },
  ] as const
  const authority = word(2n ** 256n - 1n)
  const context = delegationContext({
    delegate: sessionKey,
    delegator: account,
    authority,
    salt: 1n,
    signature: '0x',
    caveats,
  })
  const asked: string[] = []
  let code = '0x'
  vi.stubGlobal('fetch', async (_: unknown, init?: RequestInit) => {
    const body: unknown = JSON.parse(String(init?.body))
    const answers = [body].flat().map((each) => {
      const { id, method, params } = Object(each)
      asked.push(`${method} ${params[0]}`.toLowerCase())
      return { jsonrpc: '2.0', id, result: method === 'eth_getCode' ? code : '0x' }
    })
    return Response.json(Array.isArray(body) ? answers : answers[0])
  })
  const kept: KeptGrant = { context, delegationManager: manager, expiresAt: 4_000_000_000 }
  await keepSession(globalThis, nameOf(account), { privateKey: generatePrivateKey(), granted: kept })
  const again = await opened({ more: { permission: calls } })
  const act = () => again.session.redeem({ to: token }, { paidBy: 'key' })
  const codesAsked = () => asked.filter((each) => each === `eth_getcode ${token}`.toLowerCase()).length
  await expect(act()).rejects.toMatchObject({ code: 'session_contract_changed' })
  expect(asked.join()).not.toContain('eth_estimategas')
  code = '0x00'
  await expect(act()).rejects.not.toMatchObject({ code: 'session_contract_changed' })
  expect(asked.join()).toContain('eth_estimategas')
  const before = codesAsked()
  expect(before).toBe(2)
  await expect(act()).rejects.toThrow()
  expect(codesAsked()).toBe(before)
})

test('another account has none of it', async () => {
  await (await opened()).session.grant()
  const other = await opened({ address: sessionKey })
  expect([other.session.get().phase, other.session.get().address]).toEqual(['none', undefined])
  await expect(other.session.redeem({ to: token })).rejects.toMatchObject({ code: 'no_session' })
  await expect(other.session.end()).rejects.toMatchObject({ code: 'no_session' })
  await other.session.grant()
  const [mine, theirs] = await Promise.all([account, sessionKey].map((each) => readSession(globalThis, nameOf(each))))
  expect(mine && theirs && mine.privateKey !== theirs.privateKey).toBe(true)
})

test('[F20] a record that can’t be opened is reported by name and none, and the next grant makes another key', async () => {
  const { session } = await opened()
  await session.grant()
  const before = await readSession(globalThis, nameOf(account))
  // Another browser's of the same session.
  vi.stubGlobal('origin', 'https://other.example')
  const again = await opened()
  expect(again.reported).toMatchObject([{ code: 'session_not_kept', facts: { why: 'foreign' } }])
  expect(phases(again.session)).toEqual(['none', undefined])
  await again.session.grant()
  const after = await readSession(globalThis, nameOf(account))
  expect([after?.privateKey === before?.privateKey, again.session.get().phase]).toEqual([false, 'active'])
})

test('in a browser without storage nothing is granted to a key that would be lost, and why is said', async () => {
  vi.stubGlobal('indexedDB', undefined)
  const { session, wallet, reported } = await opened()
  expect(reported).toMatchObject([{ code: 'session_not_kept', facts: { why: 'storage' } }])
  await expect(session.grant()).rejects.toMatchObject({ code: 'session_not_kept' })
  expect([session.get().phase, keyOf({ wallet })]).toEqual(['none', []])
})

test('storage that answers later than the page needs it loses no key: the next grant is for the one that is kept', async () => {
  await (await opened()).session.grant()
  const before = await readSession(globalThis, nameOf(account))
  const { indexedDB } = globalThis
  vi.stubGlobal('indexedDB', undefined)
  const again = await opened()
  expect(phases(again.session)).toEqual(['none', undefined])
  vi.stubGlobal('indexedDB', indexedDB)
  await again.session.grant()
  expect((await readSession(globalThis, nameOf(account)))?.privateKey).toBe(before?.privateKey)
})

test('a network that is away undoes no grant, and a session that it says nothing of may be used until its time is over', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('Away.')))
  const script: Script = {
    wallet_requestExecutionPermissions: (params) => [
      { ...Object(params)[0], context: readable, dependencies: [], delegationManager },
    ],
  }
  const one = await opened({ script })
  await one.session.grant()
  expect([phases(one.session), one.reported.length]).toEqual([['active', undefined], 1])
  const { session, reported } = await opened()
  expect([phases(session), session.get().reading, reported.length]).toEqual([['active', undefined], undefined, 1])
  vi.useFakeTimers({ now: Date.now() + 2 * 3_600_000, toFake: ['Date'] })
  stops.push(() => vi.useRealTimers())
  expect(phases((await opened()).session)).toEqual(['over', 'expired'])
})

test('a key of the backend’s is named to the wallet, and none is used in the page', async () => {
  const one = await opened({ more: { to: sessionKey } })
  const granted = await one.session.grant()
  expect([keyOf(one), granted.to]).toEqual([[sessionKey], sessionKey])
  expect(isAddressEqual(sessionKey, `0x${String(one.session.get().address).slice(2)}`)).toBe(true)
  await expect(one.session.redeem({ to: token })).rejects.toMatchObject({ code: 'no_session' })
})

test('what the account ends is over once its wallet says so, and asked for once', async () => {
  const { session, wallet } = await opened()
  await session.grant()
  await session.end()
  const ends = wallet.asked.filter(({ method }) => method === 'wallet_revokeExecutionPermission')
  expect([ends.length, wallet.granted]).toEqual([1, []])
})
