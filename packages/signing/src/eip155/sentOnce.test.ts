import { type Address, concat, encodeFunctionData, type Hex, keccak256, parseAbi, zeroAddress } from 'viem'
import { getBalance, getTransactionCount } from 'viem/actions'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { delegateAddress, delegationManager } from '../delegate.js'
import { prepareSwitchCode } from './switchCode.js'
import {
  askNode,
  client,
  codeOf,
  freshAddress,
  keys,
  node,
  nodeAnswers,
  onSmartChain,
  two,
  walletOf,
} from './test/smartStage.js'

// What was sent is sent once, and said as it is, whatever the node answers or leaves out.

onSmartChain()
afterEach(async () => {
  vi.unstubAllGlobals()
  await node().setAutomine(true)
})

const balances = (calls: readonly { readonly to: Address }[]) =>
  Promise.all(calls.map(({ to }) => getBalance(client(), { address: to })))
const hexOf = (number: bigint | number): Hex => `0x${number.toString(16)}`
const waits = 'An earlier transaction of yours is still pending. This one is sent once that is in a block.'

/** Has the account the delegate's code, and nothing pending. */
async function switchedOn(place: number) {
  const wallet = walletOf(place)
  await (await wallet.send(two(), { id: '0xup' })).perform()
  await wallet.ended('0xup')
  return wallet
}

describe.each([
  ['one call', 1],
  ['two calls', 2],
] as const)('[F16] a batch of %s', (_, count) => {
  const calls = () => two().slice(0, count)

  test.each([
    ['the answer is lost', () => Promise.reject(new TypeError('fetch failed'))],
    ['the node has it already', () => ({ error: { code: -32_000, message: 'already known' } })],
    ['the operator’s server heard nothing', () => ({ error: { code: -32_002, message: 'The nodes don’t answer.' } })],
  ])('is sent where the node has it, though %s, and its id is taken', async (_how, answer) => {
    const wallet = walletOf(count + 4)
    const all = calls()
    const id = `0x${crypto.randomUUID().replaceAll('-', '')}`
    const prepared = await wallet.send(all, { id })
    nodeAnswers(async ({ method, params }) => {
      if (method !== 'eth_sendRawTransaction') return undefined
      await askNode(method, params)
      return answer()
    })
    expect(await prepared.perform()).toEqual({ id })
    vi.unstubAllGlobals()
    expect(await wallet.ended(id)).toMatchObject({ status: 200 })
    expect(await wallet.refusal('wallet_sendCalls', wallet.batch(all, { id }))).toBe(5720)
    expect(await balances(all)).toEqual([1n, 2n].slice(0, count))
  })

  test('that nobody knows to be there is pending until another has its number', async () => {
    const wallet = walletOf(3)
    const prepared = await wallet.send(calls(), { id: `0xnever${count}` })
    nodeAnswers(({ method }) => {
      if (method === 'eth_sendRawTransaction') throw new TypeError('fetch failed')
      return undefined
    })
    await expect(prepared.perform()).rejects.toThrow()
    vi.unstubAllGlobals()
    const status = async () => wallet.answer('wallet_getCallsStatus', [`0xnever${count}`])
    expect(await status()).toMatchObject({ status: 100 })
    await (await wallet.asked(wallet.ask('eth_sendTransaction', [{ from: wallet.address, to: zeroAddress }]))).perform()
    expect(await status()).toMatchObject({ status: 400, receipts: [] })
  })

  test('that the node refuses was never sent', async () => {
    const wallet = walletOf(3)
    const prepared = await wallet.send(calls(), { id: `0xrefused${count}` })
    nodeAnswers(({ method }) =>
      method === 'eth_sendRawTransaction' ? { error: { code: -32_000, message: 'underpriced' } } : undefined,
    )
    await expect(prepared.perform()).rejects.toThrow()
    vi.unstubAllGlobals()
    expect(await wallet.answer('wallet_getCallsStatus', [`0xrefused${count}`])).toMatchObject({ status: 400 })
  })
})

test('[F16] a batch whose place another transaction takes ends, and that it takes it is said before', async () => {
  const wallet = await switchedOn(9)
  const plain = () => wallet.asked(wallet.ask('eth_sendTransaction', [{ from: wallet.address, to: freshAddress() }]))
  expect((await plain()).words.warnings).toEqual([])
  await node().setAutomine(false)
  await (await wallet.send(two(), { id: '0xreplaced' })).perform()
  const nonce = hexOf(await getTransactionCount(client(), { address: wallet.address }))
  const fees = { maxFeePerGas: '0x174876e800', maxPriorityFeePerGas: '0x2540be400' }
  const request = [{ from: wallet.address, to: freshAddress(), value: '0x1', nonce, ...fees }]
  const instead = await wallet.asked(wallet.ask('eth_sendTransaction', request))
  expect(instead.words.warnings).toContain('It takes the place of a transaction of yours that is still pending.')
  await instead.perform()
  await node().mine({ blocks: 1 })
  expect(await wallet.answer('wallet_getCallsStatus', ['0xreplaced'])).toMatchObject({ status: 400 })
})

test('[F16] of two that wait for the same, the second is asked again with a number of its own, and both are carried out', async () => {
  const wallet = await switchedOn(8)
  await node().setAutomine(false)
  const [calls, to] = [two(), freshAddress()]
  const plain = (more: object = {}) =>
    wallet.asked(wallet.ask('eth_sendTransaction', [{ from: wallet.address, to, value: '0x9', ...more }]))
  await (await plain()).perform()
  const batch = await wallet.send(calls, { id: '0xwaiting' })
  const other = await plain()
  for (const { words } of [batch, other]) expect(words.warnings).toContain(waits)
  const sending = batch.perform()
  const again = await other.recheck?.()
  if (again?.kind !== 'ask') return expect.fail('It isn’t asked again.')
  const sendingOther = again.perform()
  // A block for each of the three: the node takes one of such an account at a time.
  const mining = setInterval(() => void node().mine({ blocks: 1 }), 300)
  await Promise.all([sending, sendingOther])
  clearInterval(mining)
  await node().mine({ blocks: 1 })
  expect(await wallet.answer('wallet_getCallsStatus', ['0xwaiting'])).toMatchObject({ status: 200 })
  expect(await balances([...calls, { to }])).toEqual([1n, 2n, 18n])
})

test('[F16] beside a node that doesn’t count what is pending, a batch takes no payment’s place', async () => {
  const wallet = await switchedOn(7)
  await node().setAutomine(false)
  const [payee, calls] = [freshAddress(), two()]
  await (
    await wallet.asked(wallet.ask('eth_sendTransaction', [{ from: wallet.address, to: payee, value: '0x9' }]))
  ).perform()
  nodeAnswers(({ method, params }) =>
    method === 'eth_getTransactionCount' ? askNode(method, [params[0], 'latest']) : undefined,
  )
  const batch = await wallet.send(calls, { id: '0xtakes' })
  const mining = setInterval(() => void node().mine({ blocks: 1 }), 300)
  await batch.perform()
  clearInterval(mining)
  await node().mine({ blocks: 1 })
  expect(await balances([{ to: payee }, ...calls])).toEqual([9n, 1n, 2n])
})

const empty: Hex = `0x${'20'.padStart(64, '0')}${'0'.repeat(64)}`
const zero: Hex = `0x${'0'.repeat(64)}`
const redeeming = (...contexts: readonly Hex[]) =>
  encodeFunctionData({
    abi: parseAbi(['function redeemDelegations(bytes[],bytes32[],bytes[])']),
    args: [contexts, contexts.map(() => zero), contexts.map(() => concat([zeroAddress, hexOf(10n ** 18n), '0x']))],
  })

test.each([
  ['no delegation', redeeming(empty)],
  ['none beside another', redeeming(`0x${'00'.repeat(32)}`, empty)],
  ['bytes that are no list', redeeming('0x1234')],
])('[F13] the account’s own code is run by no application through the manager, with %s', async (_, data) => {
  const wallet = walletOf(2)
  const call = { to: delegationManager, data }
  expect(await wallet.refusal('eth_sendTransaction', [{ from: wallet.address, ...call }])).toBe(-32_602)
  expect(await wallet.refusal('wallet_sendCalls', wallet.batch([{ to: freshAddress() }, call]))).toBe(-32_602)
})

test.each([
  ['missing', '0x'],
  ['another', '0x00'],
] as const)(
  'where the delegate’s code is %s nothing is switched on, and no batch is as one',
  async (which, bytecode) => {
    const before = (await codeOf(delegateAddress)) ?? '0x'
    for (const place of [1, 8]) {
      // Where the code was found it isn't looked for again: this node hasn't been asked.
      const rpcUrl = `${walletOf(place).network.rpcUrl}/?${which}`
      const wallet = walletOf(place, {}, { rpcUrl })
      await node().setCode({ address: delegateAddress, bytecode })
      expect(await wallet.answer('wallet_getCapabilities', [wallet.address, ['0x7a69']])).toEqual({
        '0x7a69': {},
      })
      expect(await wallet.refusal('wallet_sendCalls', wallet.batch(two(), { atomicRequired: true }))).toBe(5760)
      await node().setCode({ address: delegateAddress, bytecode: before })
    }
  },
)

test('the delegate’s code is read of a node once', async () => {
  const wallet = walletOf(1, {}, { rpcUrl: `${walletOf(1).network.rpcUrl}/?once` })
  const asked: unknown[] = []
  nodeAnswers(({ method, params }) => {
    if (method === 'eth_getCode') asked.push(params)
    return undefined
  })
  for (const _ of [1, 2])
    expect(await wallet.answer('wallet_getCapabilities', [wallet.address, ['0x7a69']])).toMatchObject({
      '0x7a69': { atomic: { status: expect.stringMatching(/supported|ready/) } },
    })
  vi.unstubAllGlobals()
  const ofDelegate = asked.filter((params) =>
    JSON.stringify(params).toLowerCase().includes(delegateAddress.toLowerCase()),
  )
  expect([asked.length, ofDelegate.length]).toEqual([3, 1])
})

test('until the node says what stood at the address, nobody knows whether a batch was carried out; of an old block it needn’t', async () => {
  const wallet = walletOf(2)
  const { address } = wallet
  const plain = await wallet.asked(
    wallet.ask('eth_sendTransaction', [{ from: address, to: zeroAddress, value: '0x1' }]),
  )
  const hash = String(await plain.perform())
  const of = { chainId: wallet.network.chainId, from: address, delegate: delegateAddress, atomic: true, isOver: true }
  wallet.kept.set('0xidle', { id: '0xidle', ...of, hashes: [hash] })
  const status = () => wallet.answer('wallet_getCallsStatus', ['0xidle'])
  nodeAnswers(({ method }) => (method === 'eth_getCode' ? { error: { code: -32_000, message: 'missing' } } : undefined))
  expect(await status()).toMatchObject({ status: 100 })
  await node().mine({ blocks: 130 })
  expect(await status()).toMatchObject({ status: 200 })
  vi.unstubAllGlobals()
  expect(await status()).toMatchObject({ status: 500 })
})

test('a node that knows no code but what stands there lets a first batch run out of no gas', async () => {
  const wallet = walletOf(1)
  nodeAnswers(({ method, params }) => (method === 'eth_estimateGas' ? askNode(method, params.slice(0, 2)) : undefined))
  const calls = [...two(), ...two()]
  const prepared = await wallet.send(calls, { id: '0xgas' })
  vi.unstubAllGlobals()
  await prepared.perform()
  expect(await wallet.ended('0xgas')).toMatchObject({ status: 200 })
})

test('another stranger’s code by the time of the approval is shown anew', async () => {
  const wallet = walletOf(0)
  const key = keys[0] ?? expect.fail()
  const stands = (bytecode: Hex) => node().setCode({ address: wallet.address, bytecode })
  await stands(concat(['0xef0100', freshAddress()]))
  const asked = await wallet.asked(prepareSwitchCode({ network: wallet.network, account: key, to: 'own' }))
  expect(await asked.recheck?.()).toBeUndefined()
  await stands(concat(['0xef0100', freshAddress()]))
  expect(await asked.recheck?.()).toMatchObject({ kind: 'ask' })
  await stands('0x')
})

test('[F13] data for the account itself in a token’s callback is said: its code may act by it', async () => {
  const wallet = walletOf(0)
  const { address: own } = wallet
  const token = keccak256('0x01').slice(0, 42)
  await node().setCode({ address: own, bytecode: concat(['0xef0100', delegateAddress]) })
  const along = `0x${'12'.repeat(40)}` as const
  const data = encodeFunctionData({
    abi: parseAbi(['function safeTransferFrom(address,address,uint256,bytes)']),
    args: [own, own, 1n, along],
  })
  const { words } = await wallet.asked(wallet.ask('eth_sendTransaction', [{ from: own, to: token, data }]))
  expect([words.isDeliberate, words.warnings.join(' ')]).toEqual([true, expect.stringContaining('40 bytes of data')])
  await node().setCode({ address: own, bytecode: '0x' })
})

test('[F16] what waits is sent no more where another has taken its number meanwhile', async () => {
  const wallet = await switchedOn(6)
  await node().setAutomine(false)
  const [first, to] = [freshAddress(), freshAddress()]
  const plain = (more: object) =>
    wallet.asked(wallet.ask('eth_sendTransaction', [{ from: wallet.address, value: '0x9', ...more }]))
  await (await plain({ to: first })).perform()
  const waiting = await plain({ to })
  expect(waiting.words.warnings).toContain(waits)
  const sending = waiting.perform()
  // By another page of the account's, which knows nothing of what waits here.
  const nonce = hexOf((await getTransactionCount(client(), { address: wallet.address })) + 1)
  const whole = await wallet.asked(wallet.ask('eth_signTransaction', [{ from: wallet.address, to: first, nonce }]))
  await node().setCode({ address: wallet.address, bytecode: '0x' }) // so that the node takes two at once
  await askNode('eth_sendRawTransaction', [await whole.perform()])
  await node().mine({ blocks: 1 })
  await expect(sending).rejects.toThrow('sent in its place')
  await node().mine({ blocks: 1 })
  expect(await balances([{ to: first }, { to }])).toEqual([9n, 0n])
})
