import type { Database } from '@foyer/service/db/database'
import { createLog } from '@foyer/service/log/createLog'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { runRound } from '@foyer/service-testing/runRound'
import { wholeOn } from '@foyer/service-testing/wholeOn'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approvalsInIndex } from '../approvals/approvalsInIndex.js'
import { createChains } from '../chains/createChains.js'
import { accountTransactions, chainEvents, indexCursors, receivedTokens, transactions } from '../db/schema/index.js'
import { nftsInIndex } from '../heldNfts/nftsInIndex.js'
import type { HistoryCursor } from '../history/cursor.js'
import { createHeldTokens } from '../history/heldTokens.js'
import { readPage } from '../history/readPage.js'
import { openTestDatabase } from '../test/openApi.js'
import type { ChainEvent } from './chainEvent.js'
import { createHistoryKeeping } from './historyKeeping.js'
import type { IndexedTransaction } from './indexedTransaction.js'
import { createIndexStore, storeTransactions } from './indexStore.js'
import { createLease } from './lease.js'

let postgres: LentPostgres
beforeAll(() => {
  postgres = lendPostgres()
})
afterAll(() => postgres?.stop())

const addressOf = (number: number) => `0x${number.toString(16).padStart(40, '0')}`
const [account, other, token, collection] = [addressOf(1), addressOf(2), addressOf(3), addressOf(4)]
const daySeconds = 86_400
const now = Date.parse('2026-04-01T12:00:00Z')
const days = 30
/** The first second that stays. */
const oldest = now / 1_000 - days * daySeconds

interface Mined {
  block: number
  minedAt: number
  position?: number
  event?: Partial<ChainEvent>
}

const mined = ({ block, minedAt, position = 0, event = {} }: Mined): IndexedTransaction => {
  const moved = {
    kind: 'native',
    contract: null,
    tokenId: null,
    from: other,
    to: account,
    amount: 1n,
    ...event,
  } as const
  return {
    hash: `0x${block}-${position}`,
    blockNumber: block,
    position,
    minedAt,
    from: other,
    to: account,
    nonce: block,
    value: 1n,
    selector: '0x',
    succeeded: true,
    recipients: 1,
    events: [moved],
    accounts: [account, other],
    signers: new Set([other]),
    cut: new Set(),
    listed: new Set(),
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
  const log = createLog({ level: 'silent' })

  const fill = async (found: readonly IndexedTransaction[]) => {
    const chainId = `eip155:${++chains}` as const
    await database.orm.insert(indexCursors).values({ chainId })
    await storeTransactions({ tx: database.orm, chainId, transactions: found })
    return chainId
  }
  const forget = (at = now) => runRound((clock) => createHistoryKeeping({ orm: database.orm, days, clock, log }), at)
  const pageOf = ({ chainId, cursor = null }: { chainId: string; cursor?: HistoryCursor | null }) =>
    readPage({ orm: database.orm, address: account, chainIds: [chainId], cursor, most: 2 })
  const rowsOf = ({ chainId }: { chainId: string }) =>
    Promise.all([
      database.orm.$count(accountTransactions, eq(accountTransactions.chainId, chainId)),
      database.orm.$count(transactions, eq(transactions.chainId, chainId)),
      database.orm.$count(chainEvents, eq(chainEvents.chainId, chainId)),
    ])

  test('what is older than the retention is deleted whole, and nothing younger, by two nodes at once', async () => {
    const old = Array.from({ length: 300 }, (_, index) => mined({ block: 1 + index, minedAt: oldest - 300 + index }))
    const young = [mined({ block: 301, minedAt: oldest }), mined({ block: 302, minedAt: oldest + 1 })]
    const chainId = await fill([...old, ...young])
    const inOther = await fill(young)
    await Promise.all([forget(now - 1_000), forget(now - 1_000)])
    expect(await rowsOf({ chainId })).toEqual([6, 3, 3])
    await Promise.all([forget(), forget()])
    expect(await rowsOf({ chainId })).toEqual([4, 2, 2])
    expect(await rowsOf({ chainId: inOther })).toEqual([4, 2, 2])
    expect((await pageOf({ chainId })).entries.map(({ transaction }) => transaction.hash)).toEqual([
      '0x302-0',
      '0x301-0',
    ])
  })

  test('a reader who turns pages over what was deleted comes to the end', async () => {
    const chainId = await fill(
      [1, 2, 3, 4, 5, 6].map((block) => mined({ block, minedAt: block < 5 ? oldest - 10 + block : oldest + block })),
    )
    const first = await pageOf({ chainId })
    const second = await pageOf({ chainId, cursor: first.next })
    expect([first, second].map(({ entries, next }) => [entries.length, next !== null])).toEqual([
      [2, true],
      [2, true],
    ])
    await forget()
    expect(await pageOf({ chainId, cursor: first.next })).toEqual({ entries: [], next: null })
    expect(await pageOf({ chainId, cursor: second.next })).toEqual({ entries: [], next: null })
    expect(await pageOf({ chainId })).toMatchObject({ entries: first.entries, next: null })
  })

  test('what an account holds and has approved is known as before: tokens, NFTs and approvals', async () => {
    const old = (position: number, event: Partial<ChainEvent>) =>
      mined({ block: 1, minedAt: oldest - 1, position, event })
    const chainId = await fill([
      old(0, { kind: 'erc20', contract: token }),
      old(1, { kind: 'erc721', contract: collection, tokenId: 7n }),
      old(2, { kind: 'approval', contract: token, from: account, to: other, amount: 5n }),
      old(3, { kind: 'swap', contract: addressOf(9) }),
      mined({ block: 2, minedAt: oldest, event: { kind: 'erc20', contract: addressOf(5) } }),
    ])
    const { orm } = database
    const clock = { now: () => now, setTimeout: () => () => {} }
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const network = { id: chainId, name: 'Local', nativeCurrency, iconUrl: '' }
    const config = { ...network, upstreams: [], tokens: [], index: {} }
    const chain = createChains({ chains: [config], timeoutMs: 1, clock }).get(chainId)
    const heldTokens = createHeldTokens({ orm, engines: new Map(), clock, log })
    const known = async () => ({
      tokens: await heldTokens.of({ chain, address: account, client: '192.0.2.1', signal: AbortSignal.any([]) }),
      nfts: await nftsInIndex({ orm, chainId, address: account, after: null, most: 10 }),
      approvals: await approvalsInIndex({ orm, chainId, address: account, listed: [], most: 10 }),
    })
    const before = await known()
    expect(before).toMatchObject({
      tokens: [addressOf(5), token],
      nfts: { nfts: [{ tokenId: 7n }] },
      approvals: { approvals: [{ spender: other }] },
    })
    await forget()
    expect(await known()).toEqual(before)
    expect(await rowsOf({ chainId })).toEqual([2, 3, 3])
    expect((await pageOf({ chainId })).entries).toHaveLength(1)
  })

  test('a chain that began anew has nothing of what it was', async () => {
    const chainId = await fill([mined({ block: 1, minedAt: oldest - 1, event: { kind: 'erc20', contract: token } })])
    const { orm } = database
    const node = { orm, chainId, holder: 'node', leaseMs: 60_000 }
    await createLease(node).hold()
    const store = createIndexStore({ ...node, now: () => now })
    const step = { startBlock: 1, ancestor: null, headers: [{ number: 1, hash: '0xold' }], transactions: [] }
    await store.take({ ...step, cursor: await store.read() })
    await forget()
    expect(await orm.$count(receivedTokens, eq(receivedTokens.chainId, chainId))).toBe(1)
    await store.take({ ...step, cursor: await store.read(), headers: [{ number: 1, hash: '0xnew' }] })
    expect(await orm.$count(receivedTokens, eq(receivedTokens.chainId, chainId))).toBe(0)
  })
})
