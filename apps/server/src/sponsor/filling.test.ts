import type { Database } from '@foyer/service/db/database'
import { parseTransaction } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import type { Chain } from '../chains/chains.js'
import { createGaps } from './gaps.js'
import { createLedger, type KeptRow } from './ledger.js'
import {
  askedOf,
  chainId,
  type SponsorNode,
  type SponsorWorld,
  send,
  signed,
  targets,
  type Visitor,
} from './test/openSponsor.js'
import { onSponsorStage, rowIn } from './test/sponsorGround.js'

/* How long a place stands empty before it is filled, how many are filled at once, and when that is forgotten. */

let database: Database
let world: SponsorWorld
let node: SponsorNode
let visitor: Visitor
/** An operation that has a place. */
let row: KeptRow
let gaps: ReturnType<typeof createGaps>
/** The places that a node was sent something for, and the tips of that. */
let [filled, tips]: [(number | undefined)[], (bigint | undefined)[]] = [[], []]
let warned: unknown[] = []
/** whether the node takes what it is sent */
let isTaken = true
onSponsorStage((stage) => {
  ;({ world, database, node, visitor } = stage)
})
beforeEach(async () => {
  const { operation } = await send(node, visitor, await signed(node, visitor, askedOf(visitor, [targets.counter])))
  await node.round()
  row = await rowIn(database, operation)
  gaps = createGaps()
  ;[filled, tips, warned, isTaken] = [[], [], [], true]
})

/** A node that says no more than whether it takes what it is sent. */
const chain = (): Chain => ({
  ...world.chains().get(chainId),
  async request({ calls }) {
    for (const { method, params } of calls)
      if (method === 'eth_sendRawTransaction' && Array.isArray(params)) {
        const { nonce, maxPriorityFeePerGas } = parseTransaction(params[0])
        filled.push(nonce)
        tips.push(maxPriorityFeePerGas)
      }
    return calls.map(() => (isTaken ? { result: null } : { error: { code: -32_000, message: 'not taken' } }))
  },
})

interface Counts {
  /** of the lowest operation; none is under way if left out */
  readonly lowest?: number | undefined
  /** of another, above it */
  readonly above?: number | undefined
  readonly mined?: number
  readonly pending?: number | null
}

/** Goes over the places once. @returns whether nothing is missing */
const fill = ({ lowest, above, mined = 3, pending = mined }: Counts) =>
  gaps.fill({
    ...{ chain: chain(), projects: world.projects, account: world.operator, clock: { now: () => world.time } },
    ...{
      ledger: createLedger({ orm: database.orm, now: () => world.time }),
      log: { info() {}, warn: (said: unknown) => void warned.push(said) },
    },
    ...{ confirmations: 1, signal: new AbortController().signal },
    ...{ mined: BigInt(mined), pending: pending === null ? null : BigInt(pending) },
    underWay: [above, lowest].flatMap((place) => (place === undefined ? [] : [{ ...row, place, attempts: [] }])),
    prices: { baseFee: 10n, tip: 3n, mostGas: 30_000_000n, balance: 10n ** 18n },
  })

const places = (from: number, to: number) => Array.from({ length: to - from }, (_, place) => from + place)

/** Lets places be seen empty for as long as they are before they are filled. */
async function seen(counts: Counts): Promise<void> {
  expect(await fill(counts)).toBe(false)
  world.time += 14_999
  expect([await fill(counts), filled]).toEqual([false, []])
  world.time += 1
}

test('sixteen places are filled in a pass, after fifteen seconds; where there are more, nothing is signed behind them until the last is filled', async () => {
  await seen({ lowest: 19 })
  expect([await fill({ lowest: 19 }), filled]).toEqual([true, places(3, 19)])
  gaps = createGaps()
  filled = []
  await seen({ lowest: 20 })
  expect([await fill({ lowest: 20 }), filled]).toEqual([false, places(3, 19)])
  expect([await fill({ lowest: 20, pending: 19 }), filled]).toEqual([true, places(3, 20)])
})

test('what waits of the account is filled behind, and what fills a place is replaced after half a minute for more, from the first that no block has', async () => {
  await seen({ lowest: 6, pending: 5 })
  expect([await fill({ lowest: 6, pending: 5 }), filled]).toEqual([true, [5]])
  world.time += 29_999
  expect([await fill({ lowest: 6, pending: 6 }), filled]).toEqual([true, [5]])
  world.time += 1
  expect([await fill({ lowest: 6, mined: 4, pending: 6 }), filled]).toEqual([true, [5, 4, 5]])
  expect(tips).toEqual([3n, 4n, 4n])
})

test('a place that a transaction of the account’s own waits for is filled; below that, what is filled is said', async () => {
  for (const pending of [5, 6]) expect([await fill({ lowest: 5, pending }), filled]).toEqual([true, []])
  await seen({ lowest: 5, above: 9, pending: 4 })
  expect([await fill({ lowest: 5, above: 9, pending: 4 }), filled]).toEqual([true, [4]])
  expect(warned).toEqual([{ chainId, place: 4 }])
})

test('a node that counts fewer with those that wait than without has none filled that a block has', async () => {
  await seen({ lowest: 5, pending: 2 })
  expect([await fill({ lowest: 5, pending: 2 }), filled]).toEqual([true, [3, 4]])
})

test('where a node takes nothing, nothing is filled, and the next pass begins again', async () => {
  await seen({ lowest: 5 })
  isTaken = false
  expect([await fill({ lowest: 5 }), filled]).toEqual([false, [3]])
  isTaken = true
  expect([await fill({ lowest: 5 }), filled]).toEqual([true, [3, 3, 4]])
  expect(tips).toEqual([3n, 3n, 3n])
})

test.each<readonly [string, Counts]>([
  ['nothing is under way', {}],
  ['blocks have all below', { lowest: 5, mined: 5 }],
  ['nodes don’t say what waits', { lowest: 5, pending: null }],
])(
  'where %s, nothing is missing, and the next gap stands as long as the first before it is filled',
  async (_, counts) => {
    expect(await fill(counts)).toBe(true)
    await seen({ lowest: 4 })
    expect([await fill({ lowest: 4 }), filled]).toEqual([true, [3]])
    expect(await fill(counts)).toBe(true)
    filled = []
    await seen({ lowest: 6, mined: 5 })
    expect([await fill({ lowest: 6, mined: 5 }), filled]).toEqual([true, [5]])
  },
)

test('a place that an operation had isn’t filled, though a node doesn’t know that a block has it', async () => {
  const had = row.place ?? expect.fail()
  world.time += 60_000
  expect([await fill({ lowest: had + 1, mined: had }), filled]).toEqual([true, []])
  expect(await fill({ lowest: had + 2, mined: had })).toBe(false)
})
