import type { Database } from '@foyer/service/db/database'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Chains, RpcCall, RpcOutcome } from '../chains/chains.js'
import { sponsorTransactions } from '../db/schema/index.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { isNoted } from './inclusion.js'
import { eachChain } from './test/killable.js'
import {
  askedOf,
  booksOf,
  type SponsorNode,
  type SponsorWorld,
  send,
  signed,
  targets,
  type Visitor,
} from './test/openSponsor.js'
import { onSponsorStage, rowIn } from './test/sponsorGround.js'

/* What a node says first, and says otherwise when it is asked once more: no operation is given up, or passed over, by its first word. */

let database: Database
let world: SponsorWorld
let node: SponsorNode
let visitor: Visitor
let operation: string
onSponsorStage((stage) => {
  ;({ world, database, node, visitor } = stage)
})
beforeEach(async () => {
  await world.client.setAutomine(false)
  const sent = await send(node, visitor, await signed(node, visitor, askedOf(visitor, [targets.counter])))
  operation = sent.operation
  await node.round()
  await world.client.mine({ blocks: 1 })
})

const row = () => rowIn(database, operation)
const away = () => new UpstreamError({ code: 'too_large', host: 'a node', delivered: true })

/** The network, whose nodes answer one method at first as a test says, in its order; undefined: as they would. */
function saying(method: string, words: readonly (RpcOutcome | (() => Error) | undefined)[]): Chains {
  const left = [...words]
  const isAt = (call: RpcCall) => call.method === method
  return eachChain(world.chains(), (chain) => ({
    ...chain,
    async request(request) {
      const said = request.calls.some(isAt) ? left.shift() : undefined
      if (typeof said === 'function') throw said()
      const outcomes = await chain.request(request)
      return outcomes.map((outcome, place) =>
        said !== undefined && request.calls[place]?.method === method ? said : outcome,
      )
    },
  }))
}

const settled = async () => {
  await node.round()
  const { booked, reserved } = await booksOf(database)
  expect([(await row()).status, reserved, booked]).toEqual(['settled', 0n, await world.spentByOperator()])
}

test.each<readonly [string, readonly (RpcOutcome | (() => Error) | undefined)[]]>([
  ['has the transaction when it is asked alone', [{ result: null }]],
  ['can’t say it when it is asked alone', [{ result: null }, away]],
])('a place that a node says another has, and that %s, isn’t given up', async (_, words) => {
  world.time += 30_000
  const by = world.node({ chains: saying('eth_getTransactionByHash', words) })
  const before = world.logged.length
  await by.round()
  expect((await row()).status).toBe('signed')
  expect(world.logged.slice(before).join()).not.toContain('could not be gone over')
  await by.stop()
  await settled()
})

test('a place that a node says twice another has is given up after half a minute, and not before', async () => {
  const never = () =>
    saying(
      'eth_getTransactionByHash',
      Array.from({ length: 8 }, () => ({ result: null })),
    )
  world.time += 29_999
  const early = world.node({ chains: never() })
  await early.round()
  expect((await row()).status).toBe('signed')
  await early.stop()
  world.time += 1
  const late = world.node({ chains: never() })
  await late.round()
  expect(await row()).toMatchObject({ status: 'freed', dropped: 'displaced', paid: '0' })
  await late.stop()
})

test.each<readonly [string, RpcOutcome | (() => Error)]>([
  ['hasn’t', { result: null }],
  ['fails to give', () => new UpstreamError({ code: 'silent', host: 'a node', delivered: true })],
])(
  'an operation whose receipt a node %s stands behind the others, as it is, and is read in the next pass',
  async (_, word) => {
    const before = await row()
    world.time += 1_000
    const by = world.node({ chains: saying('eth_getTransactionReceipt', [word]) })
    await by.round()
    expect(await row()).toEqual({ ...before, updatedAt: new Date(world.time) })
    await by.stop()
    await settled()
  },
)

test('what a block says is read again where it is another transaction of the operation’s than was noted', async () => {
  const attempts = await database.orm
    .select()
    .from(sponsorTransactions)
    .where(eq(sponsorTransactions.operation, operation))
  const [first = expect.fail()] = attempts
  const second = { ...first, attempt: 1, hash: '0x02' }
  const kept = { ...(await row()), place: 1, attempts: [first, second] }
  const isNotedIn = (hash: string, transactionHash: string | null) =>
    isNoted({
      ...{ operation: { ...kept, transactionHash }, isKnown: true, isDisplaced: false },
      block: { number: 1n, hash },
    })
  expect(isNotedIn('0x02', '0x02')).toBe(true)
  expect(isNotedIn('0x02', first.hash)).toBe(false)
  expect(isNotedIn('0x02', null)).toBe(false)
  // Another's transaction has carried it out.
  expect(isNotedIn('0x02', '0x03')).toBe(true)
})
