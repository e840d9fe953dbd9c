import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@foyer/service/db/database'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { deployMarket, type Market, type StartedChain, startChain } from '@foyer/stack'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { indexCursors } from '../db/schema/index.js'
import { openTestDatabase } from '../test/openApi.js'
import type { Indexer } from './indexer.js'
import { followedChain, followForTest } from './test/followForTest.js'
import { type Activity, rpc, seeded, startActivity } from './test/randomActivity.js'
import { truthOfChain, truthOfIndex } from './test/truth.js'

let postgres: LentPostgres
beforeAll(() => {
  postgres = lendPostgres()
})
afterAll(() => postgres?.stop())

const running: Indexer[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((indexer) => indexer.stop()))
})

interface Follow {
  database: Database
  url: string
  leaseMs?: number | undefined
}

function follow({ database, url, leaseMs }: Follow): Indexer {
  const indexer = followForTest({ database, chains: [followedChain({ url })], leaseMs })
  running.push(indexer)
  return indexer
}

const stateOf = (indexer: Indexer) => indexer.state()[0] ?? expect.fail()

/** Waits until the index says of itself that it stands where the chain does, and then asks whether it holds the same. */
async function expectTruth({ database, url }: { database: Database; url: string }) {
  const truth = await truthOfChain({ url })
  await vi.waitFor(
    async () => expect(await truthOfIndex({ orm: database.orm, chainId: 'eip155:31337' })).toEqual(truth),
    { interval: 100 },
  )
  return truth
}

/** FOYER_FULL=1: the whole list on both. Else the embedded one is asked what its queries and its one connection could do otherwise. */
const isFull = Boolean(process.env.FOYER_FULL)

describe.each([
  {
    name: 'PostgreSQL',
    open: async () => openTestDatabase({ kind: 'postgres', url: await postgres.createDatabase() }),
    rounds: 12,
    isWhole: true,
  },
  { name: 'the embedded database', open: () => openTestDatabase(), rounds: isFull ? 12 : 4, isWhole: isFull },
])('on $name', ({ open, rounds, isWhole }) => {
  let database: Database
  let chain: StartedChain
  let market: Market
  let activity: Activity
  let random: () => number
  beforeAll(async () => {
    database = await open()
    chain = await startChain({ id: 31337 })
    market = await deployMarket({ url: chain.url })
    random = seeded(7)
    activity = await startActivity({ url: chain.url, market, random })
  })
  afterAll(async () => {
    await chain?.stop()
    await database?.close()
  })

  test('the index holds what the chain does, from its first block on, for every kind of activity and every account', async () => {
    for (let count = 0; count < 60; count += 1) await activity.act()
    const { url } = chain
    const indexer = follow({ database, url })
    const { facts } = await expectTruth({ database, url })
    for (const kind of ['native', 'erc20', 'erc721', 'erc1155', 'approval', 'approvalforall', 'swap']) {
      expect(facts.some((fact) => fact.includes(` ${kind} `))).toBe(true)
    }
    await expect.poll(() => stateOf(indexer)).toMatchObject({ leads: true, lag: 0, failures: 0, reorgs: 0 })
  })

  test('it is true again after reorganisations of any depth, and after blocks that were taken back', async () => {
    const { url } = chain
    const indexer = follow({ database, url })
    for (let round = 0; round < rounds; round += 1) {
      for (let count = Math.floor(random() * 8); count > 0; count -= 1) await activity.act()
      const depth = 1 + Math.floor(random() * 12)
      // What goes was read before: on a busy machine several would else be one to it, or none.
      if (round % 3 === 0) await expectTruth({ database, url })
      if (round % 3 === 2) await rpc({ url, method: 'anvil_rollback', params: [depth] })
      else await rpc({ url, method: 'anvil_reorg', params: [depth, []] })
      if (round % 4 === 0) await expectTruth({ database, url })
    }
    await expectTruth({ database, url })
    await expect.poll(() => stateOf(indexer).reorgs).toBeGreaterThan(rounds / 6)
  })

  if (!isWhole) return

  test('it catches up with what happened while it was stopped, a reorganisation too', async () => {
    const { url } = chain
    const first = follow({ database, url })
    await expectTruth({ database, url })
    await first.stop()
    const snapshot = await rpc({ url, method: 'evm_snapshot' })
    for (let count = 0; count < 5; count += 1) await activity.act()
    const second = follow({ database, url })
    await expectTruth({ database, url })
    await second.stop()
    await rpc({ url, method: 'evm_revert', params: [snapshot] })
    await rpc({ url, method: 'anvil_mine', params: ['0x96'] }) // more than is read at once
    for (let count = 0; count < 5; count += 1) await activity.act()
    follow({ database, url })
    await expectTruth({ database, url })
  })

  test('two nodes on one database: one follows, and the other takes over when it stops or falls silent', async () => {
    const { url } = chain
    // So long that a machine which stands still for a while is no reason to take over.
    const first = follow({ database, url, leaseMs: 60_000 })
    await expect.poll(() => stateOf(first).leads).toBe(true)
    const second = follow({ database, url, leaseMs: 500 })
    for (let count = 0; count < 5; count += 1) await activity.act()
    await expectTruth({ database, url })
    expect([stateOf(first).leads, stateOf(second).leads]).toEqual([true, false])
    await first.stop()
    await expect.poll(() => stateOf(second).leads).toBe(true)
    for (let count = 0; count < 5; count += 1) await activity.act()
    await expectTruth({ database, url })
    await second.stop()
    // A node that died without a word, half a second ago.
    await database.orm
      .update(indexCursors)
      .set({ holder: 'dead', heldUntil: sql`clock_timestamp() + interval '500 milliseconds'` })
    const third = follow({ database, url, leaseMs: 500 })
    for (let count = 0; count < 5; count += 1) await activity.act()
    await expect.poll(() => stateOf(third).leads).toBe(true)
    await expectTruth({ database, url })
  })
})

test('a chain that was begun anew is read anew', async () => {
  const database = await openTestDatabase()
  const old = await startChain({ id: 31337 })
  const activity = await startActivity({
    url: old.url,
    market: await deployMarket({ url: old.url }),
    random: seeded(1),
  })
  for (let count = 0; count < 5; count += 1) await activity.act()
  const indexer = follow({ database, url: old.url })
  await expectTruth({ database, url: old.url })
  await indexer.stop()
  await old.stop()
  const young = await startChain({ id: 31337 })
  follow({ database, url: young.url })
  await expectTruth({ database, url: young.url })
  await Promise.all(running.splice(0).map((each) => each.stop()))
  await young.stop()
  await database.close()
})

test('a local chain that goes on from what it kept is followed on, and can be read anew', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-kept-'))
  const stateFile = join(folder, 'chain.json')
  const database = await openTestDatabase()
  const before = await startChain({ id: 31337, stateFile })
  const market = await deployMarket({ url: before.url })
  follow({ database, url: before.url })
  await expectTruth({ database, url: before.url })
  await Promise.all(running.splice(0).map((each) => each.stop()))
  await before.stop()

  const after = await startChain({ id: 31337, stateFile })
  const activity = await startActivity({ url: after.url, market, random: seeded(3) })
  for (let count = 0; count < 5; count += 1) await activity.act()
  const another = await openTestDatabase()
  for (const each of [database, another]) {
    const indexer = follow({ database: each, url: after.url })
    await expectTruth({ database: each, url: after.url })
    expect(stateOf(indexer)).toMatchObject({ failures: 0, reorgs: 0 })
  }
  await Promise.all(running.splice(0).map((each) => each.stop()))
  await after.stop()
  await Promise.all([database.close(), another.close(), rm(folder, { recursive: true })])
})
