import type { Database } from '@foyer/service/db/database'
import { numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { eachChain } from './test/killable.js'
import {
  askedOf,
  type SponsorNode,
  type SponsorWorld,
  send,
  signed,
  targets,
  type Visitor,
} from './test/openSponsor.js'
import { onSponsorStage, rowIn } from './test/sponsorGround.js'

/* A node that has lost what is final already: no place that was given is given once more, and the operator is told. */

let database: Database
let world: SponsorWorld
let node: SponsorNode
let visitor: Visitor
onSponsorStage((stage) => {
  ;({ world, database, node, visitor } = stage)
})

const sent = async (by: SponsorNode) =>
  (await send(by, visitor, await signed(by, visitor, askedOf(visitor, [targets.counter])))).operation
const word = 'a node knows fewer transactions of the paying account than are final'
const isSaid = (since: number) => world.logged.slice(since).some((line) => line.includes(word))

/** The network, whose node counts one of the paying account's transactions too few, with those that wait. */
const forgetting = () =>
  eachChain(world.chains(), (chain) => ({
    ...chain,
    request: async (request) =>
      (await chain.request(request)).map((outcome, place) => {
        const call = request.calls[place]
        const [of, block] = Array.isArray(call?.params) ? call.params : []
        const isOwn = call?.method === 'eth_getTransactionCount' && of === world.operator.address && block === 'pending'
        return isOwn && 'result' in outcome ? { result: numberToHex(BigInt(String(outcome.result)) - 1n) } : outcome
      }),
  }))

test('what waits is signed for no place that was given and is final, and for the next one once a node knows that', async () => {
  const start = world.logged.length
  const first = await sent(node)
  await node.round()
  const { place } = await rowIn(database, first)
  expect([(await rowIn(database, first)).status, isSaid(start)]).toEqual(['settled', false])
  const by = world.node({ chains: forgetting() })
  const second = await sent(by)
  await by.round()
  expect([await rowIn(database, second), isSaid(start)]).toEqual([
    expect.objectContaining({ status: 'reserved', place: null }),
    true,
  ])
  await by.stop()
  await node.round()
  expect(await rowIn(database, second)).toMatchObject({ status: 'settled', place: (place ?? Number.NaN) + 1 })
})
