import type { Database } from '@foyer/service/db/database'
import { expect, test } from 'vitest'
import { sponsoredOperations } from '../db/schema/index.js'
import { createLedger, type Ledger, type OpenOperation } from './ledger.js'
import { killable } from './test/killable.js'
import {
  askedOf,
  booksOf,
  chainId,
  plenty,
  type SponsorNode,
  type SponsorWorld,
  send,
  signed,
  targets,
  type Visitor,
} from './test/openSponsor.js'
import { onSponsorStage } from './test/sponsorGround.js'

/* What two nodes do at once, or one twice: nothing of it is held, booked or signed twice. */

let database: Database
let world: SponsorWorld
let node: SponsorNode
let visitor: Visitor
onSponsorStage((stage) => {
  ;({ world, database, node, visitor } = stage)
})

const ledgerOf = (): Ledger => createLedger({ orm: database.orm, now: () => world.time })
const all = () => database.orm.select().from(sponsoredOperations).orderBy(sponsoredOperations.createdAt)
const account = '0x00000000000000000000000000000000000befe0'
const transaction = (name: string) => ({
  hash: `0x${name.repeat(32)}`,
  raw: `0x${name}`,
  maxFeePerGas: '9',
  maxPriorityFeePerGas: '1',
  isCancelling: false,
})
const included = { transactionHash: `0x${'aa'.repeat(32)}`, succeeded: true, paid: 5n }

/** An operation that waits for its place, as both nodes see it. */
async function waiting(ledger: Ledger): Promise<OpenOperation> {
  const asked = await signed(node, visitor, askedOf(visitor, [targets.counter]))
  const gone = killable(world, { at: 1, is: 'after', of: 'reserve' })
  await expect(send(gone, visitor, asked)).rejects.toMatchObject({ name: 'KilledError' })
  const open = await ledger.open(chainId)
  return open.find(({ status }) => status === 'reserved') ?? expect.fail()
}

const signing = (operation: OpenOperation) => ({
  operation,
  account,
  counted: 3,
  cost: 0n,
  most: plenty,
  write: async () => transaction('11'),
})

/** One that is signed. */
async function placed(ledger: Ledger): Promise<OpenOperation> {
  expect(await ledger.sign(signing(await waiting(ledger)))).toBe(true)
  const [operation = expect.fail()] = await ledger.open(chainId)
  expect(operation).toMatchObject({ status: 'signed', account, place: 3 })
  return operation
}

test('what is kept is there; its nonce is taken while it is open, and what was dropped isn’t taken again; a token counts once', async () => {
  const ledger = ledgerOf()
  const operation = await waiting(ledger)
  const { attempts: _, ...kept } = operation
  const row = { ...kept, tokenHash: 'a token', grantedBy: null }
  const other = { ...row, hash: '0x01' }
  expect(await ledger.reserve({ row: kept, most: plenty })).toBe('there')
  expect(await ledger.reserve({ row: other, most: plenty })).toBe('taken')
  expect(await ledger.reserve({ row: { ...other, nonce: '77' }, most: plenty })).toBe('reserved')
  expect(await ledger.reserve({ row: { ...other, hash: '0x02', nonce: '78' }, most: plenty })).toBe('token')
  const books = await booksOf(database)
  await ledger.drop({ operation, because: 'fee' })
  const held = books.reserved - BigInt(operation.reserved)
  expect(await booksOf(database)).toEqual({ ...books, reserved: held })
  await ledger.drop({ operation, because: 'late' })
  expect(await booksOf(database)).toEqual({ ...books, reserved: held })
  expect(await ledger.find(operation.hash)).toMatchObject({ status: 'dropped', dropped: 'fee' })
  expect(await ledger.reserve({ row: kept, most: plenty })).toBe('taken')
})

test('where the budgets don’t hold it, nothing of it is kept or held', async () => {
  const ledger = ledgerOf()
  const { attempts: _, ...row } = await waiting(ledger)
  const before = [await all(), await booksOf(database)]
  const most = { ...plenty, account: row.reserved }
  expect(await ledger.reserve({ row: { ...row, hash: '0x01', nonce: '77' }, most })).toBe('budget')
  expect([await all(), await booksOf(database)]).toEqual(before)
})

test('what the database fails at is thrown, and not taken for a budget that is used up or for what another node has done', async () => {
  const ledger = ledgerOf()
  const operation = await waiting(ledger)
  const { attempts: _, ...row } = operation
  const before = [await all(), await booksOf(database)]
  const other = { ...row, hash: '0x01', nonce: 'no number' }
  await expect(ledger.reserve({ row: other, most: plenty })).rejects.toThrow('insert into')
  const broken = { ...transaction('11'), maxFeePerGas: 'no number' }
  await expect(ledger.sign({ ...signing(operation), write: async () => broken })).rejects.toThrow('insert into')
  expect([await all(), await booksOf(database)]).toEqual(before)
  expect(await ledger.sign(signing(operation))).toBe(true)
  const [placed = expect.fail()] = await ledger.open(chainId)
  const replacing = { operation: placed, cost: 1n, most: undefined, signed: broken }
  await expect(ledger.replace(replacing)).rejects.toThrow('insert into')
  expect((await ledger.open(chainId))[0]?.attempts).toHaveLength(1)
})

test('what is signed for more than was held has that held, and for less as much as before', async () => {
  const ledger = ledgerOf()
  const operation = await waiting(ledger)
  const { booked, reserved } = await booksOf(database)
  const more = BigInt(operation.reserved) + 7n
  expect(await ledger.sign({ ...signing(operation), cost: more })).toBe(true)
  expect(await booksOf(database)).toEqual({ booked, reserved: reserved + 7n })
  const [open = expect.fail()] = await ledger.open(chainId)
  expect(open.reserved).toBe(String(more))
  expect(await ledger.replace({ operation: open, cost: 1n, most: undefined, signed: transaction('22') })).toBe(true)
  expect([await booksOf(database), (await ledger.find(open.hash))?.reserved]).toEqual([
    { booked, reserved: reserved + 7n },
    String(more),
  ])
})

test('a place is the next of its account and network, or the one that the network counts to', async () => {
  const ledger = ledgerOf()
  const first = await placed(ledger)
  visitor = await world.visitor()
  const second = await waiting(ledger)
  expect(await ledger.sign({ ...signing(second), counted: 0 })).toBe(true)
  expect(await ledger.find(second.hash)).toMatchObject({ place: 4 })
  for (const { hash } of [first, second]) await ledger.settle({ hash, inclusion: included })
  visitor = await world.visitor()
  const third = await waiting(ledger)
  // All is final, and the network knows fewer.
  expect(await ledger.sign({ ...signing(third), counted: 4 })).toBe('behind')
  expect(await ledger.find(third.hash)).toMatchObject({ status: 'reserved', place: null })
  expect(await ledger.sign({ ...signing(third), counted: 9 })).toBe(true)
  expect(await ledger.find(third.hash)).toMatchObject({ place: 9 })
})

test('of two replacements that nodes make at once one is added, and held; of what is freed there is none', async () => {
  const ledger = ledgerOf()
  const operation = await placed(ledger)
  const { booked, reserved } = await booksOf(database)
  const cost = BigInt(operation.reserved) + 10n
  const replacing = { operation, cost, most: plenty }
  expect(await ledger.replace({ ...replacing, signed: transaction('22') })).toBe(true)
  expect(await ledger.replace({ ...replacing, cost: cost + 5n, signed: transaction('33') })).toBe(false)
  expect(await booksOf(database)).toEqual({ booked, reserved: reserved + 10n })
  const [open = expect.fail()] = await ledger.open(chainId)
  expect(open.attempts.map(({ hash }) => hash)).toEqual([transaction('11').hash, transaction('22').hash])
  const most = { ...plenty, total: String(cost) }
  expect(await ledger.replace({ operation: open, cost: cost + 1n, most, signed: transaction('44') })).toBe(false)
  await ledger.free({ hash: operation.hash, paid: 2n, because: 'stuck' })
  expect(await ledger.replace({ operation: open, cost, most: plenty, signed: transaction('44') })).toBe(false)
  expect(await booksOf(database)).toEqual({ booked: booked + 2n, reserved: 0n })
  expect((await ledger.open(chainId))[0]?.attempts).toHaveLength(2)
})

test('what is booked is booked once, whatever another node says later, and what is freed ends once', async () => {
  const ledger = ledgerOf()
  const { hash } = await placed(ledger)
  await ledger.note({ hash, inclusion: included })
  expect(await ledger.find(hash)).toMatchObject({ status: 'included', paid: '5', succeeded: true })
  await ledger.note({ hash, inclusion: null })
  expect(await ledger.find(hash)).toMatchObject({ status: 'signed', paid: null, transactionHash: null })
  await ledger.end({ hash, done: null })
  expect(await ledger.find(hash)).toMatchObject({ status: 'signed' })
  await ledger.free({ hash, paid: 2n, because: 'displaced' })
  const books = await booksOf(database)
  await ledger.settle({ hash, inclusion: included })
  await ledger.free({ hash, paid: 9n, because: 'stuck' })
  await ledger.note({ hash, inclusion: included })
  expect([await booksOf(database), await ledger.find(hash)]).toEqual([
    books,
    expect.objectContaining({ status: 'freed', dropped: 'displaced', paid: '2' }),
  ])
  const { paid: __, ...done } = included
  await ledger.end({ hash, done })
  await ledger.end({ hash, done: null })
  expect(await ledger.find(hash)).toMatchObject({ ...done, status: 'settled', dropped: null, paid: '2' })
  expect([await ledger.open(chainId), await ledger.openNetworks()]).toEqual([[], []])
})

test('what could not be looked up stands behind the others, and what is over stays as it is', async () => {
  const ledger = ledgerOf()
  const operation = await placed(ledger)
  await ledger.note({ hash: operation.hash, inclusion: included })
  const [row = expect.fail()] = await all()
  world.time += 1
  await database.orm
    .insert(sponsoredOperations)
    .values({ ...row, hash: '0x01', nonce: '77', updatedAt: new Date(world.time) })
  const order = async () => (await ledger.open(chainId)).map(({ hash }) => hash)
  expect(await order()).toEqual([operation.hash, '0x01'])
  world.time += 1
  await ledger.postpone({ hashes: [operation.hash] })
  expect([await order(), await ledger.openNetworks()]).toEqual([['0x01', operation.hash], [chainId]])
  await ledger.settle({ hash: operation.hash, inclusion: included })
  const over = await ledger.find(operation.hash)
  world.time += 1
  await ledger.postpone({ hashes: [operation.hash] })
  expect(await ledger.find(operation.hash)).toEqual(over)
})
