import { entryPoint } from '@foyer/evm/delegate'
import type { Database } from '@foyer/service/db/database'
import { createWalletClient, type Hex, http, parseEther, parseGwei } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { sponsorTransactions } from '../db/schema/index.js'
import { handleOpsOf } from './operation.js'
import { startLimitedNode } from './test/limitedNode.js'
import {
  askedOf,
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
import { toOperation } from './toOperation.js'

/* Nodes give so many calls, bytes and blocks at once: whatever some visitors' operations are, nobody else's is held up by that. */

let database: Database
let world: SponsorWorld
let node: SponsorNode
onSponsorStage((stage) => {
  ;({ world, database, node } = stage)
})

const rowOf = (operation: string) => rowIn(database, operation)

/** A server whose node has these limits. */
async function limited(
  limits: Omit<Parameters<typeof startLimitedNode>[0], 'url'>,
  confirmations: number,
): Promise<SponsorNode> {
  const upstream = await startLimitedNode({ url: world.chain.url, ...limits })
  const by = world.node({ chains: world.chains({ confirmations, upstreams: [upstream.url] }) })
  onTestFinished(async () => {
    await by.stop()
    await upstream.stop()
  })
  return by
}

const visitors = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, place) => world.visitor({ client: `198.51.${place}.7` })))

const sent = async (by: SponsorNode, visitor: Visitor, to: Hex = targets.counter): Promise<string> =>
  (await send(by, visitor, await signed(by, visitor, askedOf(visitor, [to])))).operation

/** Goes on until nothing more happens by itself. */
async function goOn(by: SponsorNode, { rounds = 4, blocks = 10 } = {}): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await by.round()
    await world.client.mine({ blocks })
    world.time += 1_000
  }
}

/** Logs 8 KiB again and again until 80,000 gas are left. */
const logger = {
  at: '0x00000000000000000000000000000000000c0097',
  code: '0x5b620138805a11600b57005b6120005fa05f56',
} as const

/** Has each visitor send an operation that logs some 100 KiB. */
async function logMuch(by: SponsorNode, count: number): Promise<readonly string[]> {
  await world.client.setCode({ address: logger.at, bytecode: logger.code })
  await world.sponsor(sponsorship({ contracts: [{ to: targets.counter }, { to: logger.at }] }))
  const operations: string[] = []
  for (const each of await visitors(count)) {
    const asked = await signedAt(by, each, askedOf(each, [logger.at]), { callGasLimit: 870_000 })
    operations.push((await send(by, each, asked)).operation)
  }
  await by.round()
  return operations
}

test('receipts that together are larger than an answer may be hold up nobody: each is read by itself', async () => {
  const by = await limited({ bytes: 300_000 }, 20)
  const attacks = await logMuch(by, 4)
  const honest = await sent(by, await world.visitor())
  await goOn(by)
  for (const operation of [...attacks, honest])
    expect(await rowOf(operation)).toMatchObject({ status: 'settled', succeeded: true })
})

test('a receipt that is too large alone is booked at what was held, and is over by the EntryPoint’s word', async () => {
  const ofAttacks = new Set<unknown>()
  const by = await limited(
    { huge: ({ method, params: [hash] }) => method === 'eth_getTransactionReceipt' && ofAttacks.has(hash) },
    1,
  )
  await world.client.setAutomine(false)
  const [attack = expect.fail()] = await logMuch(by, 1)
  for (const { hash } of await database.orm.select().from(sponsorTransactions)) ofAttacks.add(hash)
  const honest = await sent(by, await world.visitor())
  await goOn(by, { blocks: 1 })
  const { reserved, ...row } = await rowOf(attack)
  expect(row).toMatchObject({ status: 'settled', succeeded: true, paid: reserved })
  expect(await rowOf(honest)).toMatchObject({ status: 'settled' })
})

test('of a node that takes few calls in a batch more is asked in parts, however many operations aren’t final yet', async () => {
  const by = await limited({ calls: 10 }, 200)
  const many: string[] = []
  for (const each of await visitors(12)) many.push(await sent(by, each))
  await goOn(by, { rounds: 2, blocks: 1 })
  const honest = await sent(by, await world.visitor())
  await goOn(by, { rounds: 1, blocks: 1 })
  for (const operation of [...many, honest]) expect(await rowOf(operation)).toMatchObject({ status: 'included' })
})

/** Carries an operation out in the operator's stead. */
async function byStranger(operation: string): Promise<Hex> {
  const account = privateKeyToAccount(generatePrivateKey())
  await world.client.setBalance({ address: account.address, value: parseEther('1') })
  const stranger = createWalletClient({ account, transport: http(world.chain.url) })
  return stranger.sendTransaction({
    chain: null,
    to: entryPoint,
    data: handleOpsOf(toOperation(await rowOf(operation)), account.address),
    gas: 1_000_000n,
    maxFeePerGas: parseGwei('90'),
    maxPriorityFeePerGas: parseGwei('50'),
  })
}

/** Has a stranger carry an operation out before the operator's own transaction, and another visitor send one after it. */
async function carriedOutBefore(by: SponsorNode) {
  const visitor = await world.visitor()
  // Switched already, so that a stranger needs no authorization.
  await sent(by, visitor)
  await goOn(by)
  await world.client.setAutomine(false)
  const operation = await sent(by, visitor)
  await by.round()
  const hash = await byStranger(operation)
  await world.client.mine({ blocks: 2 })
  const honest = await sent(by, await world.visitor())
  await goOn(by)
  return { operation, hash, honest }
}

test.each([1_000, 7, 1])(
  'a node gives the logs of %d blocks at once: what a stranger carried out is found, and the others go on',
  async (logBlocks) => {
    // More than any node gives at once.
    while ((await world.client.getBlockNumber()) < 1_050n) await world.client.mine({ blocks: 100 })
    const { operation, hash, honest } = await carriedOutBefore(await limited({ logBlocks }, 5))
    expect(await rowOf(operation)).toMatchObject({ status: 'settled', succeeded: true, transactionHash: hash })
    expect(await rowOf(honest)).toMatchObject({ status: 'settled', succeeded: true })
  },
)

test('a node that gives no logs holds up nobody: what a stranger carried out is told once another gives them', async () => {
  const { operation, hash, honest } = await carriedOutBefore(await limited({ logBlocks: 0 }, 5))
  expect(await rowOf(operation)).toMatchObject({ status: 'freed', dropped: 'reverted' })
  expect(await rowOf(honest)).toMatchObject({ status: 'settled', succeeded: true })
  await world.reach((await rowOf(operation)).operation.validUntil)
  await node.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'settled', succeeded: true, transactionHash: hash })
})
