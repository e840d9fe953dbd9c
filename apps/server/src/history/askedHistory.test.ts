import { HistoryReply } from '@foyer/core/wire'
import { deployMarket, devAccounts, type Market, type StartedChain, sendUnlocked, startChain } from '@foyer/stack'
import * as v from 'valibot'
import { type Address, createClient, http } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../db/database.js'
import { accountTransactions, indexCursors } from '../db/schema/index.js'
import { followedChain, followForTest } from '../indexer/followForTest.js'
import type { IndexConfig } from '../indexer/indexConfig.js'
import type { Indexer } from '../indexer/indexer.js'
import { rpc, seeded, startActivity } from '../indexer/randomActivity.js'
import { truthOfChain } from '../indexer/truth.js'
import { openApi, openTestDatabase, type TestApi } from '../openApi.js'
import { type Explorer, startExplorer } from './older/startExplorer.js'

const common = 'projectId=demo&st=appkit&sv=react-evm-1.7.6'
const [alice, bob] = [devAccounts[0].address, devAccounts[1].address] as const
const lonely: Address = '0x00000000000000000000000000000000000cafe5'

/** Hundreds of transactions are sent, one after the other, and the chain is read whole. */
const patience = { timeout: 300_000 } as const

let database: Database
let chain: StartedChain
let market: Market
let explorer: Explorer
let indexer: Indexer | undefined
beforeEach(async () => {
  ;[database, chain] = await Promise.all([openTestDatabase(), startChain({ id: 31337 })])
  market = await deployMarket({ url: chain.url })
  explorer = await startExplorer({ chainUrl: chain.url })
})
afterEach(async () => {
  await indexer?.stop()
  indexer = undefined
  await Promise.all([explorer?.stop(), chain?.stop(), database?.close()])
})

/** A server that follows only those who are asked about, where older history comes from an explorer by default. */
async function follow(index: Partial<IndexConfig> = {}): Promise<TestApi> {
  const older = { kind: 'etherscan', url: explorer.url } as const
  const config = followedChain({ url: chain.url, index: { follow: 'asked', older, ...index } })
  indexer = followForTest({ database, chains: [config] })
  await caughtUp()
  return openApi({ database, chains: [config] })
}

const newest = v.object({ hash: v.string() })
async function caughtUp(): Promise<void> {
  const block = await rpc({ url: chain.url, method: 'eth_getBlockByNumber', params: ['latest', false] })
  const { hash } = v.parse(newest, block)
  await expect
    .poll(async () => (await database.orm.select().from(indexCursors))[0]?.blockHash, { timeout: 120_000 })
    .toBe(hash)
}

const ask = (api: TestApi, address: string, cursor?: string) =>
  api.get(`/v1/account/${address}/history?${common}${cursor === undefined ? '' : `&cursor=${cursor}`}`)

/** All pages, one after the other. */
async function readAll(api: TestApi, address: string): Promise<readonly string[]> {
  const hashes: string[] = []
  let cursor: string | undefined
  do {
    const { data, next } = v.parse(HistoryReply, await (await ask(api, address, cursor)).json())
    hashes.push(...data.map(({ metadata }) => metadata.hash))
    cursor = next ?? undefined
  } while (cursor !== undefined)
  return hashes
}

const pay = (to: Address, from: Address = bob) =>
  sendUnlocked({
    client: createClient({ transport: http(chain.url) }),
    transaction: { from, to, data: '0x', value: 1n },
  })

/** What the chain has of an account, newest first. */
async function hashesOf(address: string): Promise<readonly string[]> {
  const { accounts } = await truthOfChain({ url: chain.url })
  const own = accounts.filter((line) => line.endsWith(address.toLowerCase()))
  const parsed = own.map((line) => {
    const [place = '', hash = ''] = line.split(' ')
    const [block = 0, position = 0] = place.split('/').map(Number)
    return { block, position, hash }
  })
  return parsed.sort((a, b) => b.block - a.block || b.position - a.position).map(({ hash }) => hash)
}

test(
  '[S7.5] who is asked about for the first time has all that was before, and is followed from then on',
  patience,
  async () => {
    const activity = await startActivity({ url: chain.url, market, random: seeded(11) })
    for (let count = 0; count < 40; count += 1) await activity.act()
    for (let count = 0; count < 130; count += 1) await pay(alice)
    const api = await follow()
    expect(await readAll(api, alice)).toEqual(await hashesOf(alice))
    // The account was asked about while blocks went on; none of the explorer's lists is asked for any more.
    const asked = explorer.asked.length
    for (let count = 0; count < 40; count += 1) await activity.act()
    await caughtUp()
    expect(await readAll(api, alice)).toEqual(await hashesOf(alice))
    await rpc({ url: chain.url, method: 'anvil_reorg', params: [20, []] })
    for (let count = 0; count < 5; count += 1) await activity.act()
    await caughtUp()
    expect(await readAll(api, alice)).toEqual(await hashesOf(alice))
    expect(explorer.asked.length).toBe(asked)
    const kept = await database.orm.selectDistinct({ address: accountTransactions.address }).from(accountTransactions)
    expect(kept).toEqual([{ address: alice.toLowerCase() }])
  },
)

test('accounts that are added while blocks are read miss none of them', patience, async () => {
  const accounts = Array.from(
    { length: 8 },
    (_, index): Address => `0x${(0xabc0 + index).toString(16).padStart(40, '0')}`,
  )
  for (const account of accounts) await pay(account)
  const api = await follow()
  const paying = (async () => {
    for (let round = 0; round < 6; round += 1) for (const account of accounts) await pay(account)
  })()
  for (const account of accounts) expect((await ask(api, account)).status).toBe(200)
  await paying
  await caughtUp()
  for (const account of accounts) expect(await readAll(api, account)).toEqual(await hashesOf(account))
})

test('what an explorer says of a transaction is not believed: the chain is asked', async () => {
  await pay(lonely)
  const [own = ''] = await hashesOf(lonely)
  const [foreign = ''] = await hashesOf(market.weth)
  const invented = `0x${'12'.repeat(32)}`
  explorer.lies = [invented, foreign].map((hash) => ({ hash, blockNumber: '3' }))
  const api = await follow()
  expect(await readAll(api, lonely)).toEqual([own])
})

test(
  'an explorer that is away is said so where nothing is known, and never makes a history end early',
  patience,
  async () => {
    for (let count = 0; count < 130; count += 1) await pay(lonely)
    const api = await follow()
    explorer.instead = { status: 503, body: {} }
    const first = await ask(api, lonely)
    expect([first.status, await first.json()]).toMatchObject([502, { reasons: [{ name: 'chainId' }] }])
    explorer.instead = null
    const one = v.parse(HistoryReply, await (await ask(api, lonely)).json())
    expect(one.data).toHaveLength(50)
    explorer.instead = { status: 503, body: {} }
    // The explorer's first list had 100, so this much is sure; the rest is listed once it is available.
    const two = v.parse(HistoryReply, await (await ask(api, lonely, one.next ?? '')).json())
    expect(two.next).not.toBeNull()
    expect((await ask(api, lonely, two.next ?? '')).status).toBe(502)
    explorer.instead = null
    const three = v.parse(HistoryReply, await (await ask(api, lonely, two.next ?? '')).json())
    const listed = [one, two, three].flatMap(({ data }) => data.map(({ metadata }) => metadata.hash))
    expect(listed).toEqual(await hashesOf(lonely))
    expect(three.next).toBeNull()
  },
)

test('where no older history is configured, one begins when it is first asked for', async () => {
  await pay(lonely)
  const api = await follow({ older: undefined })
  expect(await readAll(api, lonely)).toEqual([])
  await pay(lonely)
  await caughtUp()
  expect(await readAll(api, lonely)).toEqual((await hashesOf(lonely)).slice(0, 1))
})

test('before the chain was ever seen, nothing is said about it', async () => {
  const config = followedChain({ url: chain.url, index: { follow: 'asked' } })
  const api = await openApi({ database, chains: [config] })
  expect((await ask(api, lonely)).status).toBe(502)
})
