import type { Database } from '@foyer/service/db/database'
import type { Hex } from 'viem'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { operationOf } from './judge.js'
import { hashOf } from './operation.js'
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
beforeEach(async () => {
  operation = await reserved(visitor, targets.counter)
})

/** Has an operation reserved by a node that is gone before it signs anything. */
async function reserved(by: Visitor, to: Hex): Promise<string> {
  const asked = await signed(node, by, askedOf(by, [to]))
  const gone = killable(world, { at: 1, is: 'after', of: 'reserve' })
  await expect(send(gone, by, asked)).rejects.toMatchObject({ name: 'KilledError' })
  return hashOf(operationOf(asked))
}

test('what its project pays for no more is dropped unsent', async () => {
  await world.sponsor(null)
  await node.round()
  expect(await rowIn(database, operation)).toMatchObject({ status: 'dropped', dropped: 'policy', place: null })
})

test('what is dropped keeps no other from its place in the same pass', async () => {
  const others: string[] = []
  for (const each of [await world.visitor(), await world.visitor()]) {
    world.time += 1
    others.push(await reserved(each, targets.trap))
  }
  await world.sponsor(sponsorship({ contracts: [{ to: targets.trap }] }))
  await node.round()
  expect(await rowIn(database, operation)).toMatchObject({ status: 'dropped', dropped: 'policy', place: null })
  const rows = await Promise.all(others.map((each) => rowIn(database, each)))
  expect(rows).toMatchObject([{ status: 'settled' }, { status: 'settled' }])
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
