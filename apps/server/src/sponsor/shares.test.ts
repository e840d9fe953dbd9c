import type { Database } from '@foyer/service/db/database'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { sponsoredOperations } from '../db/schema/index.js'
import { Sponsorship as SponsorshipSchema } from '../projects/sponsorship.js'
import { demo } from '../test/openApi.js'
import { eachChain, killable } from './test/killable.js'
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
import { onSponsorStage } from './test/sponsorGround.js'

/* Shares of places, and of what is judged and paid: nobody's many, large or unreadable operations are others' wait. */

let database: Database
let world: SponsorWorld
let node: SponsorNode
onSponsorStage((stage) => {
  ;({ world, database, node } = stage)
})
beforeEach(async () => {
  await world.client.setAutomine(false)
  await world.rpc('anvil_dropAllTransactions', [])
  await database.orm.delete(sponsoredOperations)
  await world.projects.seed(
    ids.map((id) => ({ ...demo, id, sponsorship: v.parse(SponsorshipSchema, sponsorship({ mostGas: 10_000_000 })) })),
  )
})

const ids = [demo.id, 'second', 'third'] as const
const visitors = (count: number) => Promise.all(Array.from({ length: count }, () => world.visitor()))
const placed = async () => {
  const rows = await database.orm.select().from(sponsoredOperations).where(eq(sponsoredOperations.status, 'signed'))
  return ids.map((id) => rows.filter(({ projectId }) => projectId === id).length)
}

interface Waiting {
  readonly by: Visitor
  readonly projectId?: string
  readonly callGasLimit?: number
}

/** Reserved by a node that is gone before it signs anything. @returns its hash */
async function waits({ by, projectId = demo.id, callGasLimit }: Waiting): Promise<string> {
  const asked = askedOf(by, [targets.counter], { projectId })
  const sent =
    callGasLimit === undefined ? await signed(node, by, asked) : await signedAt(node, by, asked, { callGasLimit })
  const gone = killable(world, { at: 1, is: 'after', of: 'reserve' })
  await expect(send(gone, by, sent)).rejects.toMatchObject({ name: 'KilledError' })
  const sender = by.account.address.toLowerCase()
  const [row] = await database.orm.select().from(sponsoredOperations).where(eq(sponsoredOperations.sender, sender))
  return row?.hash ?? expect.fail()
}
const statusOf = async (hash: string) => {
  const [row] = await database.orm.select().from(sponsoredOperations).where(eq(sponsoredOperations.hash, hash))
  return row?.status
}

test('two projects of many visitors leave places: a third’s one has one at once', async () => {
  for (const projectId of [demo.id, 'second']) for (const by of await visitors(9)) await waits({ by, projectId })
  await node.round()
  expect(await placed()).toEqual([6, 6, 0])
  const [by = expect.fail()] = await visitors(1)
  await waits({ by, projectId: 'third' })
  await node.round()
  expect(await placed()).toEqual([6, 6, 1])
})

test('of large ones a project has as many under way as half a block takes: a third’s one is in the next block', async () => {
  for (const projectId of [demo.id, 'second'])
    for (const by of await visitors(3)) await waits({ by, projectId, callGasLimit: 8_000_000 })
  const [by = expect.fail()] = await visitors(1)
  const honest = await waits({ by, projectId: 'third' })
  await node.round()
  expect(await placed()).toEqual([1, 1, 1])
  await world.client.mine({ blocks: 1 })
  await node.round()
  expect(await statusOf(honest)).toBe('settled')
})

test('one that a node doesn’t let be judged stops no other: it waits', async () => {
  const [odd = expect.fail(), by = expect.fail()] = await visitors(2)
  const [first, honest] = [await waits({ by: odd }), await waits({ by })]
  const sender = odd.account.address.slice(2).toLowerCase()
  const chains = eachChain(world.chains(), (chain) => ({
    ...chain,
    request: async (request) =>
      JSON.stringify(request.calls).toLowerCase().includes(sender)
        ? request.calls.map(() => ({ error: { code: -32_005, message: 'limit exceeded' } }))
        : chain.request(request),
  }))
  const busy = world.node({ chains })
  world.time += 5_000
  await busy.round()
  expect([await statusOf(first), await statusOf(honest)]).toEqual(['reserved', 'signed'])
  await busy.stop()
})

test('what waits for coin that others’ hold is not dropped for it', async () => {
  const { address } = world.operator
  const value = await world.client.getBalance({ address })
  const [one = expect.fail(), other = expect.fail()] = await visitors(2)
  const first = await waits({ by: one })
  const [row] = await database.orm.select().from(sponsoredOperations)
  await node.round()
  const second = await waits({ by: other })
  await world.client.setBalance({ address, value: (BigInt(row?.reserved ?? 0) * 3n) / 2n })
  world.time += 61_000
  await node.round()
  expect([await statusOf(first), await statusOf(second)]).toEqual(['signed', 'reserved'])
  await world.client.setBalance({ address, value })
})
