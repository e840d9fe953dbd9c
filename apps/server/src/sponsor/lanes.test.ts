import type { Database } from '@foyer/service/db/database'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { sponsoredOperations } from '../db/schema/index.js'
import { createLedger, type KeptRow } from './ledger.js'
import { createSponsorKeeping } from './sponsorKeeping.js'
import { killable } from './test/killable.js'
import {
  askedOf,
  type SponsorNode,
  type SponsorWorld,
  send,
  signed,
  targets,
  type Visitor,
} from './test/openSponsor.js'
import { openSession, sendRedeemed, signedRedeeming, withSessions } from './test/redeemed.js'
import { onSponsorStage } from './test/sponsorGround.js'

/* Sessions, which whoever wants makes, stand before no person of the same project, and those of one network before none of another. */

let database: Database
let world: SponsorWorld
let node: SponsorNode
let visitor: Visitor
onSponsorStage((stage) => {
  ;({ world, database, node, visitor } = stage)
})
beforeEach(async () => {
  await database.orm.delete(sponsoredOperations)
  await world.sponsor(withSessions())
})

const orm = () => database.orm
const gone = () => killable(world, { at: 1, is: 'after', of: 'reserve' })

/** A session's operation that waits. */
async function session(): Promise<KeptRow> {
  const of = await openSession(world)
  await expect(sendRedeemed(gone(), of, await signedRedeeming(node, of))).rejects.toMatchObject({ name: 'KilledError' })
  const [row] = await orm().select().from(sponsoredOperations).where(eq(sponsoredOperations.status, 'reserved'))
  return row ?? expect.fail()
}

/** As many more of a network, each of another payer, taken before. */
async function crowd(row: KeptRow, { count, network }: { readonly count: number; readonly network: string }) {
  const address = (place: number) => `0x${`${network}${place}`.padStart(40, '0')}`
  await orm()
    .insert(sponsoredOperations)
    .values(
      Array.from({ length: count }, (_, place) => ({
        ...row,
        network,
        sender: address(place),
        grantedBy: address(place),
        hash: `0x${`${network}${place}`.padStart(64, '0')}`,
      })),
    )
}

/** A person's operation that waits. @returns its hash */
async function person(): Promise<string> {
  world.time += 1
  const asked = await signed(node, visitor, askedOf(visitor, [targets.counter]))
  await expect(send(gone(), visitor, asked)).rejects.toMatchObject({ name: 'KilledError' })
  const sender = visitor.account.address.toLowerCase()
  const [row] = await orm().select().from(sponsoredOperations).where(eq(sponsoredOperations.sender, sender))
  return row?.hash ?? expect.fail()
}

test('a person’s operation has its turn beside 60 sessions of the project, and a session of another network has its', async () => {
  await world.client.setAutomine(false)
  const row = await session()
  await crowd(row, { count: 60, network: 'a' })
  const hash = await person()
  const open = await createLedger({ orm: orm(), now: () => world.time }).open(row.chainId)
  expect(open.findIndex((each) => each.hash === hash)).toBeLessThan(2)
  expect(open.findIndex((each) => each.hash === row.hash)).toBeLessThan(4)
  await node.round()
  const rows = await orm().select().from(sponsoredOperations).where(eq(sponsoredOperations.status, 'signed'))
  const of = (network: string) => rows.filter((each) => each.network === network && each.grantedBy !== null).length
  expect([rows.some((each) => each.hash === hash), of('a'), of(row.network)]).toEqual([true, 6, 1])
})

test('once sessions have as many places as a lane may that has one, a person of the project has one of the others', async () => {
  await world.client.setAutomine(false)
  const row = await session()
  await crowd(row, { count: 6, network: 'a' })
  await crowd(row, { count: 5, network: 'b' })
  const placed = async () => {
    await node.round()
    return (await orm().select().from(sponsoredOperations).where(eq(sponsoredOperations.status, 'signed'))).length
  }
  expect(await placed()).toBe(12)
  await crowd(row, { count: 1, network: 'c' })
  expect(await placed()).toBe(12)
  const hash = await person()
  expect(await placed()).toBe(13)
  expect((await createLedger({ orm: orm(), now: () => world.time }).find(hash))?.status).toBe('signed')
})

test('what was never signed is forgotten after a day; what was, after 90', async () => {
  const unsigned = await session()
  const at = new Date(world.time)
  await orm().update(sponsoredOperations).set({ status: 'dropped', dropped: 'late', updatedAt: at })
  await orm()
    .insert(sponsoredOperations)
    .values({ ...unsigned, status: 'dropped', dropped: 'stuck', hash: '0x01', nonce: '1', place: 3, updatedAt: at })
  const kept = async (days: number) => {
    let rest = () => {}
    const rested = new Promise<void>((resolve) => {
      rest = resolve
    })
    const clock = {
      now: () => world.time + days * 86_400_000,
      setTimeout() {
        rest()
        return () => {}
      },
    }
    const log = { info() {}, warn() {}, error() {} }
    const work = createSponsorKeeping({ orm: orm(), clock, log })
    work.start()
    await rested
    await work.stop()
    return (await orm().select().from(sponsoredOperations)).map(({ hash }) => hash)
  }
  expect(await kept(0.99)).toHaveLength(2)
  expect(await kept(1.01)).toEqual(['0x01'])
  expect(await kept(91)).toEqual([])
})
