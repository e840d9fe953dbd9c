import { deployMarket, devAccounts, type StartedChain, sendUnlocked, startChain } from '@foyer/stack'
import { createClient, http } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, createChains } from '../../chains/chains.js'
import { followedChain } from '../../indexer/followForTest.js'
import { seeded, startActivity } from '../../indexer/randomActivity.js'
import { type Truth, truthOfChain } from '../../indexer/truth.js'
import { patientClock } from '../../patientClock.js'
import { resolveHost } from '../../safeFetch/resolveHost.js'
import { createSafeFetch } from '../../safeFetch/safeFetch.js'
import { createEtherscanSource } from './etherscanSource.js'
import type { HistorySource } from './historySource.js'
import { createLogsSource } from './logsSource.js'
import { type Explorer, startExplorer } from './startExplorer.js'

const account = devAccounts[0].address.toLowerCase()
const { signal } = new AbortController()

let anvil: StartedChain
let chain: Chain
let truth: Truth
let head: number
let explorer: Explorer
beforeAll(async () => {
  anvil = await startChain({ id: 31337 })
  const market = await deployMarket({ url: anvil.url })
  const activity = await startActivity({ url: anvil.url, market, random: seeded(3) })
  // So many that the lists have more than a page.
  for (let count = 0; count < 150; count += 1) await activity.act()
  const client = createClient({ transport: http(anvil.url) })
  const payment = { from: devAccounts[0].address, to: devAccounts[0].address, data: '0x', value: 1n } as const
  for (let count = 0; count < 120; count += 1) {
    await sendUnlocked({ client, transaction: payment })
  }
  truth = await truthOfChain({ url: anvil.url })
  head = Math.max(...truth.accounts.map((line) => Number.parseInt(line, 10)))
  chain =
    createChains({ chains: [followedChain({ url: anvil.url })], timeoutMs: 5_000, clock: patientClock }).all[0] ??
    expect.fail()
  explorer = await startExplorer({ chainUrl: anvil.url })
}, 300_000)
afterAll(() => Promise.all([anvil?.stop(), explorer?.stop()]))
afterEach(() => {
  explorer.instead = null
})

const etherscan = (apiKey?: string): HistorySource => {
  const config = { allow: [new URL(explorer.url).origin], http: false }
  const safeFetch = createSafeFetch({ config, clock: patientClock, resolveHost })
  return createEtherscanSource({ url: explorer.url, apiKey, safeFetch })
}

/** Where the account's transactions are, by hash. */
const blocksOf = ({ accounts }: Truth) =>
  new Map(
    accounts.flatMap((line) => {
      const [place = '', hash = '', whose] = line.split(' ')
      return whose === account ? [[hash, Number.parseInt(place, 10)] as const] : []
    }),
  )

/** Of a log is whatever moved or approved a token, so not what only failed, or paid in the network's coin. */
const withTokens = (all: ReadonlyMap<string, number>) => {
  const moved = new Set(
    truth.facts.flatMap((fact) => {
      const [hash = '', kind = '', , , from, to] = fact.split(' ')
      const isOf = from === account ? /^(erc|approval)/ : /^erc/
      return isOf.test(kind) && (from === account || to === account) ? [hash] : []
    }),
  )
  return new Map([...all].filter(([hash]) => moved.has(hash)))
}

describe.each([
  { name: 'an explorer’s API', make: () => etherscan(), has: (all: ReadonlyMap<string, number>) => all },
  { name: 'the logs of the node', make: () => createLogsSource({ fromBlock: 0 }), has: withTokens },
])('older history from $name', ({ make, has }) => {
  test('comes newest first, in parts that leave nothing out and name nothing above where they begin', async () => {
    const wanted = has(blocksOf(truth))
    const source = make()
    const found = new Set<string>()
    let upTo: number | null = head
    while (upTo !== null) {
      const part = await source.before({ chain, address: account, upTo, signal })
      const { remaining }: { remaining: number | null } = part
      if (remaining !== null) expect(remaining).toBeLessThan(upTo)
      for (const { hash } of part.transactions) {
        expect(wanted.get(hash)).toBeLessThanOrEqual(upTo)
        expect(wanted.get(hash)).toBeGreaterThan(remaining ?? -1)
        found.add(hash)
      }
      upTo = remaining
    }
    expect([...found].sort()).toEqual([...wanted.keys()].sort())
    expect(found.size).toBeGreaterThan(20)
  })

  test('of an account that did nothing is nothing, to the end', async () => {
    const address = `0x${'77'.repeat(20)}`
    expect(await make().before({ chain, address, upTo: head, signal })).toEqual({ transactions: [], remaining: null })
  })

  test('ends when its caller aborts', async () => {
    const given = AbortSignal.abort(new Error('gone'))
    await expect(make().before({ chain, address: account, upTo: head, signal: given })).rejects.toThrow('gone')
  })
})

describe('an explorer’s API', () => {
  test('is asked with its own query and key kept', async () => {
    await etherscan('sesame').before({ chain, address: account, upTo: 7, signal })
    const query = Object.fromEntries(explorer.asked.at(-4) ?? [])
    expect(query).toEqual({
      chainid: '31337',
      module: 'account',
      action: 'txlist',
      address: account,
      startblock: '0',
      endblock: '7',
      sort: 'desc',
      page: '1',
      offset: '100',
      apikey: 'sesame',
    })
  })

  test.each([
    ['history_refused', 200, { status: '0', message: 'NOTOK', result: 'Max rate limit reached' }],
    ['history_not_understood', 200, { result: [{ hash: '0x1', blockNumber: '1' }] }],
    ['history_not_understood', 200, [1]],
    ['history_unreachable', 500, {}],
  ])('that gives no list is reported as %s', async (code, status, body) => {
    explorer.instead = { status, body }
    const asking = etherscan().before({ chain, address: account, upTo: head, signal })
    await expect(asking).rejects.toMatchObject({ name: 'HistorySourceError', code })
  })
})

test('the logs of the node are not asked for below the first block that is followed', async () => {
  const fromBlock = Math.floor(head / 2)
  const { transactions, remaining } = await createLogsSource({ fromBlock }).before({
    chain,
    address: account,
    upTo: head,
    signal,
  })
  const blocks = blocksOf(truth)
  expect(remaining).toBeNull()
  for (const { hash } of transactions) expect(blocks.get(hash)).toBeGreaterThanOrEqual(fromBlock)
})
