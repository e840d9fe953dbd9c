import type { Database } from '@foyer/service/db/database'
import { handClock } from '@foyer/service-testing/handClock'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ChainEvent } from '../indexer/chainEvent.js'
import { storeTransactions } from '../indexer/indexStore.js'
import { openTestDatabase } from '../test/openApi.js'
import { createCounterparties, readCounterparties } from './counterparties.js'

const chainId = 'eip155:31337'
const contractOf = (digits: string) => `0x${digits.repeat(20)}`
const [account, bundler, friend, lookalike] = [contractOf('ab'), contractOf('b0'), contractOf('f1'), contractOf('f2')]
const [dollar, unlisted] = [contractOf('d0'), contractOf('e0')]

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

const sent: Omit<ChainEvent, 'contract' | 'to'> = { kind: 'erc20', tokenId: null, from: account, amount: 5n }

/** A transaction that somebody sent, and these signed. */
const write = ({ at, from, signers, events }: { at: number; from: string; signers: string[]; events: ChainEvent[] }) =>
  storeTransactions({
    tx: database.orm,
    chainId,
    transactions: [
      {
        hash: `0x${at.toString(16).padStart(64, '0')}`,
        blockNumber: at,
        minedAt: at,
        position: 0,
        nonce: 0,
        value: 0n,
        selector: '0x',
        succeeded: true,
        recipients: 1,
        from,
        to: dollar,
        events,
        accounts: [account, from],
        signers: new Set([from, ...signers]),
        cut: new Set(),
        listed: new Set([dollar]),
      },
    ],
  })
const known = () => readCounterparties({ orm: database.orm, chainId, address: account })

test('who signs operations that others send knows those to whom listed tokens went; what other contracts in the bundle say counts for nothing', async () => {
  const events = [
    { ...sent, contract: dollar, to: friend },
    { ...sent, contract: unlisted, to: lookalike },
    { ...sent, contract: dollar, to: lookalike, amount: 0n },
  ]
  await write({ at: 1, from: bundler, signers: [account], events })
  expect([...(await known())]).toEqual([friend])
})

test('who signs no operation in a transaction knows nobody by it', async () => {
  await write({ at: 1, from: bundler, signers: [], events: [{ ...sent, contract: dollar, to: lookalike }] })
  expect([...(await known())]).toEqual([])
})

test('of one transaction ten are known, so that a contract that names thousands hides no others', async () => {
  await write({ at: 1, from: account, signers: [], events: [{ ...sent, contract: dollar, to: friend }] })
  const names = Array.from({ length: 1_000 }, (_, index) => ({
    ...sent,
    contract: unlisted,
    to: `0x${index.toString(16).padStart(40, '0')}`,
  }))
  await write({ at: 2, from: account, signers: [], events: names })
  const found = await known()
  expect([found.size, found.has(friend)]).toEqual([11, true])
})

test('an account’s are read once a minute, however many ask at once', async () => {
  await write({ at: 1, from: account, signers: [], events: [{ ...sent, contract: dollar, to: friend }] })
  const clock = handClock(0)
  const of = createCounterparties({ orm: database.orm, clock })
  const { signal } = new AbortController()
  const ask = () => of({ chainId, address: account }, signal)
  const all = await Promise.all(Array.from({ length: 40 }, ask))
  expect(new Set(all).size).toBe(1)
  await write({ at: 2, from: account, signers: [], events: [{ ...sent, contract: dollar, to: lookalike }] })
  expect(await ask()).toBe(all[0])
  clock.pass(60_000)
  expect([...(await ask())].toSorted()).toEqual([friend, lookalike])
})
