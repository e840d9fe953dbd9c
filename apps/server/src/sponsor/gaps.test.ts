import type { Database } from '@foyer/service/db/database'
import { numberToHex, parseGwei } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { sponsorQueues } from '../db/schema/index.js'
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

/* The paying account's transactions are one behind the other: no place is left empty for long, whatever a node has said. */

let database: Database
let world: SponsorWorld
let node: SponsorNode
let visitor: Visitor
onSponsorStage((stage) => {
  ;({ world, database, node, visitor } = stage)
})
beforeEach(() => world.client.setAutomine(false))

const sendOf = async (by: SponsorNode, from: Visitor) =>
  (await send(by, from, await signed(by, from, askedOf(from, [targets.counter])))).operation
const rowOf = (operation: string) => rowIn(database, operation)
const used = () => world.client.getTransactionCount({ address: world.operator.address })

/** A network of whose paying account a node counts one transaction that isn't there, the first so many times. */
function miscounting(times: number): SponsorNode {
  let left = times
  const chains = eachChain(world.chains(), (chain) => ({
    ...chain,
    request: async (request) =>
      (await chain.request(request)).map((outcome, place) => {
        const said = JSON.stringify(request.calls[place]).toLowerCase()
        const isAsked = ['eth_gettransactioncount', 'pending', world.operator.address.toLowerCase()]
        if (!isAsked.every((part) => said.includes(part)) || !('result' in outcome) || left === 0) return outcome
        left -= 1
        return { result: numberToHex(BigInt(String(outcome.result)) + 1n) }
      }),
  }))
  return world.node({ chains })
}

const round = async (by: SponsorNode) => {
  await by.round()
  world.time += 12_000
  await world.client.mine({ blocks: 1 })
}

test('one answer that counts one transaction too many takes no place', async () => {
  const by = miscounting(1)
  const before = await used()
  const operation = await sendOf(by, visitor)
  await round(by)
  await by.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'settled', place: before })
  await by.stop()
})

test('a node that counts too many for a while leaves a place that is filled: nothing is signed behind it until then', async () => {
  const by = miscounting(2)
  const before = await used()
  const operation = await sendOf(by, visitor)
  await by.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'signed', place: before + 1 })
  const second = await world.visitor()
  const next = await sendOf(by, second)
  await round(by)
  expect(await rowOf(next)).toMatchObject({ status: 'reserved' })
  for (let blocks = 0; blocks < 4; blocks += 1) await round(by)
  expect([(await rowOf(operation)).status, (await rowOf(next)).status, await used()]).toEqual([
    'settled',
    'settled',
    before + 3,
  ])
  await by.stop()
})

test('what fills a place is replaced where fees rise beyond it', async () => {
  const before = await used()
  // As if a transaction of the account's own had been there, which nodes have let go of.
  await database.orm.insert(sponsorQueues).values({
    chainId: 'eip155:31337',
    account: world.operator.address.toLowerCase(),
    nextNonce: before + 1,
  })
  const ahead = miscounting(2)
  const operation = await sendOf(ahead, visitor)
  await ahead.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'signed', place: before + 1 })
  await ahead.stop()
  await node.round()
  world.time += 15_000
  await node.round()
  await world.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('20') })
  await world.client.mine({ blocks: 1 })
  expect(await used()).toBe(before)
  for (let blocks = 0; blocks < 5; blocks += 1) {
    await world.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('20') })
    await round(node)
  }
  expect(await used()).toBe(before + 2)
})
