import { newId } from '@foyer/custody/bytes'
import { askDeletionCall, cancelDeletionCall } from '@foyer/custody/deletionCalls'
import { refuseLinkCall } from '@foyer/custody/keeperPageCalls'
import { sendLate } from '@foyer/keeper/lateMails'
import { keeperBindings, keeperDeletions } from '@foyer/keeper/tables'
import { ask, dayMs, email, linkIn, mailsSent, minuteMs, site } from '@foyer/keeper/test/keeperWorld'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { reasonOf } from '../../login/test/openLogin.js'
import type { Both, Fault } from './bothServers.js'
import { type DeletionWorld, eachDeletion, gone, whole } from './deletionWorld.js'

let on: DeletionWorld
let both: Both
eachDeletion((world) => {
  on = world
  both = world.both
})

test('a cancellation while the login server is being asked counts, and a round in that moment leaves the deletion alone', async () => {
  await on.allow()
  both.meanwhile.set('notice', async () => {
    await both.world.sendLate()
    expect(both.said).toEqual(['notice'])
    await expect.poll(() => both.login.mails.at(-1)?.subject).toMatch(/^Your wallet will be deleted on/)
    expect((await ask(both.world, refuseLinkCall, { link: linkIn(both.login.mails.at(-1)) })).status).toBe(200)
  })
  expect(await reasonOf(await on.askKeeper())).toEqual([409, 'deletion_over', 'wallet'])
  expect(await on.state()).toEqual({ status: 'none' })
  await both.world.sendLate()
  expect([both.said, await on.atLoginServer()]).toEqual([['notice', 'end'], { opensAt: null }])
  await on.due()
  expect(await on.left()).toEqual(whole)
})

test('what the login server doesn’t hear is said again, once by all nodes together, after four seconds at first and an hour at last', async () => {
  await on.asked()
  const faults: Fault[] = Array.from({ length: 14 }, () => 'lost')
  both.faults.set('close', faults)
  both.pass(dayMs)
  const roundsAtOnce = () => Promise.all([both.world.sendLate(), both.world.sendLate()])
  for (const [tries, seconds] of [4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600, 3600].entries()) {
    await roundsAtOnce()
    expect(14 - faults.length).toBe(tries + 1)
    both.pass(seconds * 1000 - 1)
    await roundsAtOnce()
    expect(14 - faults.length).toBe(tries + 1)
    both.pass(1)
  }
  faults.length = 0
  await roundsAtOnce()
  expect(both.said.filter((word) => word === 'close' || word === 'finish')).toEqual(['close', 'finish'])
  expect(await on.left()).toEqual(gone)
})

test('a wallet that is deleted later than it was due was deleted then, for the page and for the login server', async () => {
  await on.asked()
  both.pass(dayMs + 5 * 60 * minuteMs)
  await both.world.sendLate()
  const at = Math.floor(both.clock.now() / 1000)
  both.pass(minuteMs)
  const said = await on.state()
  if (said.status !== 'deleted') return expect.fail(said.status)
  expect([said.at, JSON.parse(said.receipt.text).at]).toEqual([at, at])
})

test('all that is due is gone on with in one round, where the login server is there', async () => {
  const { orm } = both.world.database
  const deletion = await on.asked()
  const [row = expect.fail()] = await orm.select().from(keeperDeletions).where(eq(keeperDeletions.id, deletion))
  const copy = (each: number) => ({
    ...{ ...row, id: newId(), wallet: newId(), person: `email:${each}@mail.example` },
    ...{ cancelHash: null, loginCancelHash: null },
  })
  await orm.insert(keeperDeletions).values([copy(1), copy(2)])
  both.pass(dayMs)
  await both.world.sendLate()
  // The login server knows nothing of the others, and refuses them.
  const statuses = (await orm.select().from(keeperDeletions)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual(['deleted', 'ended', 'ended'])
  await mailsSent(both.world)
})

test('the mail about a wallet that is gone is sent late, too', async () => {
  const { orm } = both.world.database
  await on.asked()
  await on.due()
  const sent = await mailsSent(both.world)
  const owed = { owes: 'deleted', owedAt: new Date(both.clock.now()), owedTries: 1 } as const
  await orm.update(keeperDeletions).set(owed)
  await both.world.sendLate()
  expect(await mailsSent(both.world)).toBe(sent + 1)
  const mail = both.world.mails.at(-1) ?? expect.fail()
  expect(mail).toMatchObject({ to: email, subject: 'Your wallet was deleted' })
  // Nothing is left that a link could cancel.
  expect(mail.text).not.toMatch(/https?:\/\/\S+#/)
  await expect.poll(async () => (await orm.select().from(keeperDeletions))[0]?.owes).toBeNull()
})

test('it is written once, however often the login server is told', async () => {
  const { keeper, log } = both.world.services
  const written: string[] = []
  const write: typeof keeper.write = (_, { row }) => void written.push(row.owes ?? '')
  await on.asked()
  both.faults.set('finish', ['lost', 'lost'])
  both.pass(dayMs)
  // Less than a minute: whoever has taken a mail on itself has as long to send it.
  for (let round = 0; round < 3; round += 1) {
    await sendLate({ base: { ...keeper, write }, log })
    both.pass(10_000)
  }
  expect([written, both.said.filter((each) => each === 'finish')]).toEqual([['deleted'], ['finish']])
  expect(await on.left()).toEqual(gone)
})

test('it is written once by two nodes, the second of which begins while the first still waits for the login server', async () => {
  const { keeper, log } = both.world.services
  const written: string[] = []
  const write: typeof keeper.write = (_, { row }) => void written.push(row.owes ?? '')
  await on.asked()
  both.pass(dayMs)
  const round = () => sendLate({ base: { ...keeper, write }, log })
  both.meanwhile.set('close', async () => {
    both.pass(5_000)
    await round()
  })
  await round()
  expect([written, await on.left()]).toEqual([['deleted'], gone])
})

test('a deletion that is due and is asked for again opens now', async () => {
  const deletion = await on.asked()
  both.pass(dayMs + minuteMs)
  const answer = v.parse(askDeletionCall.reply, await (await on.askKeeper()).json())
  expect(answer).toEqual({ deletion, opensAt: Math.floor(both.clock.now() / 1000) })
})

test('a wallet, a deletion and a link that the keeper doesn’t know are nobody’s', async () => {
  const asked = await both.atKeeper(askDeletionCall, { wallet: newId(), site })
  expect(await reasonOf(asked)).toEqual([403, 'device_unknown', 'device'])
  const cancelled = await both.atKeeper(cancelDeletionCall, { deletion: newId() })
  expect(await reasonOf(cancelled)).toEqual([409, 'deletion_over', 'wallet'])
  expect((await ask(both.world, refuseLinkCall, { link: 'A'.repeat(43) })).status).toBe(200)
  expect(both.said).toEqual([])
})

test('a deletion that is cancelled twice is said to be over once, and a day later three more may begin', async () => {
  for (let time = 0; time < 3; time += 1) {
    const deletion = await on.asked()
    for (let press = 0; press < 2; press += 1) {
      expect((await both.atKeeper(cancelDeletionCall, { deletion })).status).toBe(204)
      await both.world.sendLate()
      both.pass(1000)
    }
  }
  expect(both.said).toEqual(['notice', 'end', 'notice', 'end', 'notice', 'end'])
  const refused = await on.askKeeper()
  expect(await reasonOf(refused.clone())).toEqual([429, 'too_many_ceremonies', 'email'])
  expect(Number(refused.headers.get('retry-after'))).toBe(86_400)
  both.pass(dayMs)
  await on.logInAgain()
  await on.asked()
  expect(await on.state()).toMatchObject({ status: 'held' })
})

test('to a person without a mailbox at the keeper nothing is written, and the wallet waits all the same', async () => {
  const { orm } = both.world.database
  const written = () => both.world.mails.filter(({ subject }) => /deleted/.test(subject))
  await orm.update(keeperBindings).set({ email: null })
  await on.asked()
  expect(written()).toEqual([])
  await expect.poll(() => orm.select().from(keeperDeletions)).toMatchObject([{ status: 'held', owes: null }])
  await on.due()
  expect([await on.left(), written()]).toEqual([gone, []])
})
