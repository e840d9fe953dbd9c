import { createMemoryBudgets } from '@foyer/service/budget/memoryBudgets'
import { createLog } from '@foyer/service/log/createLog'
import { patientClock } from '@foyer/service-testing/patientClock'
import {
  deployMarket,
  devAccounts,
  type InternalTransfer,
  placeMulticall,
  type StandIn,
  type StartedChain,
  startBlockscout,
  startChain,
  startEtherscan,
} from '@foyer/stack'
import { type Address, createClient, encodeFunctionData, getAddress, http, maxUint256, parseAbi } from 'viem'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { approvalsOfEngine } from '../../approvals/approvalsInIndex.js'
import type { Chain } from '../../chains/chains.js'
import { createChains } from '../../chains/createChains.js'
import { followedChain } from '../../indexer/test/followForTest.js'
import { rpc, seeded, startActivity } from '../../indexer/test/randomActivity.js'
import { type Truth, truthOfChain } from '../../indexer/test/truth.js'
import { createProvider, type Provider } from '../../provider/provider.js'
import { createSharedAnswers } from '../../provider/sharedAnswers.js'
import { hastyClock } from '../../provider/test/hastyClock.js'
import type { HistoryEntry } from '../entry.js'
import { createBlockscout } from './blockscout.js'
import type { HistoryEngine } from './engine.js'
import { createEtherscan } from './etherscan.js'

const accountAt = (index: number): Address => devAccounts[index]?.address ?? expect.fail()
const key = 'a-key-of-this-test'
const chainId = 'eip155:31337'
const busy = accountAt(0).toLowerCase()
/** Accounts that are given the coin so often, a few in a block. */
const counted = [50, 100, 101].map((count, index) => ({ count, account: `0x${`${index + 1}f`.repeat(20)}` }))
const paidByContract: Address = `0x${'77'.repeat(20)}`
const { signal } = new AbortController()
const client = '192.0.2.1'

let anvil: StartedChain
let chain: Chain
let truth: Truth
let internals: readonly InternalTransfer[]
let etherscan: StandIn
let blockscout: StandIn
beforeAll(async () => {
  anvil = await startChain({ id: 31337 })
  const { url } = anvil
  const market = await deployMarket({ url })
  await placeMulticall({ url })
  const activity = await startActivity({ url, market, random: seeded(3) })
  for (let count = 0; count < 60; count += 1) await activity.act()
  await payMany()
  const client = createClient({ transport: http(url) })
  const [token] = market.tokens
  const abi = parseAbi(['function approve(address, uint256)'])
  for (const [spender, amount] of [
    [accountAt(5), maxUint256],
    [accountAt(6), 7n],
    [accountAt(6), 0n],
  ] as const) {
    const data = encodeFunctionData({ abi, functionName: 'approve', args: [spender, amount] })
    const from = accountAt(4)
    const hash = await sendTransaction(client, {
      account: from,
      to: token?.address ?? expect.fail(),
      data,
      chain: null,
    })
    await waitForTransactionReceipt(client, { hash })
  }
  truth = await truthOfChain({ url })
  const [, hash = ''] = truth.accounts.at(-1)?.split(' ') ?? []
  internals = [{ hash, from: market.router, to: paidByContract, value: 5n }]
  ;[etherscan, blockscout] = await Promise.all([
    startEtherscan({ chainUrl: url, chainId: 31337, key, internals }),
    startBlockscout({ chainUrl: url, key, internals }),
  ])
  const config = { ...followedChain({ url }), index: undefined }
  chain = createChains({ chains: [config], timeoutMs: 60_000, clock: patientClock }).all[0] ?? expect.fail()
})
afterAll(() => Promise.all([anvil?.stop(), etherscan?.stop(), blockscout?.stop()]))
afterEach(() => {
  etherscan.instead = undefined
  blockscout.instead = undefined
})

async function payMany() {
  const { url } = anvil
  await rpc({ url, method: 'evm_setAutomine', params: [false] })
  const from = accountAt(9)
  for (const { count, account: to } of counted) {
    for (let paid = 0; paid < count; paid += 1) {
      await rpc({ url, method: 'eth_sendTransaction', params: [{ from, to, value: '0x1', gas: '0x5208' }] })
      if (paid % 7 === 6) await rpc({ url, method: 'evm_mine' })
    }
    await rpc({ url, method: 'evm_mine' })
  }
  await rpc({ url, method: 'evm_setAutomine', params: [true] })
}

function providerOf(name: string): Provider {
  const clock = hastyClock()
  const answers = createSharedAnswers({ now: clock.now, log: createLog({ level: 'silent' }) })
  const budget = { perSecond: 1_000_000, perDay: 1e12, budgets: createMemoryBudgets(clock) }
  return createProvider({ name, budget, answers, clock, random: () => 0.5 })
}

const engines = [
  {
    name: 'Etherscan',
    make: (apiKey = key): HistoryEngine =>
      createEtherscan({ chainId, url: `${etherscan.url}/v2/api`, apiKey, provider: providerOf('Etherscan') }),
    standIn: () => etherscan,
    rows: 'result',
    limited: { body: { status: '0', message: 'NOTOK', result: 'Max rate limit reached' } },
  },
  {
    name: 'Blockscout',
    make: (apiKey = key): HistoryEngine =>
      createBlockscout({ chainId, url: blockscout.url, apiKey, provider: providerOf('Blockscout') }),
    standIn: () => blockscout,
    rows: 'items',
    limited: { status: 429, body: { message: 'Too Many Requests' } },
  },
]

async function readAll({ engine, account }: { engine: HistoryEngine; account: string }) {
  const pages: (readonly HistoryEntry[])[] = []
  let mark: string | null = null
  do {
    const page = await engine.page({ account, mark, client, signal })
    pages.push(page.entries)
    if (page.next !== null) expect(page.next).toMatch(engine.mark)
    mark = page.next
  } while (mark !== null)
  return pages
}

/** Returns an account's transactions, newest first; without others' approvals in its name, which no engine lists. */
function hashesOf(account: string): readonly string[] {
  const own = truth.accounts.flatMap((line) => {
    const [place = '', hash = '', whose] = line.split(' ')
    const [block = 0, position = 0] = place.split('/').map(Number)
    return whose === account ? [{ hash, block, position }] : []
  })
  return own.sort((a, b) => b.block - a.block || b.position - a.position).map(({ hash }) => hash)
}

/** Returns the movements for an account in a transaction, a line each, in any order. */
function factsOf({ account, hash }: { account: string; hash: string }): readonly string[] {
  const own = truth.facts.filter((fact) => {
    const [of, kind = '', , , from, to] = fact.split(' ')
    return of === hash && /^(?:native|erc)/.test(kind) && (from === account || to === account)
  })
  return own.sort()
}

const lineOf =
  (hash: string) =>
  ({ kind, contract, tokenId, from, to, amount }: HistoryEntry['events'][number]) =>
    [hash, kind, contract, tokenId, from, to, amount].map(String).join(' ')

describe.each(engines)('the history that $name has', ({ make, standIn, limited, rows }) => {
  test('[S7.5] comes newest first, in pages that leave nothing out, each with what moved', async () => {
    const entries = (await readAll({ engine: make(), account: busy })).flat()
    expect(entries.map(({ transaction }) => transaction.hash)).toEqual(hashesOf(busy))
    expect(entries.length).toBeGreaterThan(20)
    for (const { transaction, events } of entries) {
      const { hash } = transaction
      const fact = truth.facts.find((each) => each.includes(` ${hash} `))?.split(' ') ?? []
      const own = events.map(lineOf(hash)).filter((line) => line.includes(busy))
      expect(own.sort()).toEqual(factsOf({ account: busy, hash }))
      expect([String(transaction.succeeded), String(transaction.minedAt)]).toEqual([fact[2], fact[3]])
      if (transaction.from === busy) expect(String(transaction.nonce)).toBe(fact[6])
    }
  })

  test.each(counted)(
    '[S7.5] of $count ends after them, without an empty page behind a full one',
    async ({ account }) => {
      const pages = await readAll({ engine: make(), account })
      expect(pages.flat().map(({ transaction }) => transaction.hash)).toEqual(hashesOf(account))
      expect(pages.every((page) => page.length > 0)).toBe(true)
    },
  )

  test('has the coin that a contract paid, with who gave it', async () => {
    const [[entry] = []] = await readAll({ engine: make(), account: paidByContract })
    const { from = '', value } = internals[0] ?? expect.fail()
    expect(entry?.events).toMatchObject([
      { kind: 'native', from: from.toLowerCase(), to: paidByContract, amount: value },
    ])
    expect(entry?.transaction.from).toBe(from.toLowerCase())
  })

  test('of an account that did nothing is nothing, to the end', async () => {
    const account = `0x${'99'.repeat(20)}`
    expect(await make().page({ account, mark: null, client, signal })).toEqual({ entries: [], next: null })
  })

  test('[F22] is asked for again when too much was asked', async () => {
    let refusals = 0
    standIn().instead = () => {
      refusals += 1
      return refusals < 3 ? limited : undefined
    }
    expect((await readAll({ engine: make(), account: busy })).flat()).toHaveLength(hashesOf(busy).length)
    expect(refusals).toBeGreaterThan(3)
  })

  test('is refused with a wrong key', async () => {
    await expect(make('another-key').page({ account: busy, mark: null, client, signal })).rejects.toMatchObject({
      name: 'ProviderError',
      code: expect.stringMatching(/refused/),
    })
  })

  test.each(['<html>', null])('is not made up from %j', async (body) => {
    standIn().instead = () => ({ body })
    await expect(make().page({ account: busy, mark: null, client, signal })).rejects.toMatchObject({
      code: expect.stringMatching(/not_understood|refused/),
    })
  })

  test('leaves out rows that lack what is needed, and is not understood where the list is another engine’s', async () => {
    const foreign = engines.find((each) => each.rows !== rows)?.rows ?? expect.fail()
    const page = (name: string) => {
      standIn().instead = () => ({ body: { [name]: [{ hash: '0x1' }] } })
      return make().page({ account: busy, mark: null, client, signal })
    }
    expect((await page(rows)).entries).toEqual([])
    await expect(page(foreign)).rejects.toMatchObject({ name: 'ProviderError', code: 'not_understood' })
  })

  test('knows the tokens that were received', async () => {
    const received = truth.facts.flatMap((fact) => {
      const [, kind, contract = '', , , to] = fact.split(' ')
      return kind === 'erc20' && to === busy ? [contract] : []
    })
    const tokens = await make().tokens?.({ account: busy, client, signal })
    expect([...(tokens ?? [])].sort()).toEqual([...new Set(received)].sort())
  })

  test('knows what was approved last and not taken back, and who asked for it', async () => {
    const account = accountAt(4).toLowerCase()
    const found = await approvalsOfEngine({ chain, engine: make(), account, most: 200, client, signal })
    const spenders = found.approvals.map(({ spender }) => getAddress(spender))
    expect(spenders).toContain(accountAt(5))
    expect(spenders).not.toContain(accountAt(6))
    expect(found.approvals.every(({ isOwn }) => isOwn)).toBe(true)
    expect(found.isWhole).toBe(true)
    const few = await approvalsOfEngine({ chain, engine: make(), account, most: 0, client, signal })
    expect(few).toEqual({ approvals: [], isWhole: false })
  })
})

test('Etherscan is asked for one network under its key', async () => {
  const before = etherscan.asked.length
  await engines[0]?.make().page({ account: busy, mark: '7', client, signal })
  const asked = etherscan.asked.slice(before).map(({ query }) => Object.fromEntries(query))
  expect(asked.map(({ action }) => action)).toEqual([
    'txlist',
    'txlistinternal',
    'tokentx',
    'tokennfttx',
    'token1155tx',
  ])
  expect(asked[0]).toEqual({
    chainid: '31337',
    module: 'account',
    action: 'txlist',
    address: busy,
    startblock: '0',
    endblock: '7',
    sort: 'desc',
    page: '1',
    offset: '100',
    apikey: key,
  })
})
