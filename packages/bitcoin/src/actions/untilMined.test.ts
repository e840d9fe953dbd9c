import type { Clock } from '@foyer/core'
import { createTestBitcoinWallet, createTestHost } from '@foyer/testing'
import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readAddress } from '../addresses/readAddress.js'
import { bitcoin } from '../bitcoin.js'
import { freshKey, type Ledger, startLedger } from '../test/ledger.js'
import { pollMs } from './untilMined.js'

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
