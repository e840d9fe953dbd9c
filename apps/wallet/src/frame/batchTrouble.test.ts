import { delegateAddress } from '@foyer/signing/delegate'
import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import { type Address, concat, createTestClient, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getBalance, getCode, getTransactionCount } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChainHost, startChainHost } from '../test/chainHost.js'
import { approve, ended, localNetwork, type Made, openFunded, rpc, sendCalls } from '../test/framedBatches.js'
import { cookieJar, logIn, refusedDatabase, testFrame } from '../test/testFrame.js'
import { openDeviceStore } from '../vault/deviceStore.js'
import { batchesIn } from './batches.js'

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
const fresh = () => privateKeyToAccount(generatePrivateKey()).address
const networks = [{ ...localNetwork, delegate: delegateAddress }]
const opened = () =>
  openFunded({ url: chain.url, origin: host.origin, settings: { chainId: localNetwork.chainId, networks } })
const send = (made: Made, id: string, calls: readonly object[], atomicRequired = false) =>
  sendCalls(made, id, calls, { atomicRequired })

const balances = (calls: readonly { readonly to: Address }[]) =>
  Promise.all(calls.map(({ to }) => getBalance(node(), { address: to })))
const two = () => [
  { to: fresh(), value: '0x1' },
  { to: fresh(), value: '0x2' },
]

test('[F16] of two batches at once each is carried out once: the second is shown again after the first, by its own number', async () => {
  const { made, address } = await opened()
  const [first, second] = [two(), two()]
  const all = [send(made, '0xfirst', first), send(made, '0xsecond', second)]
  await expect.poll(() => made.frame.state.get().approvals.length).toBe(2)
  const { id } = await approve(made)
  await Promise.race(all)
  const old = await approve(made, id)
  const { shown } = await approve(made, Math.max(id, old.id))
  expect(shown.warnings.map(({ text }) => text).join()).toContain('sent from your address meanwhile')
  expect(await Promise.all(all)).toEqual([{ id: '0xfirst' }, { id: '0xsecond' }])
  for (const each of ['0xfirst', '0xsecond']) expect(await ended(made, each)).toMatchObject({ status: 200 })
  expect(await balances([...first, ...second])).toEqual([1n, 2n, 1n, 2n])
  // The first counts twice, for its authorization.
  expect(await getTransactionCount(node(), { address })).toBe(3)
})

test('[F16] a frame that is loaded again between approval and receipt knows its batch, and sends nothing twice', async () => {
  const { made, address, again } = await opened()
  const calls = two()
  await node().setAutomine(false)
  try {
    const asking = send(made, '0xleft', calls)
    await approve(made)
    await asking
    const next = await again()
    expect(await rpc(next, 'wallet_getCallsStatus', ['0xleft'])).toMatchObject({ status: 100 })
    expect(await send(next, '0xleft', calls)).toBe(5720)
    await node().mine({ blocks: 1 })
    expect(await ended(next, '0xleft')).toMatchObject({ status: 200 })
  } finally {
    await node().setAutomine(true)
    await node().mine({ blocks: 1 })
  }
  expect([await balances(calls), await getTransactionCount(node(), { address })]).toEqual([[1n, 2n], 2])
})

test('a node that says falsely that the code stands at the address has nothing signed but a transaction that does nothing, and what came of it is said', async () => {
  const { made, address } = await opened()
  const calls = two()
  const its = await getCode(node(), { address: delegateAddress })
  const lied = concat(['0xef0100', delegateAddress])
  host.instead.set('eth_getCode', (params) => ({ result: Object(params)[0] === address ? lied : its }))
  const asking = send(made, '0xlied', calls)
  const { shown } = await approve(made)
  expect(shown.warnings.map(({ text }) => text).join()).not.toContain('is switched on for your address')
  await asking
  host.instead.delete('eth_getCode')
  expect(await ended(made, '0xlied')).toMatchObject({ status: 500, receipts: [{ status: '0x1' }] })
  expect([await balances(calls), await getCode(node(), { address })]).toEqual([[0n, 0n], undefined])
})

test('a node that says falsely that another’s code stands there, or a contract’s, has nothing signed at all', async () => {
  const { made } = await opened()
  for (const code of [concat(['0xef0100', fresh()]), '0x6001']) {
    host.instead.set('eth_getCode', () => ({ result: code }))
    expect(await send(made, '0xnever', two(), true)).toBe(5760)
  }
  host.instead.delete('eth_getCode')
  expect(made.workers.posted.filter(({ to }) => to.task === 'sign')).toEqual([])
})

test('[F16] an id is taken once, in two tabs of one application, and what one has sent the other knows', async () => {
  const { made, again } = await opened()
  const other = await again()
  const calls = two()
  const asking = send(made, '0xorder', calls)
  await approve(made)
  await asking
  await ended(made, '0xorder')
  expect(await rpc(other, 'wallet_getCallsStatus', ['0xorder'])).toMatchObject({ status: 200 })
  expect(await send(other, '0xorder', calls)).toBe(5720)
  expect(await balances(calls)).toEqual([1n, 2n])
})

test('[F16] with storage and cookies blocked the page knows its own batch until it is left', async () => {
  const blocked = { cookie: '' }
  Object.defineProperty(blocked, 'cookie', { get: () => '', set: () => {} })
  const made = await testFrame({
    ...{ origin: host.origin, own: globalThis.fetch, database: refusedDatabase, document: blocked },
    settings: { chainId: localNetwork.chainId, networks },
  })
  await logIn(made)
  const { address } = Object((await made.ask('GET_USER', { chainId: 31337 })).payload)
  await node().setBalance({ address, value: parseEther('1') })
  const calls = two()
  const asking = send(made, '0xblocked', calls)
  await approve(made)
  await asking
  expect(await ended(made, '0xblocked')).toMatchObject({ status: 200 })
  expect(await send(made, '0xblocked', calls)).toBe(5720)
})

test('a cookie keeps of a batch until when it may be on its way, how many it is and its number', async () => {
  const store = await openDeviceStore({ database: refusedDatabase, report: () => {} })
  const batch = { id: '0x1', chainId: 'eip155:1', from: fresh(), atomic: true, hashes: [], isOver: true }
  const page = cookieJar()
  const kept = { ...batch, operation: '0xab', underwayUntil: 1_800_000_000_000, count: 3, nonce: 7 }
  await batchesIn({ store, page, site: 'https://dapp.example' }).set(kept)
  // Another page, which has the cookie alone.
  const next = await openDeviceStore({ database: refusedDatabase, report: () => {} })
  expect(await batchesIn({ store: next, page, site: 'https://dapp.example' }).get('0x1')).toMatchObject(kept)
})
