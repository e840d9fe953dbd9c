import type { Database } from '@foyer/service/db/database'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { wholeOn } from '@foyer/service-testing/wholeOn'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  accountTransactions,
  indexCursors,
  indexedBlocks,
  movedTransactions,
  reorgs,
  transactions,
} from '../db/schema/index.js'
import { openTestDatabase } from '../test/openApi.js'
import { LeaseLostError } from './errors.js'
import type { IndexedTransaction } from './indexedTransaction.js'
import { createIndexStore, type IndexCursor, type IndexStep } from './indexStore.js'
import { createLease } from './lease.js'

let postgres: LentPostgres
beforeAll(() => {
  postgres = lendPostgres()
})
afterAll(() => postgres?.stop())

const hashOf = (number: number, fork = 0) => `0x${fork}${number.toString(16).padStart(63, '0')}`
const account = '0x00000000000000000000000000000000000000a1'
const transactionIn = (blockNumber: number): IndexedTransaction => ({
  hash: `0xaa${blockNumber}`,
  blockNumber,
  position: 0,
  minedAt: blockNumber,
  from: account,
  to: account,
  nonce: blockNumber,
  value: 1n,
  selector: '0x',
  succeeded: true,
  recipients: 1,
  events: [{ kind: 'native', contract: null, tokenId: null, from: account, to: account, amount: 1n }],
  accounts: [account],
  signers: new Set([account]),
  cut: new Set(),
  listed: new Set(),
})

/** Blocks after the cursor, each with a transaction of its own. */
function stepTo(cursor: IndexCursor, { from, to, fork = 0 }: { from: number; to: number; fork?: number }): IndexStep {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return {
    cursor,
    startBlock: 0,
    ancestor: from === 0 ? null : { number: from - 1, hash: hashOf(from - 1) },
    headers: numbers.map((number) => ({ number, hash: hashOf(number, fork) })),
    transactions: numbers.map(transactionIn),
  }
}

describe.each(
  wholeOn([
    { name: 'the embedded database', open: () => openTestDatabase() },
    {
      name: 'PostgreSQL',
      open: async () => openTestDatabase({ kind: 'postgres', url: await postgres.createDatabase() }),
    },
  ]),
)('on $name', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database?.close())
  let chains = 0
  let chainId: string
  beforeEach(() => {
    chainId = `eip155:${++chains}`
  })
  let time = Date.parse('2026-01-01T00:00:00Z')
  const node = (holder: string) => {
    const parameters = { orm: database.orm, chainId, holder, leaseMs: 60_000 }
    return { lease: createLease(parameters), store: createIndexStore({ ...parameters, now: () => time }) }
  }
  const expire = () =>
    database.orm
      .update(indexCursors)
      .set({ heldUntil: sql`clock_timestamp() - interval '1 millisecond'` })
      .where(eq(indexCursors.chainId, chainId))
  const countOf = async () =>
    (await database.orm.select().from(transactions).where(eq(transactions.chainId, chainId))).length

  test('one node holds the lease, until it lets it go or it runs out', async () => {
    const [one, other] = [node('one'), node('other')]
    expect([await one.lease.hold(), await other.lease.hold(), await one.lease.hold()]).toEqual([true, false, true])
    await other.lease.release()
    expect(await other.lease.hold()).toBe(false)
    await one.lease.release()
    expect([await other.lease.hold(), await one.lease.hold()]).toEqual([true, false])
    await expire()
    expect([await one.lease.hold(), await other.lease.hold()]).toEqual([true, false])
  })

  test('a node that was only slow writes nothing beside its successor, nor after it has the lease again', async () => {
    const [slow, successor] = [node('slow'), node('successor')]
    await slow.lease.hold()
    const seen = await slow.store.read()
    await expire()
    await successor.lease.hold()
    await expect(slow.store.take(stepTo(seen, { from: 0, to: 5 }))).rejects.toThrow(LeaseLostError)
    await successor.store.take(stepTo(await successor.store.read(), { from: 0, to: 9 }))
    await successor.lease.release()
    await slow.lease.hold()
    await expect(slow.store.take(stepTo(seen, { from: 0, to: 5 }))).rejects.toThrow(LeaseLostError)
    expect(await countOf()).toBe(10)
  })

  test('a step that fails at its end leaves nothing of its beginning', async () => {
    const { lease, store } = node('one')
    await lease.hold()
    const step = stepTo(await store.read(), { from: 0, to: 3 })
    const [first = transactionIn(0), ...rest] = step.transactions
    const broken = { ...step, transactions: [...rest, { ...first, minedAt: 0.5 }] }
    await expect(store.take(broken)).rejects.toThrow()
    expect(await countOf()).toBe(0)
    expect((await store.read()).block).toBeNull()
    expect(await store.remembered()).toEqual([])
  })

  test('what a reorganisation takes away is gone, and where it stood is kept for a day', async () => {
    const { lease, store } = node('one')
    await lease.hold()
    await store.take(stepTo(await store.read(), { from: 0, to: 9 }))
    await store.take(stepTo(await store.read(), { from: 6, to: 7, fork: 1 }))
    expect((await store.read()).block).toEqual({ number: 7, hash: hashOf(7, 1) })
    expect((await store.remembered()).map(({ number }) => number)).toEqual([7, 6, 5, 4, 3, 2, 1, 0])
    expect(await countOf()).toBe(8)
    const moved = () => database.orm.select().from(movedTransactions).where(eq(movedTransactions.chainId, chainId))
    expect((await moved()).map(({ blockNumber }) => blockNumber).sort()).toEqual([6, 7, 8, 9])
    time += 25 * 60 * 60 * 1000
    await store.take({ ...stepTo(await store.read(), { from: 6, to: 6, fork: 2 }) })
    expect((await moved()).map(({ blockNumber }) => blockNumber).sort()).toEqual([6, 7])
    expect(await database.orm.select().from(reorgs).where(eq(reorgs.chainId, chainId))).toHaveLength(1)
  })

  test('only the last thousand blocks are remembered', async () => {
    const { lease, store } = node('one')
    await lease.hold()
    for (const [from, to] of [
      [0, 700],
      [701, 1_400],
    ] as const) {
      await store.take({ ...stepTo(await store.read(), { from, to }), transactions: [] })
    }
    const kept = await database.orm.select().from(indexedBlocks).where(eq(indexedBlocks.chainId, chainId))
    expect(kept).toHaveLength(1_024)
    expect(
      await database.orm.select().from(accountTransactions).where(eq(accountTransactions.chainId, chainId)),
    ).toEqual([])
  })
})
