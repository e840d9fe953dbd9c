import { askCallableCall } from '@foyer/login/vouchedCalls'
import { delegateAddress, delegationManager } from '@foyer/signing/delegate'
import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import { bytesToHex, createTestClient, http, isAddress, parseEther, parseTransaction } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChainHost, startChainHost } from '../test/chainHost.js'
import { logIn, memoryDatabase, type TestFrame, testFrame } from '../test/testFrame.js'
import { openDeviceStore } from '../vault/deviceStore.js'
import { grantsIn } from './grants.js'

let chain: StartedChain
let host: ChainHost
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  await deployDelegation({ url: chain.url })
  host = await startChainHost(chain.url)
})
afterAll(async () => {
  await host.stop()
  await chain.stop()
})

const node = () => createTestClient({ mode: 'anvil', transport: http(chain.url) })
/** `disableDelegation` of the manager. */
const disabling = '0x49934047'
const fresh = () => privateKeyToAccount(generatePrivateKey()).address
const local = { currency: { symbol: 'ETH', decimals: 18 }, tokens: [], chainId: 'eip155:31337', name: 'Local' }
const solana = { chainId: 'solana:local', name: 'Solana', currency: { symbol: 'SOL', decimals: 9 }, tokens: [] }
const other = { ...local, chainId: 'eip155:1', name: 'Ethereum' }

async function opened(more: Parameters<typeof testFrame>[0] = {}) {
  const frame = await testFrame({
    ...{ origin: host.origin, own: globalThis.fetch },
    // The one in use is another than the permission's.
    settings: { chainId: other.chainId, networks: [{ ...local, delegate: delegateAddress }, other, solana] },
    ...more,
  })
  await logIn(frame)
  const { address } = Object((await frame.ask('GET_USER')).payload)
  if (!isAddress(address)) throw new Error('There is no address.')
  await node().setBalance({ address, value: parseEther('1') })
  return { ...frame, address }
}

const rpc = async ({ ask }: Pick<TestFrame, 'ask'>, method: string, params?: unknown) => {
  const { ok, payload } = await ask('RPC_REQUEST', { method, params })
  return ok ? payload : Object(payload).code
}

const until = (seconds: number) => [{ type: 'expiry', data: { timestamp: Math.floor(Date.now() / 1_000) + seconds } }]

async function approve({ frame }: TestFrame) {
  await expect.poll(() => frame.state.get().approvals.length).toBe(1)
  const [approval] = frame.state.get().approvals
  if (!approval) throw new Error('Nothing is shown.')
  frame.approvals.approve(approval.id, approval.hashes)
  return approval
}

test('[F13] calls whose effect isn’t known are granted where the login server says that the operator lists them, whatever the page says', async () => {
  const frame = await opened()
  const [address, to] = [fresh(), fresh()]
  await node().setCode({ address, bytecode: '0x00' })
  const data = { address, selectors: ['0x70e87aaf'], callLimit: 5 }
  const asking = () =>
    rpc(frame, 'wallet_requestExecutionPermissions', [
      { chainId: '0x7a69', to, permission: { type: 'contract-call', data }, rules: until(86_400) },
    ])
  const listed = new Set<string>()
  frame.servers.more.set(askCallableCall.path, () => ({ selectors: [...listed] }))
  expect(await asking()).toBe(5700)
  listed.add('0x70e87aaf')
  const granting = asking()
  expect((await approve(frame)).shown.title).toBe('Let a key call a contract without asking you')
  const [answer] = [await granting].flat()
  expect(answer).toMatchObject({ to, permission: { type: 'contract-call' } })
  listed.clear()
  expect(await asking()).toBe(5700)
})

test('[F13] a permission is granted by one approval on the network that it names, listed to its site by a frame that is loaded again, and ended on chain', async () => {
  const database = memoryDatabase()
  const frame = await opened({ database })
  const to = fresh()
  const permission = { type: 'native-token-periodic', data: { periodAmount: '0x64', periodDuration: 86_400 } }
  const rules = until(86_400)
  const asking = rpc(frame, 'wallet_requestExecutionPermissions', [{ chainId: '0x7a69', to, permission, rules }])
  const { shown, payloads, hashes } = await approve(frame)
  // The switch to the network's code in both its parts, and the permission.
  expect([payloads.length, hashes.length]).toEqual([2, 3])
  expect([shown.title, shown.act]).toEqual(['Let a key spend your ETH without asking you', 'Allow'])
  const [answer] = [await asking].flat()
  expect(answer).toMatchObject({ chainId: '0x7a69', from: frame.address, to, delegationManager })
  expect(frame.workers.posted.filter(({ to: task }) => task.task === 'sign')).toHaveLength(2)
  const again = await testFrame({
    ...{ database, servers: frame.servers, origin: host.origin, own: globalThis.fetch },
    settings: { chainId: local.chainId, networks: [{ ...local, delegate: delegateAddress }, solana] },
  })
  expect(await rpc(again, 'wallet_getGrantedExecutionPermissions', [])).toEqual([answer])
  const ending = rpc(again, 'wallet_revokeExecutionPermission', [{ permissionContext: Object(answer).context }])
  const ended = await approve(again)
  expect(ended.shown.title).toBe('End a permission')
  // What is approved is the very transaction: the manager's call that ends the permission which is named.
  expect(ended.shown.facts.find(({ label }) => label === 'Permission')?.value).toMatch(/^0x[0-9a-f]{64}$/)
  const [sent] = ended.payloads
  if (!(sent instanceof Uint8Array)) throw new Error('It isn’t one transaction.')
  const { to: called, data, chainId } = parseTransaction(bytesToHex(sent))
  expect([called, data?.slice(0, 10), chainId]).toEqual([delegationManager.toLowerCase(), disabling, 31_337])
  expect(data).toContain(to.slice(2).toLowerCase())
  expect(await ending).toEqual({})
  const signed = again.workers.posted.flatMap(({ to: task }) => (task.task === 'sign' ? [task] : []))
  expect(signed).toHaveLength(1)
  expect(await rpc(again, 'wallet_getGrantedExecutionPermissions', [])).toEqual([])
})

test('what is supported is said without a question; another’s permissions and a rejected one aren’t there', async () => {
  const frame = await opened()
  expect(await rpc(frame, 'wallet_getSupportedExecutionPermissions', [])).toMatchObject({
    'erc20-token-periodic': { chainIds: ['0x7a69'], ruleTypes: ['expiry', 'redeemer', 'payee'] },
  })
  const permission = { type: 'native-token-allowance', data: { allowanceAmount: '0x1' } }
  const asked = [{ chainId: '0x7a69', to: fresh(), permission, rules: until(60) }]
  const asking = rpc(frame, 'wallet_requestExecutionPermissions', asked)
  await expect.poll(() => frame.frame.state.get().approvals.length).toBe(1)
  frame.frame.approvals.rejectAll()
  expect(await asking).toBe(4001)
  expect(await rpc(frame, 'wallet_getGrantedExecutionPermissions', [])).toEqual([])
  expect(await rpc(frame, 'wallet_requestExecutionPermissions', [{ ...asked[0], chainId: '0x1' }])).toBe(5710)
  expect(await rpc(frame, 'wallet_revokeExecutionPermission', { permissionContext: '0x' })).toBe(-32_602)
})

test('what two tabs are granted at a time is kept by both, up to 50; a row that was changed is left out alone', async () => {
  const database = memoryDatabase()
  const site = 'https://dapp.example'
  const locks = createLocks()
  const open = () => openDeviceStore({ database, report: () => {} })
  // Both are of the device that is kept by then.
  const first = await open()
  const stores = [first, await open()]
  const grant = (digit: number) => ({
    ...{ chainId: 'eip155:1', context: `0x${digit.toString(16).padStart(4, '0')}`, answer: { digit } },
  })
  const [one, two] = stores.map((store) => grantsIn({ store, site }, locks))
  // Rows of all sites are one list, where the browser keeps one store for them.
  const elsewhere = grantsIn({ store: await open(), site: 'https://other.example' }, locks)
  await Promise.all(
    [1, 2, 3].flatMap((digit) => [one?.add(grant(digit)), two?.add(grant(digit + 3)), elsewhere.add(grant(digit + 6))]),
  )
  expect((await elsewhere.list()).map(({ answer }) => answer.digit).sort()).toEqual([7, 8, 9])
  expect((await one?.list())?.map(({ answer }) => answer.digit).sort()).toEqual([1, 2, 3, 4, 5, 6])
  await first.refresh()
  const { grants = [] } = first.get()
  await first.set({ grants: [7, null, { ...grant(9), site, context: 'x' }, ...grants] })
  expect(await two?.list()).toHaveLength(6)
  for (let digit = 100; digit < 160; digit += 1) await two?.add(grant(digit))
  const kept = (await one?.list()) ?? []
  expect([kept.length, kept[0]?.answer]).toEqual([50, { digit: 159 }])
})

/** The browser's locks: one holder of a name at a time. */
function createLocks(): Pick<LockManager, 'request'> {
  const held = new Map<string, Promise<unknown>>()
  const request = (name: string, act: LockGrantedCallback<unknown>) => {
    const mine = (held.get(name) ?? Promise.resolve()).then(() => act({ name, mode: 'exclusive' }))
    held.set(
      name,
      mine.catch(() => {}),
    )
    return mine
  }
  return Object.assign(Object.create(null), { request })
}
