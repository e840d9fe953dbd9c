import type { Database } from '@foyer/service/db/database'
import { eq } from 'drizzle-orm'
import { parseGwei } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import type { Chains } from '../chains/chains.js'
import { sponsoredOperations, sponsorTransactions } from '../db/schema/index.js'
import { createLedger } from './ledger.js'
import { eachChain, killable } from './test/killable.js'
import {
  askedOf,
  booksOf,
  type SponsorNode,
  type SponsorWorld,
  send,
  signed,
  signedAt,
  targets,
  type Visitor,
} from './test/openSponsor.js'
import { onSponsorStage } from './test/sponsorGround.js'

/* Places among the paying account’s transactions: who has one, and what fills it. */

let database: Database
let world: SponsorWorld
let node: SponsorNode
let visitor: Visitor
onSponsorStage((stage) => {
  ;({ world, database, node, visitor } = stage)
})
beforeEach(async () => {
  await world.client.setAutomine(false)
  await world.rpc('anvil_dropAllTransactions', [])
  await database.orm.delete(sponsoredOperations)
})

const counter = [targets.counter]
const mine = () => world.client.mine({ blocks: 1 })
const sendOf = async (by: Visitor, on = node) => send(on, by, await signed(on, by, askedOf(by, counter)))
const rowOf = async (operation: string) => {
  const [row] = await database.orm.select().from(sponsoredOperations).where(eq(sponsoredOperations.hash, operation))
  return row ?? expect.fail()
}
const attemptsOf = (operation: string) =>
  database.orm
    .select()
    .from(sponsorTransactions)
    .where(eq(sponsorTransactions.operation, operation))
    .orderBy(sponsorTransactions.attempt)
const signedOnes = () => database.orm.select().from(sponsoredOperations).where(eq(sponsoredOperations.status, 'signed'))
const visitors = (count: number) => Promise.all(Array.from({ length: count }, () => world.visitor()))

/** Reserved by a node that is gone before it signs anything. */
async function reserved(by: Visitor): Promise<string> {
  const asked = await signed(node, by, askedOf(by, counter))
  const gone = killable(world, { at: 1, is: 'after', of: 'reserve' })
  await expect(send(gone, by, asked)).rejects.toMatchObject({ name: 'KilledError' })
  const rows = await database.orm
    .select()
    .from(sponsoredOperations)
    .where(eq(sponsoredOperations.sender, by.account.address.toLowerCase()))
  return rows[0]?.hash ?? expect.fail()
}

test('a project has twelve places of sixteen, a payer four; in the next block the others have theirs', async () => {
  const all = await visitors(14)
  for (const each of all) await sendOf(each)
  await node.round()
  expect(await signedOnes()).toHaveLength(12)
  await mine()
  await node.round()
  expect(await signedOnes()).toHaveLength(2)
  await mine()
  await node.round()
  const [one = expect.fail()] = all
  for (let key = 1n; key <= 5n; key += 1n)
    await send(node, one, await signedAt(node, one, askedOf(one, counter), { nonce: key << 64n }))
  await node.round()
  expect(await signedOnes()).toHaveLength(4)
  await mine()
  await node.round()
  expect(await signedOnes()).toHaveLength(1)
})

test('what is offered is twice the base fee and the tip, of the last block', async () => {
  await world.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('7') })
  await mine()
  const { operation } = await sendOf(visitor)
  await node.round()
  const [attempt] = await attemptsOf(operation)
  const tip = await world.rpc('eth_maxPriorityFeePerGas', [])
  expect(attempt).toMatchObject({
    maxFeePerGas: String(parseGwei('14') + BigInt(String(tip))),
    maxPriorityFeePerGas: String(BigInt(String(tip))),
  })
})

test('what replaces it offers an eighth more of both, though the network has become cheaper', async () => {
  await world.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('7') })
  await mine()
  const { operation } = await sendOf(visitor)
  await node.round()
  await world.rpc('anvil_dropAllTransactions', [])
  await world.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('1') })
  await mine()
  world.time += 30_000
  await node.round()
  const [first = expect.fail(), second = expect.fail()] = await attemptsOf(operation)
  const raised = (fee: string) => String((BigInt(fee) * 9n) / 8n + 1n)
  expect(second).toMatchObject({
    ...{ maxFeePerGas: raised(first.maxFeePerGas), maxPriorityFeePerGas: raised(first.maxPriorityFeePerGas) },
    isCancelling: false,
  })
  await mine()
  await node.round()
  expect(await node.sponsor.read({ by: visitor.by, operation })).toMatchObject({ status: 'final', succeeded: true })
})

test('of two that wait, the coin is enough for one: that one is signed, and the other once it is paid for', async () => {
  const { address } = world.operator
  const value = await world.client.getBalance({ address })
  const all = await visitors(2)
  const waiting: string[] = []
  for (const each of all) {
    waiting.push(await reserved(each))
    world.time += 1
  }
  const [one = 0n, other = 0n] = (await Promise.all(waiting.map(rowOf))).map((row) => BigInt(row.reserved))
  await world.client.setBalance({ address, value: one + other - 1n })
  await node.round()
  expect((await Promise.all(waiting.map(rowOf))).map(({ status }) => status)).toEqual(['signed', 'reserved'])
  // What is under way counts in the next pass, too.
  await node.round()
  expect((await Promise.all(waiting.map(rowOf))).map(({ status }) => status)).toEqual(['signed', 'reserved'])
  await world.client.setBalance({ address, value })
  await node.round()
  expect((await Promise.all(waiting.map(rowOf))).map(({ status }) => status)).toEqual(['signed', 'signed'])
})

test('what another node has signed is neither dropped nor signed once more by one that saw it wait', async () => {
  const operation = await reserved(visitor)
  const ledger = createLedger({ orm: database.orm, now: () => world.time })
  const [seen = expect.fail()] = await ledger.open('eip155:31337')
  await world.node().round()
  const row = await rowOf(operation)
  expect(row).toMatchObject({ status: 'signed' })
  const held = await booksOf(database)
  await ledger.drop({ operation: seen, because: 'late' })
  const { attempts: _, ...most } = { attempts: 0, account: '1', network: '1', day: '1', total: '1' }
  const signing = { operation: seen, account: row.account ?? '', counted: 0, cost: 0n, most }
  expect(await ledger.sign({ ...signing, write: () => expect.fail('It is signed twice.') })).toBe(false)
  expect([await rowOf(operation), await booksOf(database)]).toEqual([row, held])
})

test('while nothing fills a place, nothing is signed behind it: once nodes take something again, all go on', async () => {
  let isClosed = true
  const chains: Chains = eachChain(world.chains(), (chain) => ({
    ...chain,
    request: async (request) =>
      isClosed && request.calls.some(({ method }) => method === 'eth_sendRawTransaction')
        ? request.calls.map(() => ({ error: { code: -32_000, message: 'not taken' } }))
        : chain.request(request),
  }))
  const closed = world.node({ chains })
  const all = await visitors(3)
  for (const each of all) await sendOf(each, closed)
  await closed.round()
  await closed.round()
  const [first = expect.fail(), ...others] = await signedOnes()
  expect(others).toEqual([])
  isClosed = false
  await closed.round()
  await mine()
  await closed.round()
  const rows = await database.orm.select().from(sponsoredOperations)
  expect(rows.map(({ status }) => status).toSorted()).toEqual(['freed', 'settled', 'settled'])
  expect((await rowOf(first.hash)).status).toBe('freed')
  await closed.stop()
})
