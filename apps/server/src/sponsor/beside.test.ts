import type { Database } from '@foyer/service/db/database'
import * as v from 'valibot'
import { createWalletClient, http, parseEther, parseGwei } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Chains, RpcOutcome } from '../chains/chains.js'
import { sponsoredOperations } from '../db/schema/index.js'
import { type Sponsorship, Sponsorship as SponsorshipSchema } from '../projects/sponsorship.js'
import { demo } from '../test/openApi.js'
import { eachChain } from './test/killable.js'
import {
  askedOf,
  booksOf,
  refusedQuote,
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

/* An honest operation of one project beside what another project's visitors do: it is in a block within two of when it would be without. */

let database: Database
let world: SponsorWorld
let node: SponsorNode
let visitor: Visitor
onSponsorStage((stage) => {
  ;({ world, database, node, visitor } = stage)
})
beforeEach(() => world.client.setAutomine(false))
afterEach(async () => {
  await node.stop()
  await baseFee(parseGwei('1'))
  await world.client.mine({ blocks: 2 })
  const last = world.node()
  for (let rounds = 0; rounds < 40 && (await booksOf(database)).reserved > 0n; rounds += 1) {
    world.time += 61_000
    await last.round()
    await world.client.mine({ blocks: 1 })
  }
  await last.stop()
  // Whatever was done: what is held is given back, and what is booked was paid.
  const { booked, reserved } = await booksOf(database)
  expect([reserved, booked]).toEqual([0n, await world.spentByOperator()])
})

const counter = [targets.counter]
const baseFee = (fee: bigint) => world.client.setNextBlockBaseFeePerGas({ baseFeePerGas: fee })
const rowOf = (operation: string) => rowIn(database, operation)

const said = (written: unknown) => v.parse(SponsorshipSchema, written)

/** Another project of the same operator, whose terms a test chooses. */
const other = { ...demo, id: 'other' }
const beside = (terms: Partial<Sponsorship['networks'][number]> = {}) =>
  world.projects.seed([
    { ...demo, sponsorship: said(sponsorship()) },
    { ...other, sponsorship: said(sponsorship(terms)) },
  ])

const honest = async (by = node) => {
  const { operation } = await send(by, visitor, await signed(by, visitor, askedOf(visitor, counter)))
  return operation
}

/** Has visitors of the other project send an operation each. */
async function crowd(count: number, by = node): Promise<readonly string[]> {
  const visitors = await Promise.all(Array.from({ length: count }, () => world.visitor()))
  const sent: string[] = []
  for (const each of visitors) {
    const asked = await signed(by, each, askedOf(each, counter, { projectId: other.id }))
    sent.push((await send(by, each, asked)).operation)
  }
  return sent
}

const [blockMs, passesInBlock] = [12_000, 4]

/** @returns in how many blocks it is there, of twelve seconds each */
async function blocksUntilIn(operation: string, { by = node, before = async (): Promise<void> => {} } = {}) {
  for (let blocks = 1; blocks <= 60; blocks += 1) {
    for (let passes = 0; passes < passesInBlock; passes += 1) {
      await by.round()
      world.time += blockMs / passesInBlock
    }
    await before()
    await world.client.mine({ blocks: 1 })
    await by.round()
    const { status, succeeded } = await by.sponsor.read({ by: visitor.by, operation })
    if (status === 'final') {
      expect(succeeded).toBe(true)
      return blocks
    }
    if (status === 'dropped') return `dropped after ${blocks}`
  }
  return 'never'
}

type Answer = (raw: string) => RpcOutcome | undefined

/** The network, whose nodes answer what they are sent as a test says. */
const answering = (answer: Answer): Chains =>
  eachChain(world.chains(), (chain) => ({
    ...chain,
    async request(request) {
      const [call] = request.calls
      const [raw] = Array.isArray(call?.params) ? call.params : []
      const said = call?.method === 'eth_sendRawTransaction' ? answer(String(raw)) : undefined
      return said ? [said] : chain.request(request)
    },
  }))

const refusal = (message: string) => ({ error: { code: -32_000, message } }) as const

test('alone an operation is in the next block', async () => {
  await beside()
  expect(await blocksUntilIn(await honest())).toBe(1)
})

/** FOYER_FULL=1: as many as were tried. Else more than there are places for. */
const [refusedOnes, waitingOnes, ofOneAccount] = process.env.FOYER_FULL ? [48, 120, 40] : [17, 20, 18]

test.each([1, refusedOnes])('beside %d operations with an authorization that no node takes', async (count) => {
  await beside()
  let isHonest = false
  const refused = world.node({
    // As pools do of an account that has other transactions underway.
    chains: answering((raw) =>
      raw.startsWith('0x04') && !isHonest ? refusal('authority already reserved') : undefined,
    ),
  })
  // The honest one is of an account that is switched already.
  await world.client.setAutomine(true)
  const first = await honest()
  isHonest = true
  await node.round()
  expect(await node.sponsor.read({ by: visitor.by, operation: first })).toMatchObject({ status: 'final' })
  await world.client.setAutomine(false)
  isHonest = false
  const bad = await crowd(count, refused)
  const blocks = await blocksUntilIn(await honest(), { by: refused })
  expect(blocks).toBeLessThanOrEqual(2)
  for (const each of bad.slice(0, 12)) expect(await rowOf(each)).not.toMatchObject({ status: 'signed' })
  await refused.stop()
})

test('what a project pays less for than twice the base fee and a tip is not signed, as the next blocks could pass it', async () => {
  await baseFee(parseGwei('1'))
  await world.client.mine({ blocks: 1 })
  await beside({ mostFeePerGas: String(parseGwei('2.9')) })
  const by = await world.visitor()
  expect(await refusedQuote(node, by, askedOf(by, counter, { projectId: other.id }))).toBe('fee')
  await beside({ mostFeePerGas: String(parseGwei('3')) })
  expect(await refusedQuote(node, by, askedOf(by, counter, { projectId: other.id }))).toBeNull()
})

test('beside operations whose fee was twice the base fee, which has passed it since', async () => {
  await beside({ mostFeePerGas: String(parseGwei('4')) })
  await crowd(16)
  await node.round()
  await baseFee(parseGwei('5'))
  await world.client.mine({ blocks: 1 })
  const dear = async () => baseFee(parseGwei('5'))
  expect(await blocksUntilIn(await honest(), { before: dear })).toBeLessThanOrEqual(2)
})

test(`beside ${waitingOnes} operations of which the first have places and the others wait for a fee that their project pays`, async () => {
  await beside({ mostFeePerGas: String(parseGwei('4')) })
  await crowd(waitingOnes)
  const dear = async () => baseFee(parseGwei('5'))
  await dear()
  await world.client.mine({ blocks: 1 })
  expect(await blocksUntilIn(await honest(), { before: dear })).toBeLessThanOrEqual(2)
})

test(`beside ${ofOneAccount} operations of one account, each in a nonce of its own`, async () => {
  await beside()
  const greedy = await world.visitor()
  await world.client.setAutomine(true)
  await send(node, greedy, await signed(node, greedy, askedOf(greedy, counter, { projectId: other.id })))
  await node.round()
  await world.client.setAutomine(false)
  for (let key = 1n; key <= BigInt(ofOneAccount); key += 1n) {
    const asked = askedOf(greedy, counter, { projectId: other.id })
    await send(node, greedy, await signedAt(node, greedy, asked, { nonce: key << 64n }))
  }
  expect(await blocksUntilIn(await honest())).toBeLessThanOrEqual(2)
})

test('beside operations that pass their trial and fail in the block', async () => {
  await beside()
  for (const each of await Promise.all(Array.from({ length: 20 }, () => world.visitor()))) {
    const asked = askedOf(each, [targets.trap], { projectId: other.id })
    await send(node, each, await signed(node, each, asked))
  }
  expect(await blocksUntilIn(await honest())).toBeLessThanOrEqual(2)
})

test('beside operations of more gas than a block has by now', async () => {
  await beside({ mostGas: 9_000_000 })
  for (const each of await Promise.all(Array.from({ length: 4 }, () => world.visitor()))) {
    const asked = askedOf(each, counter, { projectId: other.id })
    await send(node, each, await signedAt(node, each, asked, { callGasLimit: 8_000_000 }))
  }
  await node.round()
  await world.client.setBlockGasLimit({ gasLimit: 4_000_000n })
  await world.client.mine({ blocks: 1 })
  expect(await blocksUntilIn(await honest())).toBeLessThanOrEqual(2)
  await world.client.setBlockGasLimit({ gasLimit: 30_000_000n })
})

test('beside operations that nodes let go of', async () => {
  await beside()
  await crowd(4)
  const operation = await honest()
  await node.round()
  await world.rpc('anvil_dropAllTransactions', [])
  expect(await blocksUntilIn(operation)).toBeLessThanOrEqual(2)
})

test('beside an operation whose replacement nodes want twice the fee for', async () => {
  await beside({ mostFeePerGas: String(parseGwei('4')) })
  await crowd(2)
  await node.round()
  let asked = 0
  const greedy = world.node({
    chains: answering((raw) => {
      if (raw.startsWith('0x04')) return undefined
      asked += 1
      return asked <= 3 ? refusal('replacement transaction underpriced') : undefined
    }),
  })
  await baseFee(parseGwei('5'))
  await world.client.mine({ blocks: 1 })
  const dear = async () => baseFee(parseGwei('5'))
  const operation = await honest()
  expect(await blocksUntilIn(operation, { by: greedy, before: dear })).toBeLessThanOrEqual(2)
  await greedy.stop()
})

test('an authorization of an account that has a transaction of its own underway is not paid for', async () => {
  await beside()
  const rich = await world.visitor()
  const asked = await signed(node, rich, askedOf(rich, counter, { projectId: other.id }))
  await world.client.setBalance({ address: rich.account.address, value: parseEther('1') })
  const own = createWalletClient({ account: rich.account, transport: http(world.chain.url) })
  await own.sendTransaction({
    ...{ chain: null, to: targets.counter, gas: 100_000n, nonce: 0 },
    ...{ maxFeePerGas: parseGwei('1.5'), maxPriorityFeePerGas: 1n },
  })
  expect(await refusedSent(node, rich, asked)).toBe('authorization')
  expect(await blocksUntilIn(await honest())).toBe(1)
})

test('beside one whose cancelling costs more than it holds, after fees have risen far while the server was away', async () => {
  await beside({ mostFeePerGas: String(parseGwei('4')) })
  await crowd(1)
  await node.round()
  await baseFee(parseGwei('30'))
  await world.client.mine({ blocks: 1 })
  // Nobody waits for the place: nothing is paid for it.
  const [before] = await database.orm.select().from(sponsoredOperations)
  await node.round()
  expect(await database.orm.select().from(sponsoredOperations)).toEqual([before])
  const operation = await honest()
  expect(await blocksUntilIn(operation, { before: () => baseFee(parseGwei('30')) })).toBeLessThanOrEqual(2)
})
