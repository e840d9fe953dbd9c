import { delegateAddress, entryPoint } from '@foyer/evm/delegate'
import { deadlineContract } from '@foyer/evm/redeeming'
import type { Database } from '@foyer/service/db/database'
import { eq } from 'drizzle-orm'
import { concat, createWalletClient, type Hex, http, parseEther, parseGwei } from 'viem'
import { expect, test } from 'vitest'
import type { Chains, RpcCall, RpcOutcome } from '../chains/chains.js'
import { sponsoredOperations, sponsorTransactions } from '../db/schema/index.js'
import { site } from '../login/test/openLogin.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { demo } from '../test/openApi.js'
import { eachChain, killable } from './test/killable.js'
import {
  askedOf,
  quote,
  refusedQuote,
  type SponsorNode,
  type SponsorWorld,
  send,
  signed,
  targets,
  type Visitor,
} from './test/openSponsor.js'
import { openSession, refusedRedeeming, withSessions } from './test/redeemed.js'
import { onSponsorStage, rowIn } from './test/sponsorGround.js'

/* What a network's nodes say, and what an account does beside: how an operation is judged by it, before it is signed and after. */

let database: Database
let world: SponsorWorld
let node: SponsorNode
let visitor: Visitor
onSponsorStage((stage) => {
  ;({ world, database, node, visitor } = stage)
})

const asked = () => askedOf(visitor, [targets.counter])
const rowOf = (operation: string) => rowIn(database, operation)
const sent = async (by = node) => (await send(by, visitor, await signed(by, visitor, asked()))).operation
const mine = () => world.client.mine({ blocks: 1 })

/** Reserved by a node that is gone before it signs anything. */
async function reserved(): Promise<string> {
  const said = await signed(node, visitor, asked())
  const gone = killable(world, { at: 1, is: 'after', of: 'reserve' })
  await expect(send(gone, visitor, said)).rejects.toMatchObject({ name: 'KilledError' })
  const [row] = await database.orm.select().from(sponsoredOperations).where(eq(sponsoredOperations.status, 'reserved'))
  return row?.hash ?? expect.fail()
}

/** The network, whose nodes answer a call as a test says. */
const answering = (answer: (call: RpcCall) => RpcOutcome | undefined): Chains =>
  eachChain(world.chains(), (chain) => ({
    ...chain,
    async request(request) {
      const outcomes = await chain.request(request)
      return request.calls.map((call, index) => answer(call) ?? outcomes[index] ?? expect.fail())
    },
  }))

/** A transaction of the visitor's own. */
async function own(): Promise<void> {
  await world.client.setBalance({ address: visitor.account.address, value: parseEther('1') })
  const wallet = createWalletClient({ account: visitor.account, transport: http(world.chain.url) })
  await wallet.sendTransaction({ chain: null, to: targets.counter, gas: 100_000n, maxFeePerGas: parseGwei('20') })
}

test.each<[string, RpcOutcome, number]>([
  ['a quarter more than a node estimates, and 10,000', { result: '0x30d40' }, 260_000],
  ['no more than the project allows', { result: '0xf4240' }, 880_000],
  ['as much as the project allows, where a node estimates nothing', { error: { code: -32_601, message: '' } }, 880_000],
])('the gas of its calls is %s', async (_, estimate, callGasLimit) => {
  const of = visitor.account.address.slice(2).toLowerCase()
  const isAsked = (call: RpcCall) => call.method === 'eth_estimateGas' && JSON.stringify(call).includes(of)
  const by = world.node({ chains: answering((call) => (isAsked(call) ? estimate : undefined)) })
  expect(await quote(by, visitor, asked())).toMatchObject({
    sponsored: true,
    callGasLimit,
    verificationGasLimit: 120_000,
  })
})

test.each<[string, RpcOutcome]>([
  ['takes a late operation', { result: '0x' }],
  ['refuses every operation', { error: { code: 3, message: 'execution reverted' } }],
])('nothing is paid for on a network whose deadlines’ contract %s', async (_, said) => {
  const isDeadline = (call: RpcCall) => JSON.stringify(call).toLowerCase().includes(deadlineContract.toLowerCase())
  const isAsked = ({ method, params }: RpcCall) =>
    method === 'eth_call' && Array.isArray(params) && isDeadline({ method, params: [Object(params[0]).to] })
  const by = world.node({ chains: answering((call) => (isAsked(call) ? said : undefined)) })
  expect(await refusedQuote(by, visitor, asked())).toBe('network')
})

test('an account that is switched is paid for while it has a transaction of its own underway', async () => {
  await sent()
  await node.round()
  await world.client.setAutomine(false)
  await own()
  expect(await refusedQuote(node, visitor, asked())).toBeNull()
})

test.each([
  [4_999, { status: 'settled', succeeded: false }],
  [5_000, { status: 'dropped', dropped: 'simulation' }],
] as const)('what was tried %d ms ago is tried again before it is signed from five seconds on', async (ms, is) => {
  const operation = await reserved()
  await world.client.setCode({ address: targets.counter, bytecode: '0x5f5ffd' })
  world.time += ms
  await node.round()
  expect(await rowOf(operation)).toMatchObject(is)
})

test('what waits is dropped as its authorization, or its nonce, is void by what the account did meanwhile', async () => {
  const first = await reserved()
  await own()
  world.time += 5_000
  await node.round()
  expect(await rowOf(first)).toMatchObject({ status: 'dropped', dropped: 'authorization', place: null })
  visitor = await world.visitor()
  await sent()
  await node.round()
  const later = await reserved()
  await database.orm.update(sponsoredOperations).set({ nonce: '77' }).where(eq(sponsoredOperations.hash, later))
  world.time += 5_000
  await node.round()
  expect(await rowOf(later)).toMatchObject({ status: 'dropped', dropped: 'simulation', place: null })
})

test('what waits on a network that the server has no more holds up no other', async () => {
  const operation = await reserved()
  const row = await rowOf(operation)
  await database.orm.insert(sponsoredOperations).values({ ...row, hash: '0x01', chainId: 'eip155:1' })
  await node.round()
  expect([await rowOf(operation), await rowOf('0x01')]).toMatchObject([{ status: 'settled' }, { status: 'reserved' }])
})

test('a network where accounts can’t be switched isn’t said to be one, and no session’s key redeems there', async () => {
  await world.sponsor(withSessions())
  const session = await openSession(world)
  const code = (await world.client.getCode({ address: delegateAddress })) ?? '0x'
  await world.client.setCode({ address: delegateAddress, bytecode: '0x00' })
  const without = world.node()
  expect(await without.sponsor.list({ projectId: demo.id, site })).toEqual({ networks: [] })
  expect(await refusedRedeeming(without, session)).toBe('network')
  await world.client.setCode({ address: delegateAddress, bytecode: code })
})

test('a node that refuses what a block has already, and has forgotten it, refuses nothing', async () => {
  const by = world.node({
    chains: answering(({ method }) => {
      if (method === 'eth_sendRawTransaction') return { error: { code: -32_000, message: 'nonce too low' } }
      return method === 'eth_getTransactionByHash' ? { result: null } : undefined
    }),
  })
  const operation = await sent(by)
  await by.round()
  await by.stop()
  expect(await database.orm.$count(sponsorTransactions)).toBe(1)
  await node.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'settled', succeeded: true })
})

test('a reorganisation after which its transaction fails as a whole makes it one that is sent, and its place is paid for', async () => {
  const deep = world.node({ chains: world.chains({ confirmations: 3 }) })
  const operation = await sent(deep)
  await deep.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'included', succeeded: true })
  const code = (await world.client.getCode({ address: entryPoint })) ?? '0x'
  await world.client.setAutomine(false)
  await world.rpc('anvil_rollback', [1])
  await world.client.setCode({ address: entryPoint, bytecode: '0x5f5ffd' })
  await deep.round()
  await mine()
  await world.client.setCode({ address: entryPoint, bytecode: code })
  await deep.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'signed', paid: null })
  await world.client.mine({ blocks: 2 })
  await deep.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'freed', dropped: 'reverted' })
})

test('one that a node’s answer is too large for, asked for alone, keeps its place, and the others go on', async () => {
  await world.client.setAutomine(false)
  const huge = await sent()
  await node.round()
  const [{ hash } = expect.fail()] = await database.orm.select().from(sponsorTransactions)
  const isHuge = (call: RpcCall) => JSON.stringify(call).includes(hash)
  const tooLarge = new UpstreamError({ code: 'too_large', host: 'a node', delivered: true })
  const by = world.node({
    chains: eachChain(world.chains(), (chain) => ({
      ...chain,
      request: async (request) => (request.calls.some(isHuge) ? Promise.reject(tooLarge) : chain.request(request)),
    })),
  })
  visitor = await world.visitor()
  const other = await sent(by)
  await by.round()
  await mine()
  await by.round()
  expect([await rowOf(huge), await rowOf(other)]).toMatchObject([{ status: 'signed' }, { status: 'settled' }])
  await node.round()
  expect(await rowOf(huge)).toMatchObject({ status: 'settled', succeeded: true })
})

test('an account that is switched to another delegate is paid for by none, and one that is switched to this one is', async () => {
  const { address } = visitor.account
  const codeOf = (of: Hex) => concat(['0xef0100', of])
  await world.client.setCode({ address, bytecode: codeOf(targets.failing) })
  expect(await refusedQuote(node, visitor, asked())).toBe('account')
  await world.client.setCode({ address, bytecode: codeOf(delegateAddress) })
  expect(await refusedQuote(node, visitor, asked())).toBeNull()
})
