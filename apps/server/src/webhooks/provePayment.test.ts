import type { Database } from '@foyer/service/db/database'
import { devAccounts, sendUnlocked } from '@foyer/stack'
import {
  createClient,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseEther,
  parseUnits,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Chain } from '../chains/chains.js'
import { ChainUnavailableError } from '../chains/refusals.js'
import { type FakeNode, json, startFakeNode } from '../chains/test/fakeNode.js'
import { openTestDatabase } from '../test/openApi.js'
import { provePayment } from './provePayment.js'
import { PaymentMismatchError, PaymentNotSeenError } from './refusals.js'
import { openSales, type Sales } from './test/openSales.js'

const recipient = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const [{ address: other }] = devAccounts
const dollars = parseUnits('12.5', 6)

let database: Database
let sales: Sales
let chain: Chain
let node: FakeNode
beforeAll(async () => {
  database = await openTestDatabase()
  sales = await openSales()
  chain = (await sales.open({ database })).services.chains.get('eip155:31337')
  node = await startFakeNode(({ response }) => response.writeHead(503).end())
})
afterAll(() => Promise.all([sales?.stop(), database?.close(), node?.stop()]))

const { signal } = new AbortController()
/** Claims 12.5 dollars. */
const claim = (part: Partial<Parameters<typeof provePayment>[0]> & { txHash: Hex }) =>
  provePayment({ chain, token: sales.dollar, recipient, amount: dollars, signal, ...part })

test('a transfer of that token, of that much, to that account is proof, in whatever case they are written', async () => {
  const txHash = await sales.pay({ to: recipient, amount: dollars, token: sales.dollar })
  await claim({ txHash })
  const other = sales.dollar.toLowerCase()
  await provePayment({ chain, txHash, token: other, recipient: recipient.toLowerCase(), amount: dollars, signal })
})

test('of that token to another account it isn’t', async () => {
  const txHash = await sales.pay({ to: other, amount: dollars, token: sales.dollar })
  await expect(claim({ txHash })).rejects.toBeInstanceOf(PaymentMismatchError)
})

test('nor are coins that went to another account', async () => {
  const txHash = await sales.pay({ to: other, amount: parseEther('1') })
  const coins = { token: null, amount: parseEther('1') }
  await provePayment({ chain, txHash, recipient: other, signal, ...coins })
  await expect(claim({ txHash, ...coins })).rejects.toBeInstanceOf(PaymentMismatchError)
})

test('of another token it isn’t', async () => {
  const other = sales.market.tokens.find(({ symbol }) => symbol === 'FYR')?.address
  const txHash = await sales.pay({ to: recipient, amount: parseEther('12.5'), token: other })
  await expect(claim({ txHash })).rejects.toBeInstanceOf(PaymentMismatchError)
})

test('of the network’s own coin it isn’t, nor the other way round', async () => {
  const coins = await sales.pay({ to: recipient, amount: parseEther('20') })
  await expect(claim({ txHash: coins })).rejects.toBeInstanceOf(PaymentMismatchError)
  const tokens = await sales.pay({ to: recipient, amount: dollars, token: sales.dollar })
  await expect(claim({ txHash: tokens, token: null, amount: 1n })).rejects.toBeInstanceOf(PaymentMismatchError)
})

test('a transaction that failed isn’t, whatever it would have paid', async () => {
  const client = createClient({ transport: http(sales.chain.url) })
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, 2n ** 200n] })
  const transaction = { from: devAccounts[1].address, to: sales.dollar, data, gas: 100_000n }
  const { status, transactionHash: txHash } = await sendUnlocked({ client, transaction })
  expect(status).toBe('reverted')
  await expect(claim({ txHash, amount: 0n })).rejects.toBeInstanceOf(PaymentMismatchError)
})

test('it is final once as many blocks are over it as the network needs', async () => {
  const txHash = await sales.pay({ to: recipient, amount: dollars, token: sales.dollar })
  const client = createTestClient({ mode: 'anvil', transport: http(sales.chain.url) })
  expect(await claim({ txHash })).toBe('final')
  const deep = (confirmations: number) => claim({ txHash, chain: { ...chain, confirmations } })
  expect([await deep(1), await deep(3)]).toEqual(['final', 'shallow'])
  await client.mine({ blocks: 1 })
  expect(await deep(3)).toBe('shallow')
  await client.mine({ blocks: 1 })
  expect(await deep(3)).toBe('final')
  expect(await claim({ txHash, chain: { ...chain, id: 'eip155:1' } })).toBe('shallow')
})

test('what isn’t there, and what a node says of it that is none, is not seen', async () => {
  await expect(claim({ txHash: `0x${'ab'.repeat(32)}` })).rejects.toBeInstanceOf(PaymentNotSeenError)
  const answers: unknown[] = [null, {}, { status: '0x1' }, { to: 5, value: 'x' }, 'yes']
  for (const result of answers) {
    node.answer = json({ body: [0, 1, 2].map((id) => ({ jsonrpc: '2.0', id, result })) })
    const liar = await sales.open({ database, others: [{ id: 'eip155:2', url: node.url }] })
    const other = liar.services.chains.get('eip155:2')
    await expect(claim({ txHash: `0x${'cd'.repeat(32)}`, chain: other })).rejects.toBeInstanceOf(PaymentNotSeenError)
  }
})

test('a network that doesn’t answer isn’t a refusal', async () => {
  node.answer = ({ response }) => response.writeHead(503).end()
  const away = await sales.open({ database, others: [{ id: 'eip155:2', url: node.url }] })
  const other = away.services.chains.get('eip155:2')
  await expect(claim({ txHash: `0x${'cd'.repeat(32)}`, chain: other })).rejects.toBeInstanceOf(ChainUnavailableError)
})

describe('whatever else a node shows,', () => {
  const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const word = (hex: string) => `0x${hex.slice(2).padStart(64, '0')}`
  /** A transaction of one block ago, as its network's node shows it. */
  const shown = ({
    status = '0x1',
    value = '0x0',
    logs = [],
  }: {
    status?: string
    value?: string
    logs?: object[]
  }) => {
    const byMethod: Readonly<Record<string, unknown>> = {
      eth_getTransactionByHash: { to: recipient, value },
      eth_getTransactionReceipt: { status, blockNumber: '0x1', logs },
      eth_blockNumber: '0x1',
    }
    const request: Chain['request'] = async ({ calls }) => calls.map(({ method }) => ({ result: byMethod[method] }))
    return { chain: { ...chain, request }, txHash: `0x${'ab'.repeat(32)}` } as const
  }
  const transfer = (part: object) => ({
    address: sales.dollar,
    topics: [transferTopic, word(other), word(recipient)],
    data: word('0xbebc20'),
    ...part,
  })

  test('coins of a transaction that failed were not paid', async () => {
    const coins = { token: null, amount: 1n }
    expect(await claim({ ...shown({ value: '0x1' }), ...coins })).toBe('final')
    const failed = claim({ ...shown({ value: '0x1', status: '0x0' }), ...coins })
    await expect(failed).rejects.toThrow('The transaction failed')
  })

  test.each([
    ['an NFT of that contract', (log: { topics: string[] }) => ({ topics: [...log.topics, word('0xff')], data: '0x' })],
    ['an event of another length', () => ({ data: `${word('0xbebc20')}00` })],
    ['an approval', () => ({ topics: [word('0x1'), word(other), word(recipient)] })],
  ])('%s is no amount of it', async (_, change) => {
    const paid = transfer({})
    expect(await claim({ ...shown({ logs: [paid] }), amount: 0xbebc20n })).toBe('final')
    const instead = claim({ ...shown({ logs: [transfer(change(paid))] }), amount: 1n })
    await expect(instead).rejects.toBeInstanceOf(PaymentMismatchError)
  })
})
