import type { Clock } from '@foyer/core'
import { createTestBitcoinWallet, createTestHost } from '@foyer/testing'
import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readAddress } from '../addresses/readAddress.js'
import { bitcoin } from '../bitcoin.js'
import { fakeEsplora } from '../test/fakeEsplora.js'
import { freshKey, type Ledger, startLedger } from '../test/ledger.js'
import { pollMs, untilMined } from './untilMined.js'

async function waiting() {
  const ledger = await startLedger({ minesAtOnce: false })
  onTestFinished(() => ledger.bitcoin.stop())
  // Time goes on by the waits between two looks alone: a request's own deadline never comes.
  let now = 0
  const pauses: (() => void)[] = []
  const clock: Clock = {
    now: () => now,
    setTimeout(callback, ms) {
      if (ms === pollMs) pauses.push(callback)
      return () => pauses.splice(0, pauses.length, ...pauses.filter((each) => each !== callback))
    },
  }
  const actions = await bitcoin().actions(createTestHost({ networks: [ledger.network], clock }))
  const key = freshKey()
  const address = createTestBitcoinWallet({ name: 'Willow', keys: [key] }).accounts[0] ?? ''
  const funding = await ledger.bitcoin.fund({ address, sats: 100_000 })
  const wait = (request: { hash: string; confirmations?: number; timeoutMs?: number; signal?: AbortSignal }) => {
    const result = actions.waitForTransaction?.({ network: ledger.network, ...request })
    const state: { value?: unknown } = {}
    const settle = (value: unknown) => {
      state.value = value
    }
    result?.then(settle, settle)
    return state
  }
  /** Lets one more look happen, and waits until the wait has come to its next pause, or its end. */
  const look = async (waited: { readonly value?: unknown }) => {
    const isDone = () => expect(pauses.length === 1 || waited.value !== undefined).toBe(true)
    await vi.waitFor(isDone, { interval: 5 })
    now += pollMs
    pauses.shift()?.()
    await vi.waitFor(isDone, { interval: 5 })
  }
  return { ledger, wait, look, spend: (fee: bigint) => spend({ ledger, key, address, funding, fee }) }
}

async function spend({
  ledger: { bitcoin },
  key,
  address,
  funding,
  fee,
}: {
  readonly ledger: Ledger
  readonly key: string
  readonly address: string
  readonly funding: string
  readonly fee: bigint
}): Promise<string> {
  const script = readAddress(address)?.script ?? new Uint8Array()
  const transaction = new Transaction()
  transaction.addInput({ txid: funding, index: 0, sequence: 0xffff_fffd, witnessUtxo: { script, amount: 100_000n } })
  transaction.addOutput({ script, amount: 100_000n - fee })
  transaction.sign(hex.decode(key))
  transaction.finalize()
  return (await fetch(`${bitcoin.url}/tx`, { method: 'POST', body: transaction.hex })).text()
}

test('waits until as many blocks hold it or build on it as are wanted', async () => {
  const { ledger, wait, look, spend } = await waiting()
  const hash = await spend(1000n)
  const one = wait({ hash })
  await look(one)
  expect(one.value).toBeUndefined()
  await ledger.bitcoin.mine()
  await look(one)
  expect(one.value).toEqual({ hash, status: 'success', blockNumber: expect.any(BigInt), fee: 1000n })
  const deep = wait({ hash, confirmations: 3 })
  await ledger.bitcoin.mine()
  await look(deep)
  expect(deep.value).toBeUndefined()
  await ledger.bitcoin.mine()
  await look(deep)
  expect(deep.value).toMatchObject({ hash, status: 'success' })
})

test('finds what took its place', async () => {
  const { ledger, wait, look, spend } = await waiting()
  const hash = await spend(1000n)
  const waited = wait({ hash })
  await look(waited)
  const instead = await spend(5000n)
  await look(waited)
  expect(waited.value).toBeUndefined()
  await ledger.bitcoin.mine()
  await look(waited)
  expect(waited.value).toMatchObject({ hash: instead, status: 'success', replacement: 'replaced', fee: 5000n })
})

test('[F18] a wait ends in its time, and what is no hash is none', async () => {
  const { wait, look } = await waiting()
  const waited = wait({ hash: '00'.repeat(32), timeoutMs: pollMs })
  await look(waited)
  expect(waited.value).toMatchObject({ code: 'request_timeout' })
  const none = wait({ hash: '0x12' })
  await look(none)
  expect(none.value).toMatchObject({ code: 'invalid_hex' })
})

const hash = '33'.repeat(32)
const other = '44'.repeat(32)
const spending = { vin: [{ txid: '11'.repeat(32), vout: 2 }], fee: 700 }
const minedAt = (height: number) => ({ confirmed: true, block_height: height })
const outspend = `/tx/${'11'.repeat(32)}/outspend/2`

/** Looks once for each state of a ledger, and gives what each look came to. */
async function looked(states: readonly Readonly<Record<string, unknown>>[], confirmations?: number) {
  const answers: Record<string, unknown> = {}
  const { esplora, asked } = fakeEsplora(answers)
  const pauses: (() => void)[] = []
  const clock: Clock = {
    now: () => 0,
    setTimeout(callback, ms) {
      if (ms === pollMs) pauses.push(callback)
      return () => {}
    },
  }
  const ended: { value?: unknown } = {}
  const begin = () => {
    const waiting = untilMined({ hash, clock, esplora, confirmations })
    const settle = (value: unknown) => {
      ended.value = value
    }
    waiting.then(settle, settle)
  }
  const looks: unknown[] = []
  for (const [index, state] of states.entries()) {
    for (const path of Object.keys(answers)) delete answers[path]
    Object.assign(answers, state)
    if (index === 0) begin()
    else pauses.shift()?.()
    await vi.waitUntil(() => pauses.length > 0 || ended.value !== undefined, { interval: 1 })
    looks.push(ended.value)
  }
  return { looks, asked }
}

test.each([
  [0, 100, true],
  [1, 100, true],
  [2, 100, false],
  [2, 101, true],
  [3, 101, false],
  [3, 102, true],
])(
  'with %i confirmations wanted and the newest block %i, one of block 100 is found: %s',
  async (wanted, tip, isFound) => {
    const state = { [`/tx/${hash}/status`]: minedAt(100), [`/tx/${hash}`]: spending, '/blocks/tip/height': tip }
    const { looks, asked } = await looked([state], wanted)
    expect(looks).toEqual([isFound ? { hash, status: 'success', blockNumber: 100n, fee: 700n } : undefined])
    expect(asked.includes('/blocks/tip/height')).toBe(wanted > 1)
  },
)

test('[F22] what took its place is found by the coin that both spend, once that is in a block', async () => {
  const seen = { [`/tx/${hash}/status`]: { confirmed: false }, [`/tx/${hash}`]: spending }
  const spentBy = (txid: string) => ({ [outspend]: { spent: true, txid } })
  const { looks, asked } = await looked([
    {},
    seen,
    { [outspend]: { spent: false } },
    spentBy(hash),
    { ...spentBy(other), [`/tx/${other}/status`]: { confirmed: false } },
    { ...spentBy(other), [`/tx/${other}/status`]: minedAt(101), [`/tx/${other}`]: { ...spending, fee: 900 } },
  ])
  const replaced = { hash: other, status: 'success', blockNumber: 101n, fee: 900n, replacement: 'replaced' }
  expect(looks).toEqual([undefined, undefined, undefined, undefined, undefined, replaced])
  // Before it was seen once there was no coin to ask about.
  expect(asked.slice(0, 2)).toEqual([`/tx/${hash}/status`, `/tx/${hash}/status`])
  expect(asked.filter((path) => path === `/tx/${hash}`)).toHaveLength(1)
})

test.each(['', 'ab', '0x33', `${'33'.repeat(32)}0`, 'AB'.repeat(32), ` ${hash}`])(
  '[F18] %j is no hash to wait for',
  async (text) => {
    const { esplora, asked } = fakeEsplora({})
    const clock: Clock = { now: () => 0, setTimeout: () => () => {} }
    await expect(untilMined({ hash: text, clock, esplora })).rejects.toMatchObject({ code: 'invalid_hex' })
    expect(asked).toEqual([])
  },
)
