import { entryPoint } from '@foyer/evm/delegate'
import type { Database } from '@foyer/service/db/database'
import { eq } from 'drizzle-orm'
import { createWalletClient, http, parseEther, parseGwei } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { sponsoredOperations } from '../db/schema/index.js'
import { createLedger } from './ledger.js'
import { handleOpsOf } from './operation.js'
import { eachChain, killable } from './test/killable.js'
import {
  askedOf,
  refusedSent,
  type SponsorNode,
  type SponsorWorld,
  send,
  signed,
  targets,
  type Visitor,
} from './test/openSponsor.js'
import { onSponsorStage, rowIn } from './test/sponsorGround.js'
import { toOperation } from './toOperation.js'

let database: Database
let world: SponsorWorld
let node: SponsorNode
let visitor: Visitor
onSponsorStage((stage) => {
  ;({ world, database, node, visitor } = stage)
})

const countNow = async () => BigInt((await world.client.getStorageAt({ address: targets.counter, slot: '0x0' })) ?? 0)
const calls = () => askedOf(visitor, [targets.counter])
const ended = async (operation: string) => {
  await node.round()
  return node.sponsor.read({ by: visitor.by, operation })
}
const rowOf = (operation: string) => rowIn(database, operation)

test('[F16] the same calls asked for twice are two operations: the second isn’t taken for the first, and is carried out after it', async () => {
  const before = await countNow()
  await world.client.setAutomine(false)
  const first = await send(node, visitor, await signed(node, visitor, calls()))
  const second = await signed(node, visitor, calls())
  expect(await refusedSent(node, visitor, second)).toBe('operation')
  await node.round()
  await world.client.mine({ blocks: 2 })
  await world.client.setAutomine(true)
  expect(await ended(first.operation)).toMatchObject({ status: 'final', succeeded: true })
  const later = await send(node, visitor, await signed(node, visitor, calls()))
  expect(later.operation).not.toBe(first.operation)
  expect(await ended(later.operation)).toMatchObject({ status: 'final', succeeded: true })
  expect((await countNow()) - before).toBe(2n)
})

test('[F16] what was dropped stays dropped, and the same calls asked for again are carried out as another operation', async () => {
  const asked = await signed(node, visitor, calls())
  const gone = killable(world, { at: 1, is: 'after', of: 'reserve' })
  await expect(send(gone, visitor, asked)).rejects.toMatchObject({ name: 'KilledError' })
  const [row] = await database.orm.select().from(sponsoredOperations).where(eq(sponsoredOperations.status, 'reserved'))
  const dropped = row ?? expect.fail()
  await createLedger({ orm: database.orm, now: () => world.time }).drop({ operation: dropped, because: 'unfunded' })
  expect(await refusedSent(node, visitor, asked)).toBe('operation')
  const { operation } = await send(node, visitor, await signed(node, visitor, calls()))
  expect(operation).not.toBe(dropped.hash)
  expect(await ended(operation)).toMatchObject({ status: 'final', succeeded: true })
  expect(await node.sponsor.read({ by: visitor.by, operation: dropped.hash })).toMatchObject({ status: 'dropped' })
})

test('an operation that somebody else carried out first is told as what the chain made of it', async () => {
  // The account is switched by its first.
  expect(await ended((await send(node, visitor, await signed(node, visitor, calls()))).operation)).toMatchObject({
    succeeded: true,
  })
  const before = await countNow()
  await world.client.setAutomine(false)
  const { operation } = await send(node, visitor, await signed(node, visitor, calls()))
  await node.round()
  const account = privateKeyToAccount(generatePrivateKey())
  await world.client.setBalance({ address: account.address, value: parseEther('1') })
  const stranger = createWalletClient({ account, transport: http(world.chain.url) })
  const hash = await stranger.sendTransaction({
    ...{ chain: null, to: entryPoint, data: handleOpsOf(toOperation(await rowOf(operation)), account.address) },
    ...{ gas: 1_000_000n, maxFeePerGas: parseGwei('90'), maxPriorityFeePerGas: parseGwei('50') },
  })
  await world.client.mine({ blocks: 2 })
  expect(await ended(operation)).toMatchObject({ status: 'final', succeeded: true, transactionHash: hash })
  expect((await countNow()) - before).toBe(1n)
})

test('what no node takes with its authorization gives its place up at once, and is dropped once its time is over', async () => {
  await world.client.setAutomine(false)
  // As pools do of an account that has other transactions underway.
  const reserved = { error: { code: -32000, message: 'authority already reserved' } } as const
  const isSwitch = ({ method, params }: { readonly method: string; readonly params?: unknown }) =>
    method === 'eth_sendRawTransaction' && Array.isArray(params) && String(params[0]).startsWith('0x04')
  const chains = eachChain(world.chains(), (chain) => ({
    ...chain,
    request: async (request) =>
      request.calls.some(isSwitch) ? request.calls.map(() => reserved) : chain.request(request),
  }))
  const refused = world.node({ chains })
  const { operation } = await send(refused, visitor, await signed(refused, visitor, calls()))
  await refused.round()
  const paid = await world.spentByOperator()
  await world.client.mine({ blocks: 1 })
  await refused.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'freed', dropped: 'stuck' })
  // Whoever has seen it may still carry it out.
  expect(await refused.sponsor.read({ by: visitor.by, operation })).toMatchObject({ status: 'sent', succeeded: null })
  await world.reach((await rowOf(operation)).operation.validUntil)
  await refused.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'dropped', dropped: 'stuck' })
  expect((await world.spentByOperator()) - paid).toBeGreaterThan(0n)
  await refused.stop()
})
