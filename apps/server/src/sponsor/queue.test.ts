import type { Database } from '@foyer/service/db/database'
import { eq, inArray } from 'drizzle-orm'
import * as v from 'valibot'
import { numberToHex, parseGwei } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sponsoredOperations, sponsorQueues, sponsorTransactions } from '../db/schema/index.js'
import { Sponsorship as SponsorshipSchema } from '../projects/sponsorship.js'
import { demo } from '../test/openApi.js'
import { eachChain, killable } from './test/killable.js'
import {
  askedOf,
  booksOf,
  plenty,
  quote,
  type SponsorNode,
  type SponsorWorld,
  send,
  signed,
  sponsorship,
  targets,
  type Visitor,
} from './test/openSponsor.js'
import { onSponsorStage, rowIn } from './test/sponsorGround.js'

let database: Database
let world: SponsorWorld
let node: SponsorNode
let visitor: Visitor
onSponsorStage((stage) => {
  ;({ world, database, node, visitor } = stage)
})
afterEach(async () => {
  await node.stop()
  // Whatever a test did: what is held is given back, and what is booked was paid.
  const { booked, reserved } = await booksOf(database)
  expect([reserved, booked]).toEqual([0n, (await world.spentByOperator()) - spentBeside])
})
/** The amount that the operator's account has paid for other things than operations, in wei. */
let spentBeside = 0n
beforeEach(() => {
  spentBeside = 0n
})

const counter = [targets.counter]
const countNow = async () => BigInt((await world.client.getStorageAt({ address: targets.counter, slot: '0x0' })) ?? 0)
const baseFee = (fee: bigint) => world.client.setNextBlockBaseFeePerGas({ baseFeePerGas: fee })
const mine = (blocks = 1) => world.client.mine({ blocks })
const read = (operation: string) => node.sponsor.read({ by: visitor.by, operation })
const rowOf = (operation: string) => rowIn(database, operation)
const attemptsOf = async (operation: string) =>
  (await database.orm.select().from(sponsorTransactions).where(eq(sponsorTransactions.operation, operation))).length

const sent = async () => {
  const { operation } = await send(node, visitor, await signed(node, visitor, askedOf(visitor, counter)))
  return operation
}

/** Reserved by a node that is gone before it signs anything. */
async function reserved(): Promise<string> {
  const asked = await signed(node, visitor, askedOf(visitor, counter))
  const gone = killable(world, { at: 1, is: 'after', of: 'reserve' })
  await expect(send(gone, visitor, asked)).rejects.toMatchObject({ name: 'KilledError' })
  const [row] = await database.orm.select().from(sponsoredOperations).where(eq(sponsoredOperations.status, 'reserved'))
  return row?.hash ?? expect.fail()
}

const dear = async (gwei: string) => {
  await baseFee(parseGwei(gwei))
  await mine()
}
/** Lets an operation's time be over, by a block that is final. */
const over = async (operation: string) => {
  await world.reach((await rowOf(operation)).operation.validUntil)
  await node.round()
}

test('what the base fee passes is replaced at once by what offers more, in the same place, within the budget', async () => {
  await world.client.setAutomine(false)
  const before = await countNow()
  const operation = await sent()
  await node.round()
  const { place, reserved: held } = await rowOf(operation)
  await dear('20')
  await node.round()
  expect(await read(operation)).toMatchObject({ status: 'sent' })
  expect(await attemptsOf(operation)).toBe(2)
  await dear('20')
  await node.round()
  expect(await read(operation)).toMatchObject({ status: 'final', succeeded: true })
  const row = await rowOf(operation)
  expect(row.place).toBe(place)
  expect(BigInt(row.reserved)).toBeGreaterThan(BigInt(held))
  expect((await countNow()) - before).toBe(1n)
  await dear('1')
})

test('what no block takes at a fee that is high enough is replaced after half a minute, and gives its place up after another', async () => {
  await world.client.setAutomine(false)
  const operation = await sent()
  await node.round()
  const attempts: number[] = []
  for (const seconds of [29, 1, 29, 1]) {
    world.time += seconds * 1_000
    await node.round()
    attempts.push(await attemptsOf(operation))
  }
  expect(attempts).toEqual([1, 2, 2, 3])
  await mine()
  await node.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'freed', dropped: 'stuck' })
  await over(operation)
  expect(await read(operation)).toEqual({ status: 'dropped', transactionHash: null, succeeded: null })
})

test.each([
  [
    'the budget',
    async (held: bigint, booked: bigint) => sponsorship({ budget: { ...plenty, total: String(booked + held) } }),
  ],
  ['the fee of the project', async () => sponsorship({ mostFeePerGas: String(parseGwei('10')) })],
] as const)(
  'it is not replaced beyond %s: its place is taken by nothing at once, and what that cost is booked',
  async (_, terms) => {
    await world.client.setAutomine(false)
    const [before, { booked }] = [await countNow(), await booksOf(database)]
    const operation = await sent()
    await node.round()
    const { reserved: held } = await rowOf(operation)
    await dear('8')
    await world.sponsor(await terms(BigInt(held), booked))
    await node.round()
    expect([await attemptsOf(operation), (await rowOf(operation)).reserved]).toEqual([2, held])
    await dear('8')
    await node.round()
    // Its nonce is free, and what was sent can still be seen.
    expect(await read(operation)).toEqual({ status: 'sent', transactionHash: null, succeeded: null })
    const { status, paid } = await rowOf(operation)
    expect([status, BigInt(paid ?? 0) >= 21_000n * parseGwei('8')]).toEqual(['freed', true])
    await over(operation)
    expect(await read(operation)).toEqual({ status: 'dropped', transactionHash: null, succeeded: null })
    expect(await countNow()).toBe(before)
    await dear('1')
  },
)

test('what takes the place is replaced as well, where the base fee passes it too', async () => {
  await world.client.setAutomine(false)
  await world.sponsor(sponsorship({ mostFeePerGas: String(parseGwei('4')) }))
  const operation = await sent()
  await node.round()
  for (const gwei of ['5', '12']) {
    await dear(gwei)
    await node.round()
  }
  expect(await attemptsOf(operation)).toBe(3)
  await dear('12')
  await node.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'freed', dropped: 'stuck' })
  await dear('1')
})

test('a reorganisation under a receipt undoes nothing that is booked: it is sent again, and booked once it is final', async () => {
  const deep = world.node({ chains: world.chains({ confirmations: 3 }) })
  const before = await booksOf(database)
  const { operation } = await send(deep, visitor, await signed(deep, visitor, askedOf(visitor, counter)))
  await deep.round()
  expect(await read(operation)).toMatchObject({ status: 'included', succeeded: true })
  await world.client.setAutomine(false)
  await world.rpc('anvil_rollback', [1])
  await world.rpc('anvil_dropAllTransactions', [])
  await deep.round()
  expect(await read(operation)).toEqual({ status: 'sent', transactionHash: null, succeeded: null })
  await mine()
  await deep.round()
  expect(await read(operation)).toMatchObject({ status: 'included', succeeded: true })
  expect((await booksOf(database)).booked).toBe(before.booked)
  await mine(2)
  await deep.round()
  expect(await read(operation)).toMatchObject({ status: 'final', succeeded: true })
  await deep.stop()
})

test('a policy that is changed between the reservation and the sending holds: nothing is sent', async () => {
  const operation = await reserved()
  await world.sponsor(sponsorship({ contracts: [{ to: targets.trap }] }))
  await node.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'dropped', dropped: 'policy', place: null })
})

test('a fee that rises between the reservation and the sending is paid as far as the budget goes', async () => {
  const operation = await reserved()
  const { reserved: held } = await rowOf(operation)
  const { booked } = await booksOf(database)
  await baseFee(parseGwei('10'))
  await mine()
  await world.sponsor(sponsorship({ budget: { ...plenty, total: String(booked + BigInt(held)) } }))
  await node.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'dropped', dropped: 'budget', place: null })
  await world.sponsor(sponsorship())
  // Nothing of it is left: the page signs the same again.
  visitor = await world.visitor()
  const again = await reserved()
  await baseFee(parseGwei('30'))
  await mine()
  await node.round()
  expect(await read(again)).toMatchObject({ status: 'final', succeeded: true })
  expect(BigInt((await rowOf(again)).reserved)).toBeGreaterThan(BigInt(held))
  await baseFee(parseGwei('1'))
  await mine()
})

test('while the network is dearer than the project allows, an operation waits for a minute, and is dropped unsent', async () => {
  const operation = await reserved()
  await world.sponsor(sponsorship({ mostFeePerGas: '1000' }))
  await node.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'reserved' })
  world.time += 60_000
  await node.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'dropped', dropped: 'fee', place: null })
})

test('an operator without coin sends nothing; with some again, what waits is sent, and after a minute it is dropped', async () => {
  const { address } = world.operator
  const value = await world.client.getBalance({ address })
  const operation = await reserved()
  await world.client.setBalance({ address, value: 1_000n })
  await node.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'reserved' })
  expect(world.logged.join('')).toContain('too little coin')
  await world.client.setBalance({ address, value })
  await node.round()
  expect(await read(operation)).toMatchObject({ status: 'final', succeeded: true })
  visitor = await world.visitor()
  const left = await world.client.getBalance({ address })
  const other = await reserved()
  await world.client.setBalance({ address, value: 1_000n })
  world.time += 60_000
  await node.round()
  expect(await rowOf(other)).toMatchObject({ status: 'dropped', dropped: 'unfunded', place: null })
  await world.client.setBalance({ address, value: left })
})

test('what was tried long ago is tried again before it is signed', async () => {
  const operation = await reserved()
  await world.client.setCode({ address: targets.counter, bytecode: '0x5f5ffd' })
  world.time += 6_000
  await node.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'dropped', dropped: 'simulation', place: null })
  await world.client.setCode({ address: targets.counter, bytecode: '0x5f546001015f5500' })
})

test('what an account that paid before left stuck takes no place of the one that pays now', async () => {
  await world.client.setAutomine(false)
  const visitors = await Promise.all(Array.from({ length: 16 }, () => world.visitor()))
  const stuck: string[] = []
  const paying = v.parse(SponsorshipSchema, sponsorship())
  for (const [index, each] of visitors.entries()) {
    const projectId = index < 12 ? demo.id : `project-${index}`
    await world.projects.seed([{ ...demo, id: projectId, sponsorship: paying }])
    const asked = await signed(node, each, askedOf(each, counter, { projectId }))
    stuck.push((await send(node, each, asked)).operation)
  }
  await node.round()
  await node.round()
  expect((await Promise.all(stuck.map(rowOf))).map(({ status }) => status)).toEqual(stuck.map(() => 'signed'))
  // As if the operator had taken another key since.
  const isStuck = inArray(sponsoredOperations.hash, stuck)
  const before = '0x00000000000000000000000000000000000befe0'
  await database.orm.update(sponsoredOperations).set({ account: before, place: 1 }).where(isStuck)
  const next = await sent()
  await node.round()
  expect(await rowOf(next)).toMatchObject({ status: 'signed', account: world.operator.address.toLowerCase() })
  await database.orm.update(sponsoredOperations).set({ account: world.operator.address.toLowerCase() }).where(isStuck)
  await mine()
  await node.round()
  expect(await read(next)).toMatchObject({ status: 'final', succeeded: true })
})

test('a place that the operator takes by hand is lost, and what is held is given back once that is final', async () => {
  await world.client.setAutomine(false)
  const operation = await sent()
  await node.round()
  const { place } = await rowOf(operation)
  await world.rpc('anvil_dropAllTransactions', [])
  const before = await world.spentByOperator()
  const raw = await world.operator.signTransaction({
    ...{ type: 'eip1559', chainId: 31337, nonce: place ?? expect.fail(), gas: 21_000n, to: world.operator.address },
    ...{ maxFeePerGas: parseGwei('50'), maxPriorityFeePerGas: parseGwei('1') },
  })
  await world.client.sendRawTransaction({ serializedTransaction: raw })
  await mine()
  spentBeside += (await world.spentByOperator()) - before
  world.time += 30_000
  await node.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'freed', dropped: 'displaced', paid: '0' })
  expect(await read(operation)).toMatchObject({ status: 'sent' })
  // And the next one has a place behind it.
  await world.client.setAutomine(true)
  visitor = await world.visitor()
  const next = await sent()
  await node.round()
  expect(await read(next)).toMatchObject({ status: 'final', succeeded: true })
})

test('while the network knows fewer transactions than are final, nothing is signed: a place now would be a gap', async () => {
  await sent()
  await node.round()
  visitor = await world.visitor()
  const operation = await reserved()
  const [queue] = await database.orm.select().from(sponsorQueues)
  await database.orm.update(sponsorQueues).set({ nextNonce: (queue?.nextNonce ?? 0) + 1 })
  await node.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'reserved', place: null })
  expect(world.logged.join('')).toContain('knows fewer transactions')
  await database.orm.update(sponsorQueues).set({ nextNonce: queue?.nextNonce ?? 0 })
  await node.round()
  expect(await read(operation)).toMatchObject({ status: 'final', succeeded: true })
})

test('an operation that passes the trial and fails in the block is paid, booked and said to have failed', async () => {
  const { booked } = await booksOf(database)
  const { operation } = await send(node, visitor, await signed(node, visitor, askedOf(visitor, [targets.trap])))
  await node.round()
  expect(await read(operation)).toMatchObject({ status: 'final', succeeded: false })
  expect((await booksOf(database)).booked).toBeGreaterThan(booked)
  // Its nonce is used up at the EntryPoint; the account goes on.
  const next = await sent()
  await node.round()
  expect(await read(next)).toMatchObject({ status: 'final', succeeded: true })
})

test('what the chain below takes, and its operator beside the gas, is held twice, and booked as the receipt has it', async () => {
  const lower = 1_000_000_000_000_000n
  // It answers each question with that fee.
  const oracle = `0x67${numberToHex(lower, { size: 8 }).slice(2)}5f5260205ff3` as const
  await world.client.setCode({ address: '0x420000000000000000000000000000000000000F', bytecode: oracle })
  const taken = 1_234_567_890_123n
  const beside = { l1Fee: numberToHex(taken), operatorFeeScalar: '0x0', operatorFeeConstant: '0x1' }
  const withFee = (result: unknown) =>
    typeof result === 'object' && result !== null && 'effectiveGasPrice' in result ? { ...result, ...beside } : result
  const chains = eachChain(world.chains(), (chain) => ({
    ...chain,
    request: async (request) =>
      (await chain.request(request)).map((outcome) =>
        'result' in outcome ? { result: withFee(outcome.result) } : outcome,
      ),
  }))
  const above = world.node({ chains })
  const before = [(await booksOf(database)).booked, await world.spentByOperator()] as const
  const { operation } = await send(above, visitor, await signed(above, visitor, askedOf(visitor, counter)))
  expect(BigInt((await rowOf(operation)).reserved)).toBeGreaterThan(4n * lower)
  await above.round()
  expect(await read(operation)).toMatchObject({ status: 'final', succeeded: true })
  const spent = (await world.spentByOperator()) - before[1]
  expect((await booksOf(database)).booked - before[0]).toBe(spent + taken + lower)
  // This network itself took none.
  spentBeside -= taken + lower
  await world.client.setCode({ address: '0x420000000000000000000000000000000000000F', bytecode: '0x' })
  await above.stop()
})

test('two nodes that sign at once give each operation a place of its own', async () => {
  const other = world.node()
  const before = { count: await countNow(), sent: await world.client.getTransactionCount(world.operator) }
  const visitors = await Promise.all(Array.from({ length: 12 }, () => world.visitor()))
  const operations = await Promise.all(
    visitors.map(async (each, index) => {
      const [near, far] = index % 2 === 0 ? [node, other] : [other, node]
      return (await send(near, each, await signed(far, each, askedOf(each, counter)))).operation
    }),
  )
  await Promise.all([node.round(), other.round()])
  await Promise.all([node.round(), other.round()])
  const rows = await Promise.all(operations.map(rowOf))
  expect(rows.map(({ status }) => status)).toEqual(operations.map(() => 'settled'))
  expect(new Set(rows.map(({ place }) => place)).size).toBe(12)
  expect((await countNow()) - before.count).toBe(12n)
  expect((await world.client.getTransactionCount(world.operator)) - before.sent).toBe(12)
  await other.stop()
})

test('an account has one operation under way in each nonce', async () => {
  await world.client.setAutomine(false)
  const asked = askedOf(visitor, counter)
  const one = await signed(node, visitor, asked)
  const other = await signed(node, visitor, askedOf(visitor, [targets.counter, targets.counter]))
  const { operation } = await send(node, visitor, one)
  await expect(send(node, visitor, other)).rejects.toMatchObject({
    code: 'not_sponsored',
    reasons: [{ name: 'operation' }],
  })
  expect(await quote(node, visitor, asked)).toMatchObject({ sponsored: true })
  await node.round()
  await mine()
  await node.round()
  expect(await read(operation)).toMatchObject({ status: 'final', succeeded: true })
})
