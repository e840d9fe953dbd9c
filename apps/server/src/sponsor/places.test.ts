import type { Database } from '@foyer/service/db/database'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { parseGwei } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import type { Chains } from '../chains/chains.js'
import { sponsoredOperations, sponsorTransactions } from '../db/schema/index.js'
import { Sponsorship as SponsorshipSchema } from '../projects/sponsorship.js'
import { demo } from '../test/openApi.js'
import { operationOf } from './judge.js'
import { createLedger } from './ledger.js'
import { hashOf } from './operation.js'
import { eachChain, killable } from './test/killable.js'
import {
  askedOf,
  booksOf,
  type SponsorNode,
  type SponsorWorld,
  send,
  signed,
  signedAt,
  sponsorship,
  targets,
  type Visitor,
} from './test/openSponsor.js'
import { onSponsorStage, rowIn } from './test/sponsorGround.js'

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
const rowOf = (operation: string) => rowIn(database, operation)
const attemptsOf = (operation: string) =>
  database.orm
    .select()
    .from(sponsorTransactions)
    .where(eq(sponsorTransactions.operation, operation))
    .orderBy(sponsorTransactions.attempt)
const signedOnes = () => database.orm.select().from(sponsoredOperations).where(eq(sponsoredOperations.status, 'signed'))
const visitors = (count: number) => Promise.all(Array.from({ length: count }, () => world.visitor()))

/** The network, whose nodes answer what they are sent as a test says. */
const answering = (errorOf: (raw: string) => { readonly code: number; readonly message: string } | undefined): Chains =>
  eachChain(world.chains(), (chain) => ({
    ...chain,
    async request(request) {
      const [call] = request.calls
      const [raw] = Array.isArray(call?.params) ? call.params : []
      const error = call?.method === 'eth_sendRawTransaction' ? errorOf(String(raw)) : undefined
      return error ? [{ error }] : chain.request(request)
    },
  }))

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
  const chains = answering(() => (isClosed ? { code: -32_000, message: 'not taken' } : undefined))
  const closed = world.node({ chains })
  const all = await visitors(3)
  for (const each of all) await reserved(each)
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

test('after four that a node refuses a pass places no more: the others have theirs in the next', async () => {
  const chains = answering((raw) => (raw.startsWith('0x04') ? { code: -32_000, message: 'not taken' } : undefined))
  const refusing = world.node({ chains })
  for (const each of await visitors(6)) await reserved(each)
  await refusing.round()
  expect(await signedOnes()).toHaveLength(4)
  await refusing.round()
  expect(await signedOnes()).toHaveLength(6)
  await mine()
  await refusing.round()
  const rows = await database.orm.select().from(sponsoredOperations)
  expect(rows.map(({ status }) => status)).toEqual(rows.map(() => 'freed'))
  await refusing.stop()
})

test.each([
  ['has it already', { code: -32_000, message: 'already known' }],
  ['is asked too much', { code: -32_005, message: 'limit exceeded' }],
])('a node that %s refuses nothing: it stays as it was signed', async (_, error) => {
  const chains = eachChain(world.chains(), (chain) => ({
    ...chain,
    async request(request) {
      const outcomes = await chain.request(request)
      return request.calls.map(({ method }, index) =>
        method === 'eth_sendRawTransaction' ? { error } : (outcomes[index] ?? expect.fail()),
      )
    },
  }))
  const odd = world.node({ chains })
  const { operation } = await sendOf(visitor, odd)
  await odd.round()
  await odd.round()
  expect(await attemptsOf(operation)).toHaveLength(1)
  await mine()
  await odd.round()
  expect(await node.sponsor.read({ by: visitor.by, operation })).toMatchObject({ status: 'final', succeeded: true })
  await odd.stop()
})

test('a node that is asked too much and takes nothing is asked again: nothing goes in its place', async () => {
  let isBusy = true
  const busy = world.node({ chains: answering(() => (isBusy ? { code: 429, message: 'too many' } : undefined)) })
  const { operation } = await sendOf(visitor, busy)
  await busy.round()
  isBusy = false
  await busy.round()
  expect(await attemptsOf(operation)).toHaveLength(1)
  await mine()
  await busy.round()
  expect(await node.sponsor.read({ by: visitor.by, operation })).toMatchObject({ status: 'final', succeeded: true })
  await busy.stop()
})

test('a quarter of a minute before its end its place is freed: in a late block it would be paid for, and do nothing', async () => {
  const { operation } = await sendOf(visitor)
  await node.round()
  // At a fee that is high enough, just replaced.
  const { validUntil } = (await rowOf(operation)).operation
  await database.orm
    .update(sponsorTransactions)
    .set({ signedAt: new Date(validUntil * 1_000) })
    .where(eq(sponsorTransactions.operation, operation))
  world.time = validUntil * 1_000 - 15_001
  await node.round()
  expect(await attemptsOf(operation)).toHaveLength(1)
  world.time += 1
  await node.round()
  expect((await attemptsOf(operation)).map(({ isCancelling }) => isCancelling)).toEqual([false, true])
})

test('a replacement that a node refuses frees the place in the same pass', async () => {
  let taken = 0
  const chains = answering((raw) => {
    taken += raw.startsWith('0x04') ? 1 : 0
    return raw.startsWith('0x04') && taken > 1 ? { code: -32_000, message: 'not taken' } : undefined
  })
  const refusing = world.node({ chains })
  const { operation } = await sendOf(visitor, refusing)
  await refusing.round()
  world.time += 30_000
  await refusing.round()
  expect((await attemptsOf(operation)).map(({ isCancelling }) => isCancelling)).toEqual([false, false, true])
  await refusing.stop()
})

test('a place that another transaction of the account has taken is lost half a minute after its own was signed, and not before', async () => {
  const { operation } = await sendOf(visitor)
  await node.round()
  const { place } = await rowOf(operation)
  await world.rpc('anvil_dropAllTransactions', [])
  const raw = await world.operator.signTransaction({
    type: 'eip1559',
    chainId: 31337,
    nonce: place ?? expect.fail(),
    gas: 21_000n,
    to: world.operator.address,
    maxFeePerGas: parseGwei('50'),
    maxPriorityFeePerGas: parseGwei('1'),
  })
  await world.client.sendRawTransaction({ serializedTransaction: raw })
  await mine()
  world.time += 29_999
  await node.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'signed' })
  world.time += 1
  await node.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'freed', dropped: 'displaced' })
})

test('what its project pays for no more is not replaced: its place is freed', async () => {
  const { operation } = await sendOf(visitor)
  await node.round()
  await world.sponsor(null)
  world.time += 30_000
  await node.round()
  expect((await attemptsOf(operation)).map(({ isCancelling }) => isCancelling)).toEqual([false, true])
  await mine()
  await node.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'freed', dropped: 'stuck' })
})

test('what waits has its turn by project, and within it by payer: nobody’s many stand before another’s one', async () => {
  const second = { ...demo, id: 'second' }
  await world.projects.seed([
    { ...demo, sponsorship: v.parse(SponsorshipSchema, sponsorship()) },
    { ...second, sponsorship: v.parse(SponsorshipSchema, sponsorship()) },
  ])
  const [many = expect.fail(), beside = expect.fail(), elsewhere = expect.fail()] = await visitors(3)
  const hashes: string[] = []
  const waits = async (by: Visitor, nonce: bigint, projectId: string) => {
    const asked = await signedAt(node, by, askedOf(by, counter, { projectId }), { nonce })
    const gone = killable(world, { at: 1, is: 'after', of: 'reserve' })
    await expect(send(gone, by, asked)).rejects.toMatchObject({ name: 'KilledError' })
    hashes.push(hashOf(operationOf(asked)))
    world.time += 1
  }
  for (const key of [1n, 2n, 3n]) await waits(many, key << 64n, demo.id)
  await waits(beside, 0n, demo.id)
  await waits(elsewhere, 0n, second.id)
  const ledger = createLedger({ orm: database.orm, now: () => world.time })
  const [first, other, third, neighbour, far] = hashes
  expect((await ledger.open('eip155:31337')).map(({ hash }) => hash)).toEqual([first, far, neighbour, other, third])
})
