import { entryPoint } from '@foyer/evm/delegate'
import type { Database } from '@foyer/service/db/database'
import { expect, test } from 'vitest'
import type { Chains, RpcCall } from '../chains/chains.js'
import { sponsorTransactions } from '../db/schema/index.js'
import { UpstreamError, type UpstreamFault } from '../rpc/UpstreamError.js'
import { readInclusion } from './inclusion.js'
import { createLedger } from './ledger.js'
import { eachChain } from './test/killable.js'
import {
  askedOf,
  booksOf,
  chainId,
  type SponsorNode,
  type SponsorWorld,
  send,
  signed,
  targets,
  type Visitor,
} from './test/openSponsor.js'
import { onSponsorStage, rowIn } from './test/sponsorGround.js'

/* What nodes fail to say of a transaction: nothing is booked by that, and nobody waits for it. */

let database: Database
let world: SponsorWorld
let node: SponsorNode
let visitor: Visitor
onSponsorStage((stage) => {
  ;({ world, database, node, visitor } = stage)
})

const rowOf = (operation: string) => rowIn(database, operation)
const sent = async (by = node, of = visitor) =>
  (await send(by, of, await signed(by, of, askedOf(of, [targets.counter])))).operation

/** The network, whose nodes fail at some calls. */
const failing = (isAt: (call: RpcCall) => boolean, code: UpstreamFault, confirmations = 1): Chains =>
  eachChain(world.chains({ confirmations }), (chain) => ({
    ...chain,
    request: async (request) =>
      request.calls.some(isAt)
        ? Promise.reject(new UpstreamError({ code, host: 'a node', delivered: true }))
        : chain.request(request),
  }))

test('a receipt that a node fails to give is asked for again, and what it cost is booked by it', async () => {
  await world.client.setAutomine(false)
  const operation = await sent()
  await node.round()
  await world.client.mine({ blocks: 1 })
  const by = world.node({ chains: failing(({ method }) => method === 'eth_getTransactionReceipt', 'silent') })
  await by.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'signed', paid: null })
  await node.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'settled', paid: String(await world.spentByOperator()) })
})

test('receipts that a node fails to give keep no later one from being read in the same pass', async () => {
  await world.client.setAutomine(false)
  const operations: string[] = []
  for (const each of await Promise.all(Array.from({ length: 5 }, () => world.visitor())))
    operations.push(await sent(node, each))
  await node.round()
  await world.client.mine({ blocks: 1 })
  const statuses = async () => (await Promise.all(operations.map(rowOf))).map(({ status }) => status).toSorted()
  let left = 4
  const isOneOfFour = ({ method }: RpcCall) => method === 'eth_getTransactionReceipt' && left-- > 0
  const by = world.node({ chains: failing(isOneOfFour, 'silent') })
  await by.round()
  expect(await statuses()).toEqual(['settled', 'signed', 'signed', 'signed', 'signed'])
  await by.stop()
  await node.round()
  expect(await statuses()).toEqual(operations.map(() => 'settled'))
})

test('what a block has takes no place of another, though it could not be looked up', async () => {
  const deep = world.node({ chains: world.chains({ confirmations: 200 }) })
  const before: string[] = []
  for (const each of await Promise.all(Array.from({ length: 12 }, () => world.visitor())))
    before.push(await sent(deep, each))
  await deep.round()
  expect((await Promise.all(before.map(rowOf))).map(({ status }) => status)).toEqual(before.map(() => 'included'))
  const hashes = (await database.orm.select().from(sponsorTransactions)).map(({ hash }) => hash)
  const isOfThem = (call: RpcCall) => hashes.some((hash) => JSON.stringify(call).includes(hash))
  const by = world.node({ chains: failing(isOfThem, 'too_large', 200) })
  const operation = await sent(by)
  await by.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'included', succeeded: true })
})

test('a transaction that fails as a whole isn’t said to have carried it out before that is final either', async () => {
  const deep = world.node({ chains: world.chains({ confirmations: 3 }) })
  await world.client.setAutomine(false)
  const operation = await sent(deep)
  await deep.round()
  const code = (await world.client.getCode({ address: entryPoint })) ?? '0x'
  await world.client.setCode({ address: entryPoint, bytecode: '0x5f5ffd' })
  await world.client.mine({ blocks: 1 })
  await world.client.setCode({ address: entryPoint, bytecode: code })
  await deep.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'signed', paid: null })
  await world.client.mine({ blocks: 2 })
  await deep.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'freed', dropped: 'reverted' })
  expect(await booksOf(database)).toEqual({ booked: await world.spentByOperator(), reserved: 0n })
})

test('what is called off while the EntryPoint’s word is asked for is thrown, and not taken for an operation that nobody carried out', async () => {
  await world.client.setAutomine(false)
  await sent()
  await node.round()
  const code = (await world.client.getCode({ address: entryPoint })) ?? '0x'
  await world.client.setCode({ address: entryPoint, bytecode: '0x5f5ffd' })
  await world.client.mine({ blocks: 1 })
  await world.client.setCode({ address: entryPoint, bytecode: code })
  const [{ place, ...row } = expect.fail()] = await createLedger({ orm: database.orm, now: () => world.time }).open(
    chainId,
  )
  const [{ hash } = expect.fail()] = row.attempts
  const number = await world.client.getBlockNumber()
  const looking = { operation: { ...row, place: place ?? expect.fail() }, block: { number, hash }, deep: number }
  const stopping = new AbortController()
  const [chain = expect.fail()] = eachChain(world.chains(), (each) => ({
    ...each,
    request(request) {
      if (request.calls.some(({ method }) => method === 'eth_getLogs')) stopping.abort(new Error('The server stops.'))
      return each.request(request)
    },
  })).all
  const read = readInclusion({ ...looking, isKnown: true, isDisplaced: false, chain, signal: stopping.signal })
  await expect(read).rejects.toThrow('The server stops.')
})
