import { entryPoint } from '@foyer/evm/delegate'
import { deadlineContract } from '@foyer/evm/redeeming'
import type { Database } from '@foyer/service/db/database'
import * as v from 'valibot'
import {
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  parseEther,
  parseEventLogs,
  parseGwei,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, expect, test } from 'vitest'
import type { RpcCall } from '../chains/chains.js'
import { sponsoredOperations } from '../db/schema/index.js'
import { operationOf } from './judge.js'
import { entryPointAbi, handleOpsOf, hashOf } from './operation.js'
import { eachChain, killable } from './test/killable.js'
import {
  askedOf,
  refusedQuote,
  refusedSent,
  type SponsorNode,
  type SponsorWorld,
  send,
  signed,
  sponsorship,
  targets,
  type Visitor,
} from './test/openSponsor.js'
import { openSession, readRedeemed, sendRedeemed, signedRedeeming, withSessions } from './test/redeemed.js'
import { onSponsorStage, rowIn } from './test/sponsorGround.js'
import { toOperation } from './toOperation.js'

/* Whoever has seen an operation that costs nothing may carry it out, after its sponsor has given it up: what is said to be dropped is dropped for ever. */

let database: Database
let world: SponsorWorld
let node: SponsorNode
let visitor: Visitor
onSponsorStage((stage) => {
  ;({ world, database, node, visitor } = stage)
})
beforeEach(async () => {
  // Switched already, so that what is seen later needs no authorization.
  const { operation } = await send(node, visitor, await signed(node, visitor, calls()))
  await node.round()
  expect(await read(operation)).toMatchObject({ status: 'final' })
  await world.client.setAutomine(false)
})

const calls = () => askedOf(visitor, [targets.counter])
const countNow = async () => BigInt((await world.client.getStorageAt({ address: targets.counter, slot: '0x0' })) ?? 0)
const read = (operation: string) => node.sponsor.read({ by: visitor.by, operation })
const rowOf = (operation: string) => rowIn(database, operation)
const untilOf = async (operation: string) => (await rowOf(operation)).operation.validUntil
const unavailable = { error: { code: -32_000, message: 'missing trie node' } } as const
const mine = () => world.client.mine({ blocks: 1 })

/** Gives an operation up that was broadcast. */
async function givenUp(operation: string): Promise<void> {
  await node.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'signed' })
  for (let times = 0; times < 2; times += 1) {
    world.time += 30_000
    await node.round()
  }
  await mine()
  await node.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'freed' })
}

const sent = async () => (await send(node, visitor, await signed(node, visitor, calls()))).operation

/** Carries an operation out from what was broadcast, and pays for it. */
async function byStranger(operation: string): Promise<Hex> {
  const account = privateKeyToAccount(generatePrivateKey())
  await world.client.setBalance({ address: account.address, value: parseEther('1') })
  const stranger = createWalletClient({ account, transport: http(world.chain.url) })
  const hash = await stranger.sendTransaction({
    ...{ chain: null, to: entryPoint, data: handleOpsOf(toOperation(await rowOf(operation)), account.address) },
    ...{ gas: 1_000_000n, maxFeePerGas: parseGwei('90'), maxPriorityFeePerGas: parseGwei('50') },
  })
  await mine()
  return hash
}

const saysOf = async (hash: Hex) => {
  const { logs } = await world.client.getTransactionReceipt({ hash })
  return parseEventLogs({ abi: entryPointAbi, logs, eventName: 'UserOperationEvent' }).map(({ args }) => args.success)
}

test('what is given up isn’t said to be dropped while a stranger may carry it out: that is told as what the chain made of it', async () => {
  const before = await countNow()
  const operation = await sent()
  await givenUp(operation)
  expect(await read(operation)).toEqual({ status: 'sent', transactionHash: null, succeeded: null })
  const hash = await byStranger(operation)
  expect((await countNow()) - before).toBe(1n)
  await world.reach(await untilOf(operation))
  await node.round()
  expect(await read(operation)).toEqual({ status: 'final', transactionHash: hash, succeeded: true })
})

test('what is said to be dropped is dropped for ever: a stranger uses its nonce up, and nothing of it is done beside the visitor’s own', async () => {
  const before = await countNow()
  const operation = await sent()
  await givenUp(operation)
  await world.reach(await untilOf(operation))
  await node.round()
  const dropped = { status: 'dropped', transactionHash: null, succeeded: null }
  expect(await read(operation)).toEqual(dropped)
  // The visitor pays for the same, as it was dropped.
  await world.client.setBalance({ address: visitor.account.address, value: parseEther('1') })
  const own = createWalletClient({ account: visitor.account, transport: http(world.chain.url) })
  await own.sendTransaction({ chain: null, to: targets.counter, gas: 100_000n, maxFeePerGas: parseGwei('90') })
  expect(await saysOf(await byStranger(operation))).toEqual([false])
  await node.round()
  expect([(await countNow()) - before, await read(operation)]).toEqual([1n, dropped])
})

test('where the server’s clock is hours ahead of the chain’s, what a stranger carried out is told all the same', async () => {
  world.time += 7_200_000
  const operation = await sent()
  await givenUp(operation)
  const hash = await byStranger(operation)
  await world.reach(await untilOf(operation))
  await node.round()
  expect(await read(operation)).toEqual({ status: 'final', transactionHash: hash, succeeded: true })
})

test('eight whose end can’t be read keep no other from its own', async () => {
  const operation = await sent()
  await givenUp(operation)
  const row = await rowOf(operation)
  const lost = Array.from({ length: 8 }, (_, place) => ({
    ...row,
    hash: `0x${`d${place}`.repeat(32)}`,
    sender: `0x${`d${place}`.repeat(20)}`,
    createdAt: new Date(row.createdAt.getTime() - 60_000),
    updatedAt: new Date(row.updatedAt.getTime() - 60_000),
  }))
  await database.orm.insert(sponsoredOperations).values(lost)
  const isLost = (call: RpcCall) => lost.some(({ sender }) => JSON.stringify(call).includes(sender.slice(2)))
  const forgetful = world.node({
    chains: eachChain(world.chains(), (chain) => ({
      ...chain,
      request: async (request) =>
        request.calls.some(isLost) ? request.calls.map(() => unavailable) : chain.request(request),
    })),
  })
  await world.reach(row.operation.validUntil)
  for (let round = 0; round < 2; round += 1) {
    await forgetful.round()
    world.time += 1_000
  }
  expect(await read(operation)).toMatchObject({ status: 'dropped' })
  await forgetful.stop()
})

test('it is dropped by a block that is final, and by none that a reorganisation may undo', async () => {
  const deep = world.node({ chains: world.chains({ confirmations: 3 }) })
  const operation = await sent()
  await givenUp(operation)
  await world.reach(await untilOf(operation))
  await deep.round()
  expect(await read(operation)).toMatchObject({ status: 'sent' })
  await world.client.mine({ blocks: 2 })
  await deep.round()
  expect(await read(operation)).toMatchObject({ status: 'dropped' })
  await deep.stop()
})

test('after it was given up, the same calls may be asked for again, free as before: of both one is carried out', async () => {
  const before = await countNow()
  const operation = await sent()
  await givenUp(operation)
  const again = await sent()
  expect([again === operation, (await rowOf(again)).nonce]).toEqual([false, (await rowOf(operation)).nonce])
  await node.round()
  const hash = await byStranger(operation)
  await node.round()
  await world.reach(await untilOf(again))
  await node.round()
  expect(await read(operation)).toEqual({ status: 'final', transactionHash: hash, succeeded: true })
  expect(await read(again)).toMatchObject({ status: 'dropped' })
  expect((await countNow()) - before).toBe(1n)
})

test('a transaction that fails as a whole uses no nonce up: it is paid, and its operation may come until its time is over', async () => {
  const before = await countNow()
  const operation = await sent()
  await node.round()
  // Whatever it is that the EntryPoint fails by.
  const code = (await world.client.getCode({ address: entryPoint })) ?? '0x'
  await world.client.setCode({ address: entryPoint, bytecode: '0x5f5ffd' })
  await mine()
  await world.client.setCode({ address: entryPoint, bytecode: code })
  await node.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'freed', dropped: 'reverted' })
  expect(BigInt((await rowOf(operation)).paid ?? 0)).toBeGreaterThan(0n)
  expect(await read(operation)).toMatchObject({ status: 'sent', succeeded: null })
  await byStranger(operation)
  await world.reach(await untilOf(operation))
  await node.round()
  expect(await read(operation)).toMatchObject({ status: 'final', succeeded: true })
  expect((await countNow()) - before).toBe(1n)
})

test('the account’s own word that a nonce is used up drops it, once its time is long over: nothing says that it was that', async () => {
  const before = await countNow()
  const operation = await sent()
  await givenUp(operation)
  await world.client.setBalance({ address: visitor.account.address, value: parseEther('1') })
  const own = createWalletClient({ account: visitor.account, transport: http(world.chain.url) })
  const data = encodeFunctionData({ abi: parseAbi(['function incrementNonce(uint192 key)']), args: [0n] })
  await own.sendTransaction({ chain: null, to: entryPoint, data, gas: 100_000n, maxFeePerGas: parseGwei('90') })
  await mine()
  await world.reach((await untilOf(operation)) + 299)
  await node.round()
  expect(await read(operation)).toMatchObject({ status: 'sent' })
  await world.reach((await untilOf(operation)) + 300)
  await node.round()
  expect([await read(operation), await countNow()]).toEqual([
    { status: 'dropped', transactionHash: null, succeeded: null },
    before,
  ])
})

/** A network whose logs a node gives that is three blocks behind, without a word on that, and with `head` on its own head as well. */
const laggingIn = ({ knowsHead }: { readonly knowsHead: boolean }, head: bigint) =>
  eachChain(world.chains(), (chain) => ({
    ...chain,
    async request(request) {
      const outcomes = await chain.request(request)
      if (!request.calls.some(({ method }) => method === 'eth_getLogs')) return outcomes
      return outcomes.map((outcome, place) => {
        if (!('result' in outcome)) return outcome
        if (request.calls[place]?.method === 'eth_blockNumber')
          return knowsHead ? outcome : { result: numberToHex(head - 3n) }
        const seen = v.parse(v.array(v.looseObject({ blockNumber: v.string() })), outcome.result)
        return { result: seen.filter(({ blockNumber }) => BigInt(blockNumber) <= head - 3n) }
      })
    },
  }))

test.each([true, false])(
  'a node of logs that is behind says of nothing that it was dropped, whether it names its head (%s) or another’s',
  async (knowsHead) => {
    const operation = await sent()
    await givenUp(operation)
    const hash = await byStranger(operation)
    await world.reach(await untilOf(operation))
    const lagging = world.node({ chains: laggingIn({ knowsHead }, await world.client.getBlockNumber()) })
    await lagging.round()
    expect(await read(operation)).toEqual({ status: 'sent', transactionHash: null, succeeded: null })
    if (!knowsHead) {
      // By now whoever is asked would have it, but for one that says itself that it hasn't.
      await world.reach((await untilOf(operation)) + 300)
      await lagging.round()
      expect(await read(operation)).toMatchObject({ status: 'sent' })
    }
    await node.round()
    expect(await read(operation)).toEqual({ status: 'final', transactionHash: hash, succeeded: true })
    await lagging.stop()
  },
)

test('what a session’s key redeems ends as well', async () => {
  await world.client.setAutomine(true)
  await world.sponsor(withSessions())
  const session = await openSession(world)
  const first = await sendRedeemed(node, session, await signedRedeeming(node, session))
  await node.round()
  expect(await readRedeemed(node, session, first.operation)).toMatchObject({ status: 'final', succeeded: true })
  await world.client.setAutomine(false)
  const before = await countNow()
  const { operation } = await sendRedeemed(node, session, await signedRedeeming(node, session))
  await givenUp(operation)
  expect(await readRedeemed(node, session, operation)).toMatchObject({ status: 'sent' })
  await world.reach(await untilOf(operation))
  await node.round()
  expect(await readRedeemed(node, session, operation)).toMatchObject({ status: 'dropped' })
  expect(await saysOf(await byStranger(operation))).toEqual([false])
  expect(await countNow()).toBe(before)
})

test('an operation whose time is over or about to be, or is too far away, is not taken; what is too near it isn’t signed', async () => {
  const asked = await signed(node, visitor, calls())
  world.time = asked.validUntil * 1_000 - 120_000
  expect(await refusedSent(node, visitor, asked)).toBe('late')
  world.time = asked.validUntil * 1_000 - 900_001
  expect(await refusedSent(node, visitor, asked)).toBe('late')
  world.time = asked.validUntil * 1_000 - 120_001
  const gone = killable(world, { at: 1, is: 'after', of: 'reserve' })
  await expect(send(gone, visitor, asked)).rejects.toMatchObject({ name: 'KilledError' })
  world.time = asked.validUntil * 1_000 - 10_000
  await node.round()
  expect(await rowOf(hashOf(operationOf(asked)))).toMatchObject({ status: 'dropped', dropped: 'late', place: null })
})

test('its end is part of what is signed', async () => {
  const asked = await signed(node, visitor, calls())
  expect(await refusedSent(node, visitor, { ...asked, validUntil: asked.validUntil + 1 })).toBe('operation')
})

test('nothing is paid for on a network where nothing would end', async () => {
  const chains = eachChain(world.chains(), (chain) => ({
    ...chain,
    request: async (request) =>
      // As an account without code answers.
      (await chain.request(request)).map((outcome, index) =>
        JSON.stringify(request.calls[index]).includes(deadlineContract) ? { result: '0x' } : outcome,
      ),
  }))
  const without = world.node({ chains })
  const asked = await signed(node, visitor, calls())
  expect(await refusedQuote(without, visitor, calls())).toBe('network')
  expect(await refusedSent(without, visitor, asked)).toBe('network')
  await world.sponsor(sponsorship())
  await without.stop()
})

test('on a network of many blocks, what a stranger did is found in the blocks of its time', async () => {
  for (let hundreds = 0; hundreds < 11; hundreds += 1) await world.client.mine({ blocks: 100, interval: 1 })
  const { timestamp } = await world.client.getBlock()
  world.time = Math.max(world.time, Number(timestamp) * 1_000)
  const operation = await sent()
  await givenUp(operation)
  const hash = await byStranger(operation)
  await world.reach(await untilOf(operation))
  await node.round()
  expect(await read(operation)).toEqual({ status: 'final', transactionHash: hash, succeeded: true })
})
