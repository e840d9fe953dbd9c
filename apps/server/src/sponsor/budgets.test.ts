import type { Database } from '@foyer/service/db/database'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sponsoredOperations } from '../db/schema/index.js'
import { askedOf, booksOf, plenty, type SponsorWorld, send, signed, sponsorship, targets } from './test/openSponsor.js'
import { onSponsorGround } from './test/sponsorGround.js'

/** FOYER_FULL=1: the whole figure. */
const count = process.env.FOYER_FULL ? 1_000 : 100
/** The number of visitors that ask at the same time. */
const atOnce = 10

let database: Database
let world: SponsorWorld
let connect: () => Promise<Database>
/** of two servers */
let connected: readonly [Database, Database]
onSponsorGround((ground) => {
  ;({ world, database, connect } = ground)
})
beforeAll(async () => {
  connected = [await connect(), await connect()]
})
beforeEach(async () => {
  await world.again()
  // The base fee has fallen to nearly nothing: each costs about as much as the first.
  await world.client.mine({ blocks: 100 })
  await world.sponsor(sponsorship())
})
/** A server with connections, caches and clients of the network that are no other's. */
const ownNode = (own: Database) => world.node({ database: own, chains: world.chains() })

test(`${count} accounts whose operations fail in the block, over two servers with connections and caches of their own: the budget holds to the wei, and all that was paid is booked`, async () => {
  const trying = world.node()
  const first = await world.visitor()
  const one = await send(trying, first, await signed(trying, first, askedOf(first, [targets.trap])))
  await trying.round()
  await trying.stop()
  const [row] = await database.orm.select().from(sponsoredOperations)
  const { booked } = await booksOf(database)
  const [held, paid] = [BigInt(row?.reserved ?? 0), BigInt(row?.paid ?? 0)]
  expect([row?.hash, booked > 0n, held > paid]).toEqual([one.operation, true, true])
  // For about two thirds of them.
  const total = booked + held + (paid * BigInt(count) * 2n) / 3n
  await world.sponsor(sponsorship({ budget: { ...plenty, total: String(total) } }))
  // They start once this is written: their clock stands still, and so would what they keep of the project.
  const nodes = [ownNode(connected[0]), ownNode(connected[1])] as const
  const came = { sent: 0, budget: 0 }
  let most = 0n
  for (let asked = 0; asked < count; asked += atOnce) {
    await Promise.all(
      Array.from({ length: atOnce }, async (_, index) => {
        const visitor = await world.visitor({ client: `10.${asked % 250}.${index}.9` })
        const node = nodes[index % 2 === 0 ? 0 : 1]
        const answer = await trySending(node, visitor)
        came[answer] += 1
      }),
    )
    const { booked, reserved } = await booksOf(database)
    most = booked + reserved > most ? booked + reserved : most
    await Promise.all(nodes.map((node) => node.round()))
  }
  // What others held for a moment is paid for now, one after another, until nothing more fits.
  const more = async (): Promise<number> => {
    await Promise.all(nodes.map((node) => node.round()))
    return (await trySending(nodes[0], await world.visitor())) === 'sent' ? 1 + (await more()) : 0
  }
  came.sent += await more()
  await Promise.all(nodes.map((node) => node.round()))
  const books = await booksOf(database)
  expect(books).toEqual({ booked: await world.spentByOperator(), reserved: 0n })
  expect(books.booked).toBeLessThanOrEqual(total)
  expect(most).toBeLessThanOrEqual(total)
  expect(total - books.booked).toBeLessThan(held)
  expect(came.budget).toBeGreaterThan(0)
  const rows = await database.orm.select().from(sponsoredOperations)
  const sum = rows.reduce((all, each) => all + BigInt(each.paid ?? 0), 0n)
  expect([rows.length, rows.every(({ succeeded }) => succeeded === false), sum]).toEqual([
    came.sent + 1,
    true,
    books.booked,
  ])
  await Promise.all(nodes.map((node) => node.stop()))
})

/** Several sign while there is room, and of those some are refused as they are sent. */
async function trySending(node: Parameters<typeof send>[0], visitor: Parameters<typeof send>[1]) {
  const asked = askedOf(visitor, [targets.trap])
  const said = await node.sponsor.quote({
    by: visitor.by,
    client: visitor.client,
    asked,
    signal: new AbortController().signal,
  })
  if (!said.sponsored) {
    expect(said.because).toBe('budget')
    return 'budget'
  }
  return send(node, visitor, await signed(node, visitor, asked)).then(
    () => 'sent' as const,
    (error: unknown) => {
      expect(error).toMatchObject({ code: 'not_sponsored', reasons: [{ name: 'budget' }] })
      return 'budget' as const
    },
  )
}
