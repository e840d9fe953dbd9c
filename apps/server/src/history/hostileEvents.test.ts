import type { Database, Orm } from '@foyer/service/db/database'
import { createLog } from '@foyer/service/log/createLog'
import { handClock } from '@foyer/service-testing/handClock'
import { lendPostgres } from '@foyer/service-testing/lendPostgres'
import { wholeOn } from '@foyer/service-testing/wholeOn'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approvalsInIndex } from '../approvals/approvalsInIndex.js'
import { createChains } from '../chains/createChains.js'
import { lastReceipts, nftsInIndex } from '../heldNfts/nftsInIndex.js'
import type { ChainEvent } from '../indexer/chainEvent.js'
import { mostEventsShown } from '../indexer/eventsOfAccounts.js'
import { storeTransactions } from '../indexer/indexStore.js'
import { followedChain } from '../indexer/test/followForTest.js'
import { openTestDatabase } from '../test/openApi.js'
import { readCounterparties } from './counterparties.js'
import { createHeldTokens } from './heldTokens.js'
import { mostEventsOfPage, readPage } from './readPage.js'

const chainId = 'eip155:31337'
const quiet = 'eip155:31338'
const victim = `0x${'ab'.repeat(20)}`
const evil = `0x${'ee'.repeat(20)}`
const friend = `0x${'fa'.repeat(20)}`
const contractOf = (digits: string) => `0x${digits.repeat(20)}`
const [dollar, collection, spender] = [contractOf('d0'), contractOf('c0'), contractOf('50')]
/** FOYER_FULL=1: a million of five kinds. Else enough that all of them can't have been looked at. */
const hostile = process.env.FOYER_FULL ? 200_000 : 10_000
const ofOne = 2_000
/** The most rows that a question may look at, as the database counts them. */
const mostRows = 7_000

const postgres = lendPostgres()
afterAll(() => postgres.stop())

/** Writes what strangers' contracts say of an account, in so many transactions: as the index does, in one statement. */
async function flood({ orm }: Pick<Database, 'orm'>) {
  for (let first = 1; first <= hostile / ofOne; first += 5) await floodSome(orm, first)
  // As the database does by itself in a while: afterwards an index alone may answer.
  await orm.execute(sql`vacuum analyze`)
}

async function floodSome(orm: Orm, first: number) {
  const some = sql`generate_series(${first}::int, ${first + 4}::int) i`
  const hash = sql`'0x' || lpad(to_hex(i), 64, '0')`
  const ordinals = sql`array(select generate_series(0, ${mostEventsShown - 1}::int))`
  await orm.execute(sql`insert into transactions (chain_id, hash, block_number, position, mined_at, from_address, to_address, nonce, value, selector, succeeded, recipients)
    select ${chainId}, ${hash}, 1000 + i, 0, 1000 + i, ${evil}, ${evil}, 0, 0, '0x', true, 1 from ${some}`)
  await orm.execute(sql`insert into account_transactions (address, chain_id, hash, block_number, position, mined_at, events)
    select ${victim}, ${chainId}, ${hash}, 1000 + i, 0, 1000 + i, ${ordinals} from ${some}`)
  const number = sql`(e + i * 2000)`
  const contract = sql`'0x' || lpad(to_hex(${number}), 40, '0')`
  for (const [at, kind] of (['erc1155', 'erc721', 'approvalForAll', 'approval', 'erc20'] as const).entries()) {
    const isApproval = kind.startsWith('approval')
    const id = kind === 'erc1155' || kind === 'erc721' ? number : sql`null::numeric`
    const [from, to] = isApproval ? [victim, evil] : [evil, victim]
    await orm.execute(sql`insert into chain_events (chain_id, hash, ordinal, kind, contract, token_id, from_address, to_address, amount, block_number, position, is_own)
      select ${chainId}, ${hash}, ${at * ofOne}::int + e, ${kind}, ${contract}, ${id}, ${from}, ${to}, 1, 1000 + i, 0, false
      from ${some}, generate_series(0, ${ofOne - 1}::int) e`)
  }
}

/** A stranger's own account, which has sent as much as they like: so many transactions of ten transfers. */
const busy = `0x${'bb'.repeat(20)}`
const ofBusy = 10_000
async function beBusy({ orm }: Pick<Database, 'orm'>) {
  const hash = sql`'0x' || lpad(to_hex(1000000 + i), 64, '0')`
  const some = sql`generate_series(1, ${ofBusy}::int) i`
  await orm.execute(sql`insert into transactions (chain_id, hash, block_number, position, mined_at, from_address, to_address, nonce, value, selector, succeeded, recipients)
    select ${chainId}, ${hash}, i, 1, i, ${busy}, ${busy}, 0, 0, '0x', true, 10 from ${some}`)
  await orm.execute(sql`insert into account_transactions (address, chain_id, hash, block_number, position, mined_at, is_own, events)
    select ${busy}, ${chainId}, ${hash}, i, 1, i, true, array[0,1,2,3,4,5,6,7,8,9]::smallint[] from ${some}`)
  await orm.execute(sql`insert into chain_events (chain_id, hash, ordinal, kind, contract, token_id, from_address, to_address, amount, block_number, position, is_own, is_sent)
    select ${chainId}, ${hash}, e, 'erc20', ${dollar}, null, ${busy}, '0x' || lpad(to_hex(e + i * 10), 40, '0'), 1, i, 1, false, true
    from ${some}, generate_series(0, 9) e`)
}

/** The rows and index entries that the database has looked at: an index alone may answer. */
async function rowsOf(tx: Orm): Promise<number> {
  const rows = sql<string>`sum(pg_stat_get_xact_tuples_returned(oid))`
  const [row] = await tx
    .select({ rows })
    .from(sql`pg_class where relkind in ('r', 'i') and not relnamespace = 'pg_catalog'::regnamespace`)
  return Number(row?.rows)
}

/** The account's own doings, before all of that: a swap of its own, a permit that a stranger handed in, a gift. */
async function live({ orm }: Pick<Database, 'orm'>) {
  const shared = { position: 0, nonce: 0, value: 0n, selector: '0x', succeeded: true, recipients: 1 }
  const granted = { kind: 'approval', tokenId: null, amount: 5n, from: victim } as const
  const own: readonly ChainEvent[] = [
    { ...granted, contract: contractOf('01'), to: spender },
    { kind: 'approvalForAll', contract: collection, tokenId: null, from: victim, to: spender, amount: 1n },
    { kind: 'erc721', contract: collection, tokenId: 7n, from: evil, to: victim, amount: 1n },
    { kind: 'erc20', contract: contractOf('02'), tokenId: null, from: evil, to: victim, amount: 9n },
    { kind: 'erc20', contract: dollar, tokenId: null, from: victim, to: friend, amount: 3n },
  ]
  const permit: readonly ChainEvent[] = [{ ...granted, contract: dollar, to: evil }]
  const write = (chain: string, at: number, from: string, events: readonly ChainEvent[]) =>
    storeTransactions({
      tx: orm,
      chainId: chain,
      transactions: [
        {
          ...shared,
          hash: `0x${chain}${at}`,
          blockNumber: at,
          minedAt: at,
          from,
          to: dollar,
          events,
          accounts: [victim, from],
          signers: new Set([from]),
          cut: new Set(),
          listed: new Set([dollar]),
        },
      ],
    })
  await write(chainId, 1, victim, own)
  await write(chainId, 2, evil, permit)
  await write(quiet, 3, victim, own)
}

describe.each(
  wholeOn([
    { name: 'the embedded database', open: () => openTestDatabase() },
    {
      name: 'PostgreSQL',
      open: async () => openTestDatabase({ kind: 'postgres', url: await postgres.createDatabase() }),
    },
  ]),
)(`an account of which strangers wrote ${hostile} events of each kind, on $name`, ({ name, open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await live(database)
    await beBusy(database)
    await flood(database)
  })
  afterAll(() => database?.close())

  /** Asks once to have it in memory, once more for what it takes, and a third time within a transaction, in which the database counts the rows that it has looked at. */
  async function counted<Value>(what: string, ask: (orm: Orm) => Promise<Value>): Promise<Value> {
    await ask(database.orm)
    const [before, at] = [process.cpuUsage(), performance.now()]
    const value = await ask(database.orm)
    const { user, system } = process.cpuUsage(before)
    const took = `${((user + system) / 1_000).toFixed(0)} ms of this process, ${(performance.now() - at).toFixed(0)} ms in all`
    const looked = await database.orm.transaction(async (tx) => {
      // What transactions before have left of the session's counts is among them.
      const earlier = await rowsOf(tx)
      await ask(tx)
      return (await rowsOf(tx)) - earlier
    })
    if (process.env.FOYER_FULL) process.stdout.write(`${name}, ${what}: ${looked} rows, ${took}\n`)
    expect(looked).toBeGreaterThan(0)
    expect(looked).toBeLessThan(mostRows)
    return value
  }

  test('its approvals are known: those that it signed, then those of listed tokens, before any of strangers’; and that there are others', async () => {
    const asked = { chainId, address: victim, listed: [dollar], most: 200 }
    const { approvals, isWhole } = await counted('approvals', (orm) => approvalsInIndex({ orm, ...asked }))
    expect(approvals.slice(0, 3).map(({ kind, contract, spender: to }) => [kind, contract, to])).toEqual([
      ['collection', collection, spender],
      ['token', contractOf('01'), spender],
      ['token', dollar, evil],
    ])
    expect([approvals.length, isWhole]).toEqual([200, false])
  })

  test('its own NFT is on the first page, and the others are on the next ones', async () => {
    const asked = { chainId, address: victim, most: 400 }
    const { nfts, last } = await counted('NFTs', (orm) => nftsInIndex({ orm, ...asked, after: null }))
    expect(nfts[0]).toMatchObject({ contract: collection, tokenId: 7n, isOwn: true })
    const next = await counted('a later page of NFTs', (orm) => nftsInIndex({ orm, ...asked, after: last }))
    const keys = [...nfts, ...next.nfts].map((nft) => `${nft.contract} ${nft.tokenId} ${nft.standard}`)
    expect([keys.length, new Set(keys).size]).toEqual([800, 800])
    const ids = nfts.slice(0, 24)
    expect(await counted('last receipts', (orm) => lastReceipts({ orm, ...asked, ids }))).toHaveLength(24)
  })

  test('its tokens are among those that are asked about', async () => {
    const clock = handClock(Date.now())
    const chains = createChains({ chains: [followedChain({ url: 'http://127.0.0.1:9' })], timeoutMs: 1, clock })
    const log = createLog({ level: 'silent' })
    const signal = new AbortController().signal
    const request = { chain: chains.get(chainId), address: victim, client: '192.0.2.1', signal }
    const found = await counted('tokens', (orm) =>
      createHeldTokens({ orm, engines: new Map(), log, clock }).of(request),
    )
    expect([found[0], found.length]).toEqual([contractOf('02'), 200])
  })

  test('a page of its history is read, here and on a network where nobody wrote any', async () => {
    const asked = { address: victim, cursor: null, most: 50 }
    const full = await counted('history', (orm) => readPage({ orm, ...asked, chainIds: [chainId, quiet] }))
    const events = full.entries.flatMap((entry) => entry.events)
    expect(events.length).toBe(Math.min(mostEventsOfPage, full.entries.length * mostEventsShown))
    const elsewhere = await counted('history elsewhere', (orm) => readPage({ orm, ...asked, chainIds: [quiet] }))
    expect(elsewhere.entries.map((entry) => entry.events.length)).toEqual([5])
    const known = await counted('counterparties', (orm) => readCounterparties({ orm, ...asked, chainId }))
    expect([...known].toSorted()).toEqual([spender, friend])
  })

  test('an account that has sent a lot itself costs no more', async () => {
    const asked = { address: busy, cursor: null, most: 50, chainIds: [chainId] }
    const { entries } = await counted('history of its own', (orm) => readPage({ orm, ...asked }))
    expect(entries.flatMap(({ events }) => events)).toHaveLength(mostEventsOfPage)
    const known = await counted('counterparties', (orm) => readCounterparties({ orm, address: busy, chainId }))
    expect(known.size).toBe(500)
  })
})
