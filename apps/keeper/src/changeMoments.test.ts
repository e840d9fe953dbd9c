import { newId } from '@foyer/custody/bytes'
import {
  askEmailChangeCall,
  cancelEmailChangeCall,
  emailChangeStateCall,
  openEmailChangesCall,
} from '@foyer/custody/emailChangeCalls'
import { forgetPartCall, type LinkView, readLinkCall, refuseLinkCall } from '@foyer/custody/keeperPageCalls'
import { personOf } from '@foyer/custody/person'
import type { Mail } from '@foyer/service/mail/mail'
import { beforeEach, describe, expect, test } from 'vitest'
import { keeperBindings, keeperDevices } from './tables.js'
import { eachWorld } from './test/eachWorld.js'
import {
  email as ada,
  ask,
  askSigned,
  confirmChange,
  dayMs,
  firstLogin,
  linkIn,
  mailsSent,
  minuteMs,
  refusalOf,
  signed,
  site,
  type World,
} from './test/keeperWorld.js'

const [lovelace, countess] = ['lovelace@mail.example', 'countess@mail.example']
type First = Awaited<ReturnType<typeof firstLogin>>

let world: World
let own: First
eachWorld(async (started) => {
  world = started
  own = await firstLogin(world)
  world.clock.pass(2 * dayMs)
})

const asks = (who: First, from: string, to: string, on: Pick<World, 'post'> = world) =>
  askSigned(on, { call: askEmailChangeCall, keys: who.device.keys, payload: { from, to, site } })
const stateIn = (id: string, { device } = own) =>
  signed(world, { call: emailChangeStateCall, keys: device.keys, payload: { change: id, known: null } })
const cancel = (id: string) =>
  askSigned(world, { call: cancelEmailChangeCall, keys: own.device.keys, payload: { change: id } })
const view = async (link: string): Promise<LinkView> => (await ask(world, readLinkCall, { link })).json()
const refuse = (link: string) => ask(world, refuseLinkCall, { link })
const confirmIn = (link: string) => confirmChange(world, link)

/** The newest mails, by address, once all that is queued is sent. */
async function mailsTo(...addresses: string[]): Promise<readonly (Mail | undefined)[]> {
  await mailsSent(world)
  return addresses.map((address) => world.mails.findLast(({ to }) => to === address))
}

/** A change that both mailboxes have confirmed. @returns it, when it opens, the links that confirmed it, and those that cancel it */
async function held(from = ada, to = lovelace, who = own) {
  const { change: id } = await (await asks(who, from, to)).json()
  const links = (await mailsTo(from, to)).map(linkIn)
  const [fromLink = '', toLink = ''] = links
  await confirmIn(fromLink)
  expect((await confirmIn(toLink)).status).toBe('changeHeld')
  const [fromCancel = '', toCancel = ''] = (await mailsTo(from, to)).map(linkIn)
  const opensAt = Math.floor((world.clock.now() + dayMs) / 1000)
  return { id, opensAt, fromLink, toLink, fromCancel, toCancel }
}

describe('a change that is held', () => {
  let it: Awaited<ReturnType<typeof held>>
  beforeEach(async () => {
    it = await held()
  })

  test.each([
    ['until its wait is over', dayMs - 1, 'held'],
    ['as its wait is over', dayMs, 'changed'],
    ['within thirty days after', 31 * dayMs - 1, 'changed'],
    ['not after them', 31 * dayMs, 'ended'],
  ] as const)('waits, goes through where it is asked after, and is over at last: %s', async (_, ms, status) => {
    world.clock.pass(ms)
    expect(await stateIn(it.id)).toMatchObject({ status, ...(status === 'ended' && { reason: 'expired' }) })
    const [binding] = await world.database.orm.select().from(keeperBindings)
    expect(binding?.person).toBe(personOf({ email: status === 'changed' ? lovelace : ada }))
  })

  test('says the same to whoever confirms it once more, and each mailbox who it is', async () => {
    for (const link of [it.fromLink, it.toLink])
      expect(await confirmIn(link)).toEqual({ status: 'changeHeld', opensAt: it.opensAt })
    for (const [link, email] of [
      [it.fromLink, ada],
      [it.toLink, lovelace],
      [it.fromCancel, ada],
      [it.toCancel, lovelace],
    ] as const)
      expect(await view(link)).toMatchObject({ status: 'changeHeld', email, opensAt: it.opensAt })
    world.clock.pass(dayMs)
    expect(await confirmIn(it.toLink)).toEqual({ status: 'changing', opensAt: null })
    expect(await view(it.toCancel)).toEqual({ status: 'over' })
  })

  test('is shown with the moment in which it goes through, until it is over', async () => {
    const open = async () =>
      (await signed(world, { call: openEmailChangesCall, keys: own.device.keys, payload: {} })).changes
    expect(await open()).toMatchObject([{ change: it.id, opensAt: it.opensAt }])
    world.clock.pass(31 * dayMs)
    expect(await open()).toEqual([])
  })

  test('that has gone through is refused and cancelled by nobody, nor confirmed once more', async () => {
    world.clock.pass(dayMs)
    expect((await stateIn(it.id)).status).toBe('changed')
    expect((await refuse(it.fromCancel)).status).toBe(200)
    expect(await refusalOf(await cancel(it.id))).toMatchObject({ code: 'ceremony_over' })
    expect(await confirmIn(it.toLink)).toEqual({ status: 'over', opensAt: null })
    expect((await stateIn(it.id)).status).toBe('changed')
  })

  test('that was cancelled stays so, whatever its mails are used for', async () => {
    for (let time = 0; time < 2; time += 1) expect((await cancel(it.id)).status).toBe(204)
    for (const link of [it.fromLink, it.toCancel]) expect((await refuse(link)).status).toBe(200)
    expect(await confirmIn(it.toLink)).toEqual({ status: 'over', opensAt: null })
    expect(await view(it.toCancel)).toEqual({ status: 'over' })
    for (const ms of [dayMs, 31 * dayMs]) {
      world.clock.pass(ms)
      expect(await stateIn(it.id)).toEqual({ status: 'ended', reason: 'cancelled' })
    }
  })

  test('that was refused by a mail stays so, though its device cancels it as well', async () => {
    expect((await refuse(it.fromCancel)).status).toBe(200)
    expect((await cancel(it.id)).status).toBe(204)
    expect(await stateIn(it.id)).toEqual({ status: 'ended', reason: 'refused' })
  })

  test('that was cancelled has nothing of another to the same address, which goes through since', async () => {
    expect((await cancel(it.id)).status).toBe(204)
    const next = await held()
    world.clock.pass(dayMs)
    expect((await stateIn(next.id)).status).toBe('changed')
    expect(await stateIn(it.id)).toEqual({ status: 'ended', reason: 'cancelled' })
  })

  test('is cancelled by the device that asked for it, and goes through, though no key acts for its person any more', async () => {
    await world.database.orm.delete(keeperDevices)
    world.clock.pass(dayMs - 1)
    expect((await cancel(it.id)).status).toBe(204)
    expect(await stateIn(it.id)).toEqual({ status: 'ended', reason: 'cancelled' })
    own = await firstLogin(world, { to: countess })
    const other = await held(countess, lovelace)
    await world.database.orm.delete(keeperDevices)
    world.clock.pass(dayMs)
    expect((await stateIn(other.id)).status).toBe('changed')
  })

  test('ends where the wallet has gone on to yet another address, or is gone', async () => {
    world.clock.pass(dayMs)
    expect((await stateIn(it.id)).status).toBe('changed')
    world.clock.pass(dayMs)
    const next = await held(lovelace, countess)
    world.clock.pass(dayMs)
    expect((await stateIn(next.id)).status).toBe('changed')
    expect(await stateIn(it.id)).toEqual({ status: 'ended', reason: 'expired' })
    // Another's wallet that comes to that address since is none of who was there before.
    const other = await firstLogin(world, { to: 'eve@mail.example' })
    world.clock.pass(dayMs)
    const theirs = await held('eve@mail.example', lovelace, other)
    world.clock.pass(dayMs)
    expect((await stateIn(theirs.id, other)).status).toBe('changed')
    expect(await stateIn(it.id)).toEqual({ status: 'ended', reason: 'expired' })
    await world.database.orm.delete(keeperBindings)
    expect(await stateIn(next.id)).toEqual({ status: 'ended', reason: 'expired' })
  })
})

test('waits for both mailboxes, whichever confirms first', async () => {
  const { change } = await (await asks(own, ada, lovelace)).json()
  const [fromLink = '', toLink = ''] = (await mailsTo(ada, lovelace)).map(linkIn)
  for (let time = 0; time < 2; time += 1) expect(await confirmIn(toLink)).toEqual({ status: 'half', opensAt: null })
  expect(await stateIn(change)).toEqual({ status: 'waiting' })
  expect((await confirmIn(fromLink)).status).toBe('changeHeld')
})

test('a change that nobody knows is over', async () => {
  const payload = { change: newId(), known: null }
  const state = await askSigned(world, { call: emailChangeStateCall, keys: own.device.keys, payload })
  expect(await refusalOf(state)).toMatchObject({ code: 'ceremony_over' })
  expect(await refusalOf(await cancel(newId()))).toMatchObject({ code: 'ceremony_over' })
})

test('a wallet without a part goes to its new address without one', async () => {
  await askSigned(world, { call: forgetPartCall, keys: own.device.keys, payload: { wallet: own.wallet } })
  const { id } = await held()
  world.clock.pass(dayMs)
  expect((await stateIn(id)).status).toBe('changed')
  const person = personOf({ email: lovelace })
  expect(await world.database.orm.select().from(keeperBindings)).toMatchObject([{ person, sealed: null, rowKey: null }])
})

test('[F2] an address that others have asked to change to as often as they may is asked for still where a device of its own person’s came from', async () => {
  const by = (address: string) => ({ ...world, ...world.from(address) })
  await firstLogin(by('10.9.0.7'), { to: lovelace })
  const how: string[] = []
  for (const [name, address] of [
    ['one', '10.1.0.7'],
    ['two', '10.2.0.7'],
    ['three', '10.3.0.7'],
    ['four', '10.4.0.7'],
    ['five', '10.9.0.8'],
  ] as const) {
    world.clock.pass(minuteMs)
    const from = `${name}@mail.example`
    const answer = await asks(await firstLogin(world, { to: from }), from, lovelace, by(address))
    how.push(answer.ok ? 'asked' : (await refusalOf(answer)).code)
  }
  expect(how).toEqual(['asked', 'asked', 'asked', 'too_many_ceremonies', 'asked'])
})
