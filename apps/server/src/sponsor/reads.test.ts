import type { Database } from '@foyer/service/db/database'
import * as v from 'valibot'
import { createWalletClient, http, parseEther, parseGwei } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Sponsorship as SponsorshipSchema } from '../projects/sponsorship.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { demo } from '../test/openApi.js'
import { outcomeOf } from './take.js'
import { eachChain } from './test/killable.js'
import {
  askedOf,
  refusedSent,
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

/* What blocks have is read once when it is there and once when that is final: nobody's failed operations use up what nodes answer, or others' places. */

let database: Database
let world: SponsorWorld
let node: SponsorNode
let visitor: Visitor
onSponsorStage((stage) => {
  ;({ world, database, node, visitor } = stage)
})
const other = { ...demo, id: 'other' }
beforeEach(async () => {
  await world.client.setAutomine(false)
  const paid = v.parse(SponsorshipSchema, sponsorship())
  await world.projects.seed([
    { ...demo, sponsorship: paid },
    { ...other, sponsorship: paid },
  ])
})
const opened: SponsorNode[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.stop()
})

const counter = [targets.counter]
const confirmations = 100
const honest = async (by: SponsorNode) =>
  (await send(by, visitor, await signed(by, visitor, askedOf(visitor, counter)))).operation
const rowOf = (operation: string) => rowIn(database, operation)

/** A node of the server that counts its requests. @param parts.refuses - a method that its networks' nodes don't answer */
function counted({ refuses }: { readonly refuses?: string } = {}) {
  const asked: string[] = []
  const chains = eachChain(world.chains({ confirmations }), (chain) => ({
    ...chain,
    async request(request) {
      asked.push(request.calls.map(({ method }) => method).join(' '))
      if (request.calls.some(({ method }) => method === refuses))
        throw new UpstreamError({ code: 'status', host: chain.id, delivered: true })
      return chain.request(request)
    },
  }))
  const by = world.node({ chains })
  opened.push(by)
  return { ...by, asked }
}

/** Has operations of the other project sent whose authorization their own account makes void in the same block. @returns them, all of whose transactions have failed */
async function voided(count: number): Promise<readonly string[]> {
  const blind = counted({ refuses: 'eth_getTransactionReceipt' })
  const hashes: string[] = []
  while (hashes.length < count) {
    const thieves = await Promise.all(Array.from({ length: 3 }, () => world.visitor()))
    for (const thief of thieves) {
      await world.client.setBalance({ address: thief.account.address, value: parseEther('1') })
      const asked = askedOf(thief, counter, { projectId: other.id })
      for (const key of [0n, 1n, 2n, 3n])
        hashes.push((await send(blind, thief, await signedAt(blind, thief, asked, { nonce: key << 64n }))).operation)
    }
    await blind.round()
    for (const { account } of thieves)
      await createWalletClient({ account, transport: http(world.chain.url) }).sendTransaction({
        ...{ chain: null, to: targets.counter, gas: 100_000n, nonce: 0 },
        ...{ maxFeePerGas: parseGwei('50'), maxPriorityFeePerGas: parseGwei('40') },
      })
    await world.client.mine({ blocks: 1 })
    world.time += 1_000
  }
  await blind.round()
  return hashes
}

const receiptsIn = (asked: readonly string[]) => asked.filter((each) => each.includes('Receipt')).length

test('what has failed is read once, some in a pass, and again when it is final', async () => {
  const hashes = await voided(24)
  const by = counted()
  const passes: number[] = []
  while (passes.length < 4) {
    const before = by.asked.length
    await by.round()
    expect(by.asked.length - before).toBeLessThan(48)
    passes.push(receiptsIn(by.asked))
  }
  expect([passes[0] ?? 24, passes.at(-1)]).toEqual([expect.toSatisfy((first: number) => first < 24), 24])
  const before = by.asked.length
  await by.round()
  expect([by.asked.length - before, receiptsIn(by.asked)]).toEqual([2, 24])
  await world.client.mine({ blocks: confirmations })
  for (let rounds = 0; rounds < 4; rounds += 1) await by.round()
  expect((await Promise.all(hashes.map(rowOf))).every((row) => row.status === 'freed')).toBe(true)
  expect(receiptsIn(by.asked)).toBe(48)
})

test('what has failed leaves an honest operation its place, whether it can be read or not', async () => {
  await voided(24)
  const blind = counted({ refuses: 'eth_getTransactionReceipt' })
  const operation = await honest(blind)
  const before = blind.asked.length
  await blind.round()
  const placed = blind.asked.findIndex((each, place) => place >= before && each === 'eth_sendRawTransaction')
  expect(await rowOf(operation)).toMatchObject({ status: 'signed' })
  // Before anything is read.
  expect(receiptsIn(blind.asked.slice(0, placed))).toBe(0)
})

test('passes that senders cause read nothing of what others have in blocks', async () => {
  await voided(12)
  const by = counted()
  const isSigned = (hash: string) => expect.poll(async () => (await rowOf(hash)).status).toBe('signed')
  const operation = await honest(by)
  await isSigned(operation)
  await world.client.mine({ blocks: 1 })
  const another = await world.visitor()
  await isSigned((await send(by, another, await signed(by, another, askedOf(another, counter)))).operation)
  // An operation that was signed in the pass itself may be looked at, as networks may have it already.
  expect(receiptsIn(by.asked)).toBeLessThanOrEqual(2)
  for (let rounds = 0; rounds < 3; rounds += 1) await by.round()
  expect(await rowOf(operation)).toMatchObject({ status: 'included' })
})

test('a failed transaction is none of what a visitor is told until its operation is carried out', async () => {
  const [hash = ''] = await voided(1)
  const by = counted()
  for (let rounds = 0; rounds < 3; rounds += 1) await by.round()
  const row = await rowOf(hash)
  expect(row).toMatchObject({ status: 'signed', transactionHash: expect.any(String) })
  expect(outcomeOf(row)).toEqual({ status: 'sent', transactionHash: null, succeeded: null })
})

test('an operation that ends too soon to be sent isn’t taken', async () => {
  const asked = await signed(node, visitor, askedOf(visitor, counter))
  world.time = asked.validUntil * 1_000 - 120_000
  expect(await refusedSent(node, visitor, asked)).toBe('late')
  world.time -= 1
  await send(node, visitor, asked)
})
