import type { Database } from '@foyer/service/db/database'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import { sponsoredOperations, sponsorQueues, sponsorTransactions } from '../db/schema/index.js'
import { cancellingGas } from './signTransaction.js'
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

/* What has a place and no block: what is sent for it once more, in which order, and for how much. */

let database: Database
let world: SponsorWorld
let node: SponsorNode
let visitor: Visitor
onSponsorStage((stage) => {
  ;({ world, database, node, visitor } = stage)
})
beforeEach(() => world.client.setAutomine(false))

const rowOf = (operation: string) => rowIn(database, operation)
const attemptsOf = (operation: string) =>
  database.orm
    .select()
    .from(sponsorTransactions)
    .where(eq(sponsorTransactions.operation, operation))
    .orderBy(sponsorTransactions.attempt)

/** Has a visitor's operation signed by a server's node. */
async function placed(by: SponsorNode, of: Visitor): Promise<string> {
  const { operation } = await send(by, of, await signed(by, of, askedOf(of, [targets.counter])))
  await by.round()
  return operation
}

/** A server, all that it sends to the network's nodes, and what these don't take. */
function sending(changes: Partial<ChainConfig> = {}) {
  const [raws, untaken]: [string[], Set<string>] = [[], new Set()]
  const chains = eachChain(world.chains(changes), (chain) => ({
    ...chain,
    async request(request) {
      const [call] = request.calls
      if (call?.method !== 'eth_sendRawTransaction') return chain.request(request)
      const raw = String(Array.isArray(call.params) ? call.params[0] : undefined)
      raws.push(raw)
      return untaken.has(raw) ? [{ error: { code: -32_000, message: 'not taken' } }] : chain.request(request)
    },
  }))
  const by = world.node({ chains })
  onTestFinished(by.stop)
  return { by, raws, untaken }
}

test('what an earlier key’s account has sent is sent again as it is, however long it stands, and stands in nobody’s way where nodes don’t take it', async () => {
  const { by, raws, untaken } = sending()
  const operation = await placed(by, visitor)
  const [{ raw } = expect.fail()] = await attemptsOf(operation)
  // As if the operator had taken another key since.
  const account = '0x00000000000000000000000000000000000befe0'
  for (const table of [sponsoredOperations, sponsorQueues]) await database.orm.update(table).set({ account })
  await world.rpc('anvil_dropAllTransactions', [])
  untaken.add(raw)
  world.time += 30_000
  raws.length = 0
  const next = await placed(by, await world.visitor())
  expect([await attemptsOf(operation), raws[0]]).toEqual([[expect.objectContaining({ raw })], raw])
  expect(await rowOf(next)).toMatchObject({ status: 'signed', account: world.operator.address.toLowerCase() })
})

test('what a reorganisation has put out of its block is sent again before what has a place behind it', async () => {
  const { by, raws } = sending({ confirmations: 3 })
  const first = await placed(by, visitor)
  await world.client.mine({ blocks: 1 })
  await by.round()
  expect(await rowOf(first)).toMatchObject({ status: 'included' })
  const second = await placed(by, await world.visitor())
  await world.rpc('anvil_rollback', [1])
  await world.rpc('anvil_dropAllTransactions', [])
  raws.length = 0
  await by.round()
  const rows = await Promise.all([first, second].map(rowOf))
  expect(rows).toMatchObject([{ status: 'signed' }, { status: 'signed' }])
  const sent = await Promise.all([first, second].map(attemptsOf))
  expect(raws).toEqual(sent.flat().map(({ raw }) => raw))
})

test('while a place isn’t filled, what stands behind it isn’t sent again', async () => {
  const { by, raws } = sending()
  const first = await placed(by, visitor)
  const second = await placed(by, await world.visitor())
  await world.rpc('anvil_dropAllTransactions', [])
  // Too little for a transaction that does nothing.
  await database.orm.update(sponsoredOperations).set({ reserved: '1' }).where(eq(sponsoredOperations.hash, first))
  await world.sponsor(null)
  world.time += 30_000
  raws.length = 0
  await by.round()
  expect([raws, await attemptsOf(second)]).toEqual([[], [expect.anything()]])
})

test('a place is freed for just what is held, and for a wei more not while nobody waits', async () => {
  const operation = await placed(node, visitor)
  const [{ maxFeePerGas } = expect.fail()] = await attemptsOf(operation)
  const costs = BigInt(cancellingGas) * ((BigInt(maxFeePerGas) * 9n) / 8n + 1n)
  const holding = (reserved: bigint) =>
    database.orm
      .update(sponsoredOperations)
      .set({ reserved: String(reserved) })
      .where(eq(sponsoredOperations.hash, operation))
  await world.sponsor(null)
  world.time += 30_000
  await holding(costs - 1n)
  await node.round()
  expect(await attemptsOf(operation)).toHaveLength(1)
  await holding(costs)
  await node.round()
  expect((await attemptsOf(operation)).map(({ isCancelling }) => isCancelling)).toEqual([false, true])
})
