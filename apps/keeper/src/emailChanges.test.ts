import { encodeBytes } from '@foyer/custody/bytes'
import { changeDigitsOf } from '@foyer/custody/digits'
import {
  askEmailChangeCall,
  cancelEmailChangeCall,
  emailChangeStateCall,
  openEmailChangesCall,
} from '@foyer/custody/emailChangeCalls'
import { continueCall } from '@foyer/custody/keeperCalls'
import { confirmLinkCall, type LinkView, readLinkCall, refuseLinkCall } from '@foyer/custody/keeperPageCalls'
import { personOf } from '@foyer/custody/person'
import { readReceipt } from '@foyer/login/keeperWords'
import { unlinked } from '@foyer/service/mail/letter'
import type { Mail } from '@foyer/service/mail/mail'
import { runRound } from '@foyer/service-testing/runRound'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { askEmailChange } from './emailChanges.js'
import { createKeeperKeeping } from './keeping.js'
import { keeperBindings, keeperDevices, keeperEmailChanges } from './tables.js'
import { eachWorld } from './test/eachWorld.js'
import {
  email as ada,
  ask,
  askSigned,
  begin,
  confirm,
  confirmChange,
  createDevice,
  type Device,
  dayMs,
  firstLogin,
  linkIn,
  mailAfter,
  mailsSent,
  minuteMs,
  openPart,
  signed,
  site,
  startWorld,
  stateOf,
  type World,
  wrong,
} from './test/keeperWorld.js'

const lovelace = 'lovelace@mail.example'
/** As somebody else's mailbox reads it. */
const masked = { ada: 'a•••@m•••.example', lovelace: 'l•••@m•••.example' } as const

let world: World
let wallet: Awaited<ReturnType<typeof firstLogin>>
eachWorld(async (started) => {
  world = started
  wallet = await firstLogin(world)
  // Old enough that a wait is no matter of its first day.
  world.clock.pass(2 * dayMs)
})

const payload = (more: object = {}) => ({ from: ada, to: lovelace, site, ...more })
const asked = (device: Device, more: object = {}) =>
  askSigned(world, { call: askEmailChangeCall, keys: device.keys, payload: payload(more) })

/** The mails of the newest occasion, by address. */
async function mailsAfter(count: number): Promise<Readonly<Record<string, Mail>>> {
  await mailAfter(world, count + 1)
  return Object.fromEntries(world.mails.slice(count).map((mail) => [mail.to, mail]))
}

/** Asks for the change. @returns it, with the links of both mails */
async function change() {
  const count = world.mails.length
  const { keys } = wallet.device
  const { change: id } = await signed(world, { call: askEmailChangeCall, keys, payload: payload() })
  const mails = await mailsAfter(count)
  return { id, mails, from: linkIn(mails[ada]), to: linkIn(mails[lovelace]) }
}

const stateIn = (device: Device, id: string, known: string | null = null) =>
  signed(world, { call: emailChangeStateCall, keys: device.keys, payload: { change: id, known } })

const view = async (link: string): Promise<LinkView> => (await ask(world, readLinkCall, { link })).json()

const confirmIn = (link: string) => confirmChange(world, link)

/** Confirms in both mailboxes. @returns the mails about the wait */
async function confirmBoth({ from, to }: { from: string; to: string }) {
  await confirmIn(from)
  const count = world.mails.length
  const held = await confirmIn(to)
  return { held, mails: await mailsAfter(count) }
}

const reasonOf = async (answer: Response) => (await answer.json()).error.code

const bindings = () => world.database.orm.select().from(keeperBindings)

describe('a change of the mailbox', () => {
  test('[S4.24] is confirmed in both, by mails that name both addresses masked, the site and the browser, and goes through after the wait', async () => {
    const { id, mails, from, to } = await change()
    for (const mail of [mails[ada], mails[lovelace]])
      for (const said of [masked.ada, masked.lovelace, 'dapp.example', 'Browser'])
        expect(mail?.text).toContain(unlinked(said))
    expect(await view(from)).toMatchObject({
      status: 'change',
      email: ada,
      from: ada,
      to: lovelace,
      holdSeconds: 86_400,
    })
    expect(await view(to)).toMatchObject({ status: 'change', email: lovelace })
    expect(await stateIn(wallet.device, id)).toEqual({ status: 'waiting' })
    expect(await confirmIn(from)).toEqual({ status: 'half', opensAt: null })
    expect(await confirmIn(from)).toEqual({ status: 'half', opensAt: null })
    expect(await stateIn(wallet.device, id)).toEqual({ status: 'waiting' })
    const { held, mails: told } = await confirmBoth({ from, to })
    const opensAt = Math.floor((world.clock.now() + dayMs) / 1000)
    expect(held).toEqual({ status: 'changeHeld', opensAt })
    expect(await stateIn(wallet.device, id)).toEqual({ status: 'held', opensAt })
    for (const to of [ada, lovelace])
      expect(await view(linkIn(told[to]))).toMatchObject({ status: 'changeHeld', opensAt })
    expect((await bindings()).map(({ person }) => person)).toEqual([personOf({ email: ada })])
    world.clock.pass(dayMs)
    const count = world.mails.length
    const done = await stateIn(wallet.device, id, 'held')
    if (done.status !== 'changed') return expect.fail(done.status)
    const stated = await readReceipt({
      receipt: done.receipt,
      keeper: world.secret.publicKeys.signing,
      is: 'bound',
      now: world.clock.now(),
    })
    expect(stated).toMatchObject({
      person: personOf({ email: lovelace }),
      device: wallet.device.id,
      wallet: wallet.wallet,
      moved: { from: personOf({ email: ada }) },
    })
    expect(Object.keys(await mailsAfter(count)).sort()).toEqual([ada, lovelace].sort())
    expect(await bindings()).toMatchObject([{ person: personOf({ email: lovelace }), email: lovelace }])
    // Asked again, by its id or anew, it is the same.
    expect((await stateIn(wallet.device, id)).status).toBe('changed')
    expect(
      await signed(world, { call: askEmailChangeCall, keys: wallet.device.keys, payload: payload() }),
    ).toMatchObject({
      change: id,
    })
  })

  test('takes no wait where the operator wants none', async () => {
    await world.database.orm.delete(keeperEmailChanges)
    const quick = await startWorld({ holdMs: 0 })
    world = quick
    wallet = await firstLogin(quick)
    const { id, from, to } = await change()
    expect(await view(from)).toMatchObject({ status: 'change', holdSeconds: null })
    await confirmIn(from)
    const sent = await mailsSent(quick)
    expect(await confirmIn(to)).toEqual({ status: 'changing', opensAt: null })
    // There is no wait to write about.
    expect(await mailsSent(quick)).toBe(sent)
    expect((await stateIn(wallet.device, id)).status).toBe('changed')
    await quick.close()
  })

  test('waits on a wallet’s first day as well', async () => {
    world.clock.pass(-2 * dayMs)
    const { from, to } = await change()
    expect((await confirmBoth({ from, to })).held.status).toBe('changeHeld')
  })

  test('gives the new address the wallet on a new device, and the old one nothing of it', async () => {
    const { id, from, to } = await change()
    await confirmBoth({ from, to })
    world.clock.pass(dayMs)
    await stateIn(wallet.device, id)
    await mailsSent(world)
    const [device, browser] = [await createDevice(), await createDevice()]
    const count = world.mails.length
    const { ceremony, digits } = await begin(world, { device, to: lovelace })
    await mailAfter(world, count)
    const sent = world.mails.length
    expect((await confirm(world, browser, world.link(), digits)).status).toBe('held')
    await mailAfter(world, sent)
    world.clock.pass(dayMs)
    const opened = await stateOf(world, device, ceremony)
    if (opened.status !== 'released') return expect.fail(opened.status)
    expect(await openPart(device, ceremony, opened.part)).toEqual(wallet.part)
    const stranger = await createDevice()
    await mailsSent(world)
    const before = world.mails.length
    const old = await begin(world, { device: stranger })
    await mailAfter(world, before)
    await confirm(world, await createDevice(), world.link(), old.digits)
    expect((await stateOf(world, stranger, old.ceremony)).status).toBe('unbound')
    const known = { site: 'https://other.example', device: device.id, key: encodeBytes(device.key) }
    const asOld = { ...known, person: personOf({ email: ada }) }
    const refused = await askSigned(world, { call: continueCall, keys: wallet.browser.keys, payload: asOld })
    expect(await reasonOf(refused)).toBe('device_unknown')
    const asNew = { ...known, person: personOf({ email: lovelace }) }
    expect((await askSigned(world, { call: continueCall, keys: wallet.browser.keys, payload: asNew })).status).toBe(200)
  })

  test('that is due goes through by a login of the new address, where the device that asked never comes back', async () => {
    const { from, to } = await change()
    await confirmBoth({ from, to })
    const device = await createDevice()
    world.clock.pass(dayMs)
    const count = world.mails.length
    const { ceremony, digits } = await begin(world, { device, to: lovelace })
    await mailAfter(world, count)
    const link = world.link()
    expect(await view(link)).toMatchObject({ status: 'open', noDigitsIn: null, holdSeconds: 86_400 })
    expect((await confirm(world, await createDevice(), link, digits)).status).toBe('held')
    world.clock.pass(dayMs)
    const { receipt } = await stateOf(world, device, ceremony).then((state) =>
      state.status === 'released' ? state : expect.fail(state.status),
    )
    expect(JSON.parse(receipt.text).moved).toMatchObject({ from: personOf({ email: ada }) })
  })

  test('is asked for the same way whether the new address has a wallet; where it has one, neither is touched', async () => {
    const hers = await firstLogin(world, { to: lovelace })
    const { id, from, to } = await change()
    await confirmBoth({ from, to })
    world.clock.pass(dayMs)
    expect(await stateIn(wallet.device, id)).toEqual({ status: 'ended', reason: 'taken' })
    const rows = await bindings()
    expect(new Map(rows.map((row) => [row.person, row.wallet]))).toEqual(
      new Map([
        [personOf({ email: ada }), wallet.wallet],
        [personOf({ email: lovelace }), hers.wallet],
      ]),
    )
  })
})

describe('[F4] an owner’s press in a mail', () => {
  test.each(['from', 'to'] as const)(
    'without the digits of who asks changes nothing in the mail to the %s address; wrong ones end it',
    async (side) => {
      const { id, ...links } = await change()
      const browser = await createDevice()
      const press = { call: confirmLinkCall, keys: browser.keys, payload: { link: links[side], digits: null } }
      expect((await askSigned(world, press)).status).toBe(400)
      expect(await stateIn(wallet.device, id)).toEqual({ status: 'waiting' })
      const digits = wrong(await changeDigitsOf(id))
      expect(await confirm(world, browser, links[side], digits)).toEqual({ status: 'wrongDigits', opensAt: null })
      expect(await stateIn(wallet.device, id)).toEqual({ status: 'ended', reason: 'refused' })
      for (const each of ['from', 'to'] as const) expect((await confirmIn(links[each])).status).toBe('over')
    },
  )
})

describe('a change is ended', () => {
  test.each(['from', 'to'] as const)(
    'by the mail to the %s address, before it is confirmed and while it waits',
    async (side) => {
      const first = await change()
      expect((await ask(world, refuseLinkCall, { link: first[side] })).status).toBe(200)
      expect(await stateIn(wallet.device, first.id)).toEqual({ status: 'ended', reason: 'refused' })
      expect((await confirmIn(first.from)).status).toBe('over')
      const second = await change()
      const { mails } = await confirmBoth(second)
      const cancel = linkIn(mails[side === 'from' ? ada : lovelace])
      expect((await ask(world, refuseLinkCall, { link: cancel })).status).toBe(200)
      world.clock.pass(dayMs)
      expect(await stateIn(wallet.device, second.id)).toEqual({ status: 'ended', reason: 'refused' })
      expect((await bindings()).map(({ person }) => person)).toEqual([personOf({ email: ada })])
    },
  )

  test('by any device of the person’s, and by no other', async () => {
    const { id } = await change()
    const cancel = (device: Device) =>
      askSigned(world, { call: cancelEmailChangeCall, keys: device.keys, payload: { change: id } })
    expect(await reasonOf(await cancel(await createDevice()))).toBe('device_unknown')
    expect((await cancel(wallet.browser)).status).toBe(204)
    expect(await stateIn(wallet.device, id)).toEqual({ status: 'ended', reason: 'cancelled' })
  })

  test('by another of the person’s, and by time', async () => {
    const first = await change()
    expect((await asked(wallet.device, { to: 'countess@mail.example' })).status).toBe(200)
    expect(await stateIn(wallet.device, first.id)).toEqual({ status: 'ended', reason: 'cancelled' })
    world.clock.pass(2 * dayMs)
    const third = await change()
    world.clock.pass(20 * minuteMs)
    expect(await view(third.to)).toEqual({ status: 'over' })
    expect(await stateIn(wallet.device, third.id)).toEqual({ status: 'ended', reason: 'expired' })
  })
})

describe('strangers', () => {
  test('ask for no change: a key acts for the person, or nothing is sent', async () => {
    const count = world.mails.length
    const stranger = await createDevice()
    expect(await reasonOf(await asked(stranger))).toBe('device_unknown')
    expect(await reasonOf(await asked(wallet.device, { from: 'eve@mail.example' }))).toBe('device_unknown')
    expect(await mailsSent(world)).toBe(count)
  })

  test('three a day of a person are sent, and three a day to an address', async () => {
    for (let sent = 1; sent <= 3; sent += 1) {
      const { id } = await change()
      await askSigned(world, { call: cancelEmailChangeCall, keys: wallet.device.keys, payload: { change: id } })
    }
    expect(await reasonOf(await asked(wallet.device, { to: 'countess@mail.example' }))).toBe('too_many_ceremonies')
    const other = await firstLogin(world, { to: 'eve@mail.example' })
    expect(await reasonOf(await asked(other.device, { from: 'eve@mail.example' }))).toBe('too_many_ceremonies')
    world.clock.pass(dayMs)
    expect((await asked(wallet.device)).status).toBe(200)
  })

  test('a change of another device’s says nothing', async () => {
    const { id } = await change()
    const stranger = await createDevice()
    const state = await askSigned(world, {
      call: emailChangeStateCall,
      keys: stranger.keys,
      payload: { change: id, known: null },
    })
    expect(await reasonOf(state)).toBe('ceremony_over')
  })
})

describe('what a change leaves', () => {
  test('mails that a node didn’t send are sent by the next, with links that count', async () => {
    const { services } = world
    const lost = { ...services.keeper, write: () => {} }
    const { id: device } = wallet.device
    const count = world.mails.length
    await askEmailChange(lost, { ...payload(), device, browser: 'Maple', place: null, client: 'x' })
    expect(await mailsSent(world)).toBe(count)
    await world.sendLate()
    expect(await mailsSent(world)).toBe(count)
    world.clock.pass(minuteMs)
    await world.sendLate()
    const mails = await mailsAfter(count)
    await confirmIn(linkIn(mails[ada]))
    expect((await confirmIn(linkIn(mails[lovelace]))).status).toBe('changeHeld')
    await mailsSent(world)
    const [row] = await world.database.orm.select().from(keeperEmailChanges)
    expect([row?.owes, row?.owedTries]).toEqual([null, 0])
  })

  test('its keys act for the new address alone, and its row is forgotten in time', async () => {
    const { id, from, to } = await change()
    await confirmBoth({ from, to })
    world.clock.pass(dayMs)
    await stateIn(wallet.device, id)
    const keys = await world.database.orm.select().from(keeperDevices)
    expect(new Set(keys.map(({ person }) => person))).toEqual(new Set([personOf({ email: lovelace })]))
    const keepAt = (time: number) =>
      runRound(
        (clock) => createKeeperKeeping({ base: { ...world.services.keeper, clock }, log: world.services.log }),
        time,
      )
    await keepAt(world.clock.now() + 30 * dayMs)
    expect(await world.database.orm.select().from(keeperEmailChanges)).toHaveLength(1)
    await keepAt(world.clock.now() + 30 * dayMs + 1)
    expect(await world.database.orm.select().from(keeperEmailChanges).where(eq(keeperEmailChanges.id, id))).toEqual([])
  })
})

test('every device of the person is shown what is asked for, until nothing can come of it, and no other device', async () => {
  const open = async (device: Device) =>
    (await signed(world, { call: openEmailChangesCall, keys: device.keys, payload: {} })).changes
  await asked(wallet.device)
  const beganAt = Math.floor(world.clock.now() / 1000)
  const shown = { from: ada, to: lovelace, beganAt, expiresAt: beganAt + 20 * 60, opensAt: null }
  for (const device of [wallet.device, wallet.browser]) expect(await open(device)).toMatchObject([shown])
  const stranger = await firstLogin(world, { to: 'eve@mail.example' })
  expect(await open(stranger.device)).toEqual([])
  expect(await open(await createDevice())).toEqual([])
  world.clock.pass(20 * minuteMs)
  expect(await open(wallet.device)).toEqual([])
})
