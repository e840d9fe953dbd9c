import type { MailQueue } from '@foyer/service/mail/mailQueue'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Ceremony } from './ceremony.js'
import { letters } from './letters.js'
import { createSendOwed } from './owedMails.js'
import { keeperCeremonies } from './tables.js'
import { begin, createDevice, mailAfter, startWorld, walletOrigin } from './test/keeperWorld.js'

/** A ceremony whose mail was sent, and a sender of what it may owe later. */
async function sender() {
  const world = await startWorld()
  const { ceremony: id } = await begin(world, { device: await createDevice() })
  await mailAfter(world, 0)
  const { orm } = world.database
  const rowOf = async () =>
    (await orm.select().from(keeperCeremonies).where(eq(keeperCeremonies.id, id)))[0] ?? expect.fail()
  await expect.poll(async () => (await rowOf()).owes).toBeNull()
  const noted: string[] = []
  const added: Parameters<MailQueue['add']>[] = []
  const told: string[] = []
  const send = createSendOwed({
    orm,
    clock: world.clock,
    walletOrigin,
    siteNames: { nameOf: () => null },
    mails: { add: (...mail) => added.push(mail) > 0 },
    metrics: { noted: ({ occasion }) => noted.push(occasion) },
    log: world.services.log,
    codeAhead: (ceremony) => told.push(ceremony.id),
  })
  const change = async (to: Partial<Ceremony>) => {
    await orm.update(keeperCeremonies).set(to).where(eq(keeperCeremonies.id, id))
    return rowOf()
  }
  const owed = { owes: 'released', owedAt: new Date(world.clock.now()), owedTries: 1 } as const
  return { world, rowOf, change, send, noted, added, told, owed }
}

test('a person without a mailbox is written nothing, and owed nothing from then on', async () => {
  const { world, rowOf, change, send, noted, added, owed } = await sender()
  send(letters, { row: await rowOf(), links: null })
  expect([noted, added]).toEqual([[], []])
  send(letters, { row: await change({ ...owed, email: null }), links: null })
  await expect.poll(async () => (await rowOf()).owes).toBeNull()
  expect([noted, added]).toEqual([['released'], []])
  await world.close()
})

test('how a mail went that can’t be written down is said in the log', async () => {
  const { world, change, send, added, owed } = await sender()
  send(letters, { row: await change(owed), links: null })
  await world.close()
  await added[0]?.[1]?.settled('sent')
  const said = JSON.parse(world.lines.at(-1) ?? '')
  expect(said).toMatchObject({ error: expect.anything(), msg: 'how a mail went was not written down' })
})

test('who is to be told of a mail that has gone out is told of none that wasn’t taken', async () => {
  const { world, rowOf, change, send, added, told, owed } = await sender()
  const counts: number[] = []
  for (const outcome of ['failed', 'sent'] as const) {
    send(letters, { row: await change(owed), links: null })
    await added.at(-1)?.[1]?.settled(outcome)
    counts.push(told.length)
  }
  expect([counts, told]).toEqual([[0, 1], [(await rowOf()).id]])
  await world.close()
})
