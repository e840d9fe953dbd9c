import type { Database } from '@foyer/service/db/database'
import { createLog } from '@foyer/service/log/createLog'
import { expect, test } from 'vitest'
import { sponsorBudgets, sponsoredOperations, sponsorTransactions } from '../db/schema/index.js'
import { createSponsorKeeping } from './sponsorKeeping.js'
import {
  askedOf,
  type SponsorNode,
  type SponsorWorld,
  send,
  signed,
  targets,
  type Visitor,
} from './test/openSponsor.js'
import { onSponsorStage } from './test/sponsorGround.js'

let database: Database
let world: SponsorWorld
let node: SponsorNode
let visitor: Visitor
onSponsorStage((stage) => {
  ;({ world, database, node, visitor } = stage)
})

const dayMs = 86_400_000

test('what is over is forgotten after 90 days with its transactions, and what was paid on a day; what isn’t over stays, and all that was ever paid', async () => {
  await send(node, visitor, await signed(node, visitor, askedOf(visitor, [targets.counter])))
  await node.round()
  const [row = expect.fail()] = await database.orm.select().from(sponsoredOperations)
  const days = (count: number) => new Date(world.time - count * dayMs)
  const kept = (name: string, status: typeof row.status, days: Date) => ({
    ...row,
    status,
    hash: name,
    nonce: String(Number(days) + name.length),
    updatedAt: days,
  })
  const before = [
    kept('settled, 91', 'settled', days(91)),
    kept('dropped, 91.', 'dropped', days(91)),
    kept('settled, 89..', 'settled', days(89)),
    kept('freed, 91...', 'freed', days(91)),
    kept('signed, 91....', 'signed', days(91)),
    kept('reserved, 91.....', 'reserved', days(91)),
    kept('included, 91......', 'included', days(91)),
  ]
  await database.orm.insert(sponsoredOperations).values(before)
  const [attempt = expect.fail()] = await database.orm.select().from(sponsorTransactions)
  for (const operation of ['settled, 91', 'settled, 89..'])
    await database.orm.insert(sponsorTransactions).values({ ...attempt, operation, hash: operation })
  const budgets = await database.orm.select().from(sponsorBudgets)
  const [budget = expect.fail()] = budgets
  const dayOf = (count: number) => days(count).toISOString().slice(0, 10)
  for (const scope of ['day', 'network', 'sessionDay', 'total', 'sessionTotal'] as const)
    for (const day of [dayOf(91), dayOf(89)])
      await database.orm.insert(sponsorBudgets).values({ ...budget, scope, day, owner: 'kept' })
  const clock = { now: () => world.time, setTimeout: () => () => {} }
  const log = createLog({ level: 'warn', to: { write: () => expect.fail('It failed.') } })
  const work = createSponsorKeeping({ orm: database.orm, clock, log })
  work.start()
  await work.stop()
  const hashes = (await database.orm.select().from(sponsoredOperations)).map(({ hash }) => hash)
  const left = before.map(({ hash }) => hash).filter((hash) => !['settled, 91', 'dropped, 91.'].includes(hash))
  expect(hashes.toSorted()).toEqual([row.hash, ...left].toSorted())
  const of = (await database.orm.select().from(sponsorTransactions)).map(({ operation }) => operation)
  expect(of.toSorted()).toEqual([row.hash, 'settled, 89..'].toSorted())
  const paid = (await database.orm.select().from(sponsorBudgets)).filter(({ owner }) => owner === 'kept')
  expect(paid.map(({ scope, day }) => `${scope} ${day}`).toSorted()).toEqual(
    [
      ...['day', 'network', 'sessionDay', 'total', 'sessionTotal'].map((scope) => `${scope} ${dayOf(89)}`),
      ...['total', 'sessionTotal'].map((scope) => `${scope} ${dayOf(91)}`),
    ].toSorted(),
  )
  expect(await database.orm.$count(sponsorBudgets)).toBe(budgets.length + 7)
})
