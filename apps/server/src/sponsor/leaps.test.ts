import type { Database } from '@foyer/service/db/database'
import { eq } from 'drizzle-orm'
import { parseGwei } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import type { Chains } from '../chains/chains.js'
import { sponsoredOperations, sponsorTransactions } from '../db/schema/index.js'
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

/* Fees that leap between two passes: what is held bounds what goes in a place, and a place is freed by what is held now. */

let database: Database
let world: SponsorWorld
let node: SponsorNode
let visitor: Visitor
onSponsorStage((stage) => {
  ;({ world, database, node, visitor } = stage)
})
beforeEach(() => world.client.setAutomine(false))

const dear = async (gwei: string) => {
  await world.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei(gwei) })
  await world.client.mine({ blocks: 1 })
}
const asked = () => askedOf(visitor, [targets.counter])
const rowOf = (operation: string) => rowIn(database, operation)
const attemptsOf = (operation: string) =>
  database.orm
    .select()
    .from(sponsorTransactions)
    .where(eq(sponsorTransactions.operation, operation))
    .orderBy(sponsorTransactions.attempt)
const cancellings = async (operation: string) => (await attemptsOf(operation)).map(({ isCancelling }) => isCancelling)

/** A network whose nodes take so many operations with an authorization, and no more. */
const taking = (most: number): Chains => {
  let taken = 0
  return eachChain(world.chains(), (chain) => ({
    ...chain,
    async request(request) {
      const [call] = request.calls
      const [raw] = Array.isArray(call?.params) ? call.params : []
      const isSwitch = call?.method === 'eth_sendRawTransaction' && String(raw).startsWith('0x04')
      if (isSwitch) taken += 1
      return isSwitch && taken > most ? [{ error: { code: -32_000, message: 'not taken' } }] : chain.request(request)
    },
  }))
}

test('a replacement at many times the fee that a node refuses is freed by what is held for it, in the same pass', async () => {
  const refusing = world.node({ chains: taking(1) })
  const { operation } = await send(refusing, visitor, await signed(refusing, visitor, asked()))
  await refusing.round()
  expect(await cancellings(operation)).toEqual([false])
  await world.rpc('anvil_dropAllTransactions', [])
  await dear('40')
  await refusing.round()
  expect(await cancellings(operation)).toEqual([false, false, true])
})

test('what is signed at many times the fee that it was judged at, and refused, is freed by what is held now, in the same pass', async () => {
  const sent = await signed(node, visitor, asked())
  const gone = killable(world, { at: 1, is: 'after', of: 'reserve' })
  await expect(send(gone, visitor, sent)).rejects.toMatchObject({ name: 'KilledError' })
  const [row = expect.fail()] = await database.orm.select().from(sponsoredOperations)
  await dear('40')
  const refusing = world.node({ chains: taking(0) })
  await refusing.round()
  expect(await cancellings(row.hash)).toEqual([false, true])
  expect(BigInt((await rowOf(row.hash)).reserved)).toBeGreaterThan(20n * BigInt(row.reserved))
})

test('a place isn’t freed for more than is held: it waits until the network is cheaper', async () => {
  await world.sponsor(sponsorship({ mostFeePerGas: String(parseGwei('4')) }))
  const { operation } = await send(node, visitor, await signed(node, visitor, asked()))
  await node.round()
  await world.rpc('anvil_dropAllTransactions', [])
  await dear('400')
  await node.round()
  expect([await cancellings(operation), (await rowOf(operation)).status]).toEqual([[false], 'signed'])
  await dear('1')
  await node.round()
  await world.client.mine({ blocks: 1 })
  await node.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'settled', succeeded: true })
})

test.each([
  ['exactly what a replacement offers has it replaced', 0n, [false, false]],
  ['one wei less has its place freed', 1n, [false, true]],
] as const)('a project that pays %s', async (_, less, is) => {
  const { operation } = await send(node, visitor, await signed(node, visitor, asked()))
  await node.round()
  const [{ maxFeePerGas } = expect.fail()] = await attemptsOf(operation)
  const most = (BigInt(maxFeePerGas) * 9n) / 8n + 1n - less
  await world.sponsor(sponsorship({ mostFeePerGas: String(most) }))
  world.time += 30_000
  await node.round()
  expect(await cancellings(operation)).toEqual(is)
})

test('a replacement of a node’s that was not first frees the place, at what the first one offers', async () => {
  const { operation } = await send(node, visitor, await signed(node, visitor, asked()))
  await node.round()
  world.time += 30_000
  // Both replace the same one.
  const other = world.node()
  await Promise.all([node.round(), other.round()])
  const attempts = await attemptsOf(operation)
  expect(new Set(attempts.map(({ attempt }) => attempt)).size).toBe(attempts.length)
  await world.client.mine({ blocks: 1 })
  await node.round()
  expect(['settled', 'freed']).toContain((await rowOf(operation)).status)
})
