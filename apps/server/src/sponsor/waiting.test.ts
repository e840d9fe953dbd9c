import type { Database } from '@foyer/service/db/database'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { sponsoredOperations } from '../db/schema/index.js'
import { eachChain, killable } from './test/killable.js'
import {
  askedOf,
  type SponsorNode,
  type SponsorWorld,
  send,
  signed,
  sponsorship,
  targets,
  type Visitor,
} from './test/openSponsor.js'
import { onSponsorStage, rowIn } from './test/sponsorGround.js'

/* What waits for its place, while its project doesn't pay for it: what becomes of it, and what a pass asks for it. */

let database: Database
let world: SponsorWorld
let node: SponsorNode
let visitor: Visitor
let operation: string
onSponsorStage((stage) => {
  ;({ world, database, node, visitor } = stage)
})
// Reserved by a node that is gone before it signs anything.
beforeEach(async () => {
  const asked = await signed(node, visitor, askedOf(visitor, [targets.counter]))
  const gone = killable(world, { at: 1, is: 'after', of: 'reserve' })
  await expect(send(gone, visitor, asked)).rejects.toMatchObject({ name: 'KilledError' })
  const [row] = await database.orm.select().from(sponsoredOperations).where(eq(sponsoredOperations.status, 'reserved'))
  operation = row?.hash ?? expect.fail()
})

test('what its project pays for no more is dropped unsent', async () => {
  await world.sponsor(null)
  await node.round()
  expect(await rowIn(database, operation)).toMatchObject({ status: 'dropped', dropped: 'policy', place: null })
})

test('a pass that has nothing to sign asks a node for what the network is at and what it costs, and for no place', async () => {
  await world.sponsor(sponsorship({ mostFeePerGas: '1000' }))
  const asked: string[][] = []
  const chains = eachChain(world.chains(), (chain) => ({
    ...chain,
    request(request) {
      asked.push(request.calls.map(({ method }) => method))
      return chain.request(request)
    },
  }))
  const by = world.node({ chains })
  onTestFinished(by.stop)
  await by.round()
  expect(asked).toEqual([
    ['eth_blockNumber', 'eth_getTransactionCount', 'eth_getTransactionCount'],
    ['eth_getBlockByNumber', 'eth_maxPriorityFeePerGas', 'eth_getBalance'],
  ])
  expect(await rowIn(database, operation)).toMatchObject({ status: 'reserved' })
})
