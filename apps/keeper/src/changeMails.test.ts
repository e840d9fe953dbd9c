import { askEmailChangeCall } from '@foyer/custody/emailChangeCalls'
import { readLinkCall } from '@foyer/custody/keeperPageCalls'
import { type Mail, MailError } from '@foyer/service/mail/mail'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EmailChange, writeChange } from './changeMails.js'
import { hashOfLink, pauseAfter } from './owing.js'
import { keeperEmailChanges } from './tables.js'
import {
  email as ada,
  ask,
  askSigned,
  dayMs,
  firstLogin,
  linkIn,
  mailsSent,
  site,
  startWorld,
  type World,
  walletOrigin,
} from './test/keeperWorld.js'

/* What both mailboxes are written about a change of the address, at once and late. */

const lovelace = 'lovelace@mail.example'
let world: World
/** to whom the mail server takes nothing now */
let away: string | null
beforeEach(async () => {
  away = null
  world = await startWorld({
    async take({ to }) {
      if (to === away) throw new MailError({ code: '450', isLasting: false })
    },
  })
})
afterEach(() => world.close())

const row = async () => (await world.database.orm.select().from(keeperEmailChanges))[0] ?? expect.fail()

/** A change that was asked for, and whose first mails were tried. */
async function asked(): Promise<EmailChange> {
  const { device } = await firstLogin(world)
  world.clock.pass(2 * dayMs)
  await mailsSent(world)
  const payload = { from: ada, to: lovelace, site }
  expect((await askSigned(world, { call: askEmailChangeCall, keys: device.keys, payload })).status).toBe(200)
  await mailsSent(world)
  await expect.poll(() => world.queue.length).toBe(0)
  return row()
}

/** Returns the mails that are sent late where the row says so. */
async function late(to: Partial<EmailChange>) {
  const sent = await mailsSent(world)
  const owed = { owedAt: new Date(world.clock.now()), owedTries: 1, ...to }
  await world.database.orm.update(keeperEmailChanges).set(owed)
  await world.sendLate()
  await mailsSent(world)
  return world.mails.slice(sent).toSorted((one, other) => one.to.localeCompare(other.to))
}

test('each mail about a change says what it is about, to its own mailbox: how long its link is good, or from when on the wallet goes', async () => {
  const change = { ...(await asked()), place: 'Vienna', opensAt: new Date(1_700_000_000_000) }
  type Written = Parameters<typeof writeChange>[0]
  const write = (is: Written['is'], side: Written['side'], links: Written['links']) =>
    writeChange({ change, is, links, side, walletOrigin, siteName: 'dapp.example' })
  const links = { from: 'one', to: 'two' }
  const [asks, held, done] = [
    write('change', 'from', links),
    write('changeHeld', 'to', links),
    write('changed', 'to', null),
  ]
  expect([asks.to, held.to, done.to]).toEqual([ada, lovelace, lovelace])
  const addresses = 'Old address: a•••@m•••.example\nNew address: l•••@m•••.example'
  const facts = `${addresses}\nSite: dapp.example\nBrowser: ${change.browser}\nNear: Vienna`
  const said = ({ text }: Mail) => text.replaceAll('\u200c', '')
  for (const mail of [asks, held, done]) expect(said(mail)).toContain(facts)
  expect(asks.text).toMatch(/Confirm:\s+https:\/\/wallet\.example\/confirm#one\s+The link works for 20 minutes\./)
  const when = '14 November 2023 22:13 UTC'
  expect(held.subject).toBe(`Your wallet moves to another address on ${when}`)
  expect(held.text).toContain(`The new one opens the wallet from ${when} on.`)
  expect(held.text).toMatch(/See or cancel it:\s+https:\/\/wallet\.example\/confirm#two\s+A link to cancel it was sent/)
  expect(done.text).toContain('is opened by the new one now.')
  expect(done.text).toContain('The old address no longer opens it.')
  expect(done.text).not.toContain('/confirm#')
})

test.each([
  ['the name before the sign', 'your-wallet-is-locked.call-1-800-555-0199-now@helpdesk.example', 'y•••@h•••.example'],
  ['a tag of the reader’s own', 'ada+your-wallet-is-locked.call-1-800-555-0199-now@mail.example', 'a•••@m•••.example'],
  ['the host', 'ada@your-wallet-is-locked.helpdesk.calltheoperatornow', 'a•••@y•••'],
])('a sentence in an address of a change, in %s, is none in a letter to either mailbox', async (_, words, shown) => {
  const row = await asked()
  for (const is of ['change', 'changeHeld', 'changed'] as const) {
    for (const side of ['from', 'to'] as const) {
      for (const chosen of ['from', 'to'] as const) {
        const change = { ...row, [chosen]: words }
        const { text, html, subject } = writeChange({ change, is, links: null, side, walletOrigin, siteName: null })
        const said = [subject, text, html].join('\n').replaceAll('\u200c', '').replaceAll('<wbr>', '')
        expect(said).not.toMatch(/wallet-is-locked|helpdesk|calltheoperator/)
        expect(said).toContain(shown)
      }
    }
  }
})

test.each([
  ['change', 'waiting', 'Confirm the new address of your wallet', 'change'],
  ['changeHeld', 'held', /^Your wallet moves to another address on /, 'changeHeld'],
  ['changed', 'changed', 'Your wallet has another address now', null],
] as const)(
  '%s is sent late to both mailboxes, where the change is still %s',
  async (owes, status, subject, viewed) => {
    await asked()
    const opensAt = status === 'waiting' ? null : new Date(world.clock.now() + dayMs)
    const before = await row()
    const mails = await late({ owes, status, opensAt })
    expect(mails.map(({ to }) => to)).toEqual([ada, lovelace])
    // The links of before count no more, and those of other mails as they did.
    const links = viewed === null ? [] : mails.map((mail) => hashOfLink(linkIn(mail)))
    const [from = '', to = ''] = links
    expect(await row()).toMatchObject({
      ...{ fromLink: before.fromLink, toLink: before.toLink },
      ...{ fromCancel: before.fromCancel, toCancel: before.toCancel },
      ...(viewed === 'change' && { fromLink: from, toLink: to }),
      ...(viewed === 'changeHeld' && { fromCancel: from, toCancel: to }),
    })
    for (const mail of mails) {
      expect(mail.subject).toMatch(subject)
      if (viewed === null) continue
      const view = await (await ask(world, readLinkCall, { link: linkIn(mail) })).json()
      expect(view).toMatchObject({ status: viewed, email: mail.to })
    }
    await expect.poll(async () => (await row()).owes).toBeNull()
  },
)

test.each([
  ['change', 'held'],
  ['changeHeld', 'ended'],
  ['changeHeld', 'changed'],
] as const)('%s is sent to nobody once the change is %s', async (owes, status) => {
  await asked()
  expect(await late({ owes, status, opensAt: new Date(world.clock.now() + dayMs) })).toEqual([])
  expect(await row()).toMatchObject({ owes: null, owedTries: 0 })
})

test('where the mail to one of both isn’t taken, both are sent again after a pause', async () => {
  away = lovelace
  const { owedAt, owes } = await asked()
  await expect.poll(async () => (await row()).owedAt?.getTime()).toBe(world.clock.now() + pauseAfter(1))
  expect([owes, owedAt === null]).toEqual(['change', false])
  away = null
  const sent = await mailsSent(world)
  world.clock.pass(pauseAfter(1))
  await world.sendLate()
  await mailsSent(world)
  expect(
    world.mails
      .slice(sent)
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual([ada, lovelace])
  await expect.poll(async () => (await row()).owes).toBeNull()
})

test('[F2] what is sent late about changes is of the budget of all that is sent late', async () => {
  await asked()
  for (let taken = 0; taken < 100; taken += 1) await world.services.keeper.lateLimit.take({ key: 'all' })
  expect(await late({ owes: 'change', status: 'waiting' })).toEqual([])
  expect(await row()).toMatchObject({ owes: 'change', owedTries: 1 })
})
