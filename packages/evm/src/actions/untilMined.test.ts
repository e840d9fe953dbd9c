import { systemClock } from '@foyer/core'
import { defineNetwork } from '@foyer/core/networks'
import { type ChainReader, chainReader } from '@foyer/core/rpc'
import { devAccounts, type StartedChain, startChain } from '@foyer/stack'
import { createTestClock } from '@foyer/testing'
import * as v from 'valibot'
import { createClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { sendTransaction } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TransactionReceipt } from '../family.js'
import { Receipt } from './chainAnswers.js'
import { pollMs, untilMined } from './untilMined.js'

let chain: StartedChain
let read: ChainReader

const [dev, other] = devAccounts
if (!dev || !other) throw new Error('The development accounts are missing.')
const account = privateKeyToAccount(dev.privateKey)

beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  const { id, name, nativeCurrency, url } = chain
  const network = defineNetwork({ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } })
  read = chainReader({ host: { rpc: {}, clock: systemClock }, network })
  await control('evm_setAutomine', [false])
})
afterAll(() => chain.stop())
beforeEach(() => control('anvil_dropAllTransactions', []))

const control = (method: string, params: readonly unknown[] = []) => read({ method, params })
const mine = () => control('evm_mine')
const client = () => createClient({ transport: http(chain.url) })

const nonceNow = async () => Number(await control('eth_getTransactionCount', [account.address, 'latest']))

interface Sending {
  readonly nonce: number
  readonly tip: bigint
  readonly to?: `0x${string}`
  readonly value?: bigint
  readonly data?: `0x${string}`
}
const send = ({ tip, to = other.address, value = 1n, ...rest }: Sending) =>
  sendTransaction(client(), {
    account,
    chain: null,
    to,
    value,
    gas: 100_000n,
    maxFeePerGas: 100n * tip,
    maxPriorityFeePerGas: tip,
    ...rest,
  })

const gwei = 10n ** 9n

/** Waits with a clock that moves on as often as it is waited for. */
async function wait(parameters: Omit<Parameters<typeof untilMined>[0], 'clock' | 'read'> & { read?: ChainReader }) {
  const clock = createTestClock()
  let settled = false
  const result = untilMined({ read, ...parameters, clock }).finally(() => {
    settled = true
  })
  const looks = async (count: number) => {
    for (let look = 0; look < count; look++) {
      await expect.poll(() => settled || clock.pending > 0, { interval: 5 }).toBe(true)
      clock.advance(pollMs)
    }
    await expect.poll(() => settled || clock.pending > 0, { interval: 5 }).toBe(true)
  }
  result.catch(() => {}) // each test looks at it in its own time
  return { result, looks, isSettled: () => settled, clock }
}

test('waits until it is in a block', async () => {
  const hash = await send({ nonce: await nonceNow(), tip: gwei })
  const { result, looks, isSettled } = await wait({ hash })
  await looks(2)
  expect(isSettled()).toBe(false)
  await mine()
  await looks(1)
  const mined = await result
  expect(mined).toMatchObject({ hash, status: 'success', gasUsed: 21_000n, replacement: undefined, logs: [] })
  expect(mined.fee).toBe(21_000n * (mined.effectiveGasPrice ?? 0n))
  expect(mined.fee).toBeGreaterThan(0n)
})

test('what was paid is the gas by its price, and what a rollup took for its data', () => {
  const receipt = {
    transactionHash: `0x${'1'.repeat(64)}`,
    status: '0x1',
    blockNumber: '0x2',
    gasUsed: '0x5208',
    logs: [],
  }
  const feeOf = (more: object) => v.parse(Receipt, { ...receipt, ...more })?.fee
  expect(feeOf({ effectiveGasPrice: '0x3' })).toBe(63_000n)
  expect(feeOf({ effectiveGasPrice: '0x3', l1Fee: '0x64' })).toBe(63_100n)
  expect(feeOf({})).toBeUndefined()
})

test('waits for as many confirmations as the caller wants', async () => {
  const hash = await send({ nonce: await nonceNow(), tip: gwei })
  const { result, looks, isSettled } = await wait({ hash, confirmations: 3 })
  await mine()
  await mine()
  await looks(2)
  expect(isSettled()).toBe(false)
  await mine()
  await looks(1)
  expect(await result).toMatchObject({ hash, status: 'success' })
})

test('says where it was reverted', async () => {
  // A contract that reverts at once: PUSH0 PUSH0 REVERT.
  await control('anvil_setCode', ['0x00000000000000000000000000000000000000bb', '0x5f5ffd'])
  const hash = await send({ nonce: await nonceNow(), tip: gwei, to: '0x00000000000000000000000000000000000000bb' })
  await mine()
  const { result } = await wait({ hash })
  expect(await result).toMatchObject({ hash, status: 'reverted' })
})

describe('a transaction that the visitor replaces', () => {
  test.each<[TransactionReceipt['replacement'], Omit<Sending, 'nonce' | 'tip'>]>([
    ['repriced', {}],
    ['cancelled', { to: account.address, value: 0n }],
    ['replaced', { value: 7n }],
  ])('is %s', async (replacement, changed) => {
    const nonce = await nonceNow()
    const hash = await send({ nonce, tip: gwei })
    const { result, looks } = await wait({ hash })
    await looks(1)
    const next = await send({ nonce, tip: 2n * gwei, ...changed })
    await mine()
    await mine()
    await looks(1)
    expect(await result).toMatchObject({ hash: next, status: 'success', replacement })
    expect(next).not.toBe(hash)
  })

  test('is dropped where what took its place cannot be found', async () => {
    const nonce = await nonceNow()
    const hash = await send({ nonce, tip: gwei })
    const blind: ChainReader = async (request) => {
      const answer = await read(request)
      return request.method === 'eth_getBlockByNumber' ? null : answer
    }
    const { result, looks } = await wait({ hash, read: blind })
    await looks(1)
    await send({ nonce, tip: 2n * gwei })
    await mine()
    await looks(1)
    await expect(result).rejects.toMatchObject({ code: 'transaction_dropped', facts: { hash } })
  })
})

test('[F18] ends in time where it is never mined, and keeps what went wrong', async () => {
  const failure = new Error('no route')
  const failing: ChainReader = () => Promise.reject(failure)
  const { result, looks } = await wait({ hash: `0x${'1'.repeat(64)}`, timeoutMs: 3 * pollMs, read: failing })
  await looks(3)
  await expect(result).rejects.toMatchObject({ code: 'request_timeout', facts: { timeoutMs: 3000 }, cause: failure })
})

test('bears a chain that fails or answers nonsense in between', async () => {
  const hash = await send({ nonce: await nonceNow(), tip: gwei })
  await mine()
  const answers: (() => Promise<unknown>)[] = [() => Promise.reject(new Error('down')), async () => '<html>']
  const shaky: ChainReader = (request) => answers.shift()?.() ?? read(request)
  const { result, looks } = await wait({ hash, read: shaky })
  await looks(2)
  expect(await result).toMatchObject({ hash, status: 'success' })
})

test('[F18] rejects when it is aborted', async () => {
  const controller = new AbortController()
  const { result, looks, clock } = await wait({ hash: `0x${'2'.repeat(64)}`, signal: controller.signal })
  await looks(1)
  controller.abort()
  await expect(result).rejects.toMatchObject({ code: 'aborted' })
  expect(clock.pending).toBe(0)
})

test('what replaced a transaction that the chain has forgotten is found by its number', async () => {
  const nonce = await nonceNow()
  const other = await send({ nonce, tip: gwei })
  await mine()
  const numbers: number[] = []
  const forgotten = `0x${'f'.repeat(64)}` as const
  const { result } = await wait({
    hash: forgotten,
    numbered: { address: account.address, nonce },
    onNumbered: (numbered) => numbers.push(numbered.nonce),
  })
  expect(await result).toMatchObject({ hash: other, status: 'success', replacement: 'replaced' })
  expect(numbers).toEqual([])
})
