import { encodeBytes, randomBytes } from '@foyer/custody/bytes'
import { continueCall } from '@foyer/custody/keeperCalls'
import {
  approveCeremonyCall,
  forgetDeviceCall,
  openCeremoniesCall,
  readLinkCall,
  refuseLinkCall,
} from '@foyer/custody/keeperPageCalls'
import { endDeviceCall, signWord } from '@foyer/custody/keeperWord'
import { type Receipt, signReceipt } from '@foyer/custody/signed'
import { removeDevice } from '@foyer/keeper/removing'
import { inTurn } from '@foyer/keeper/store'
import { keeperCeremonies, keeperDevices } from '@foyer/keeper/tables'
import {
  ask,
  begin,
  cancel,
  confirm,
  createDevice,
  type Device,
  dayMs,
  email,
  linkIn,
  mailAfter,
  minuteMs,
  site,
  stateOf,
} from '@foyer/keeper/test/keeperWorld'
import { readWalletCall, renewSessionCall, Session } from '@foyer/login/loginCalls'
import { removeDeviceCall } from '@foyer/login/ownPageCalls'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { loginDevices } from '../../db/schema/index.js'
import { reasonOf } from '../../login/test/openLogin.js'
import type { Both } from './bothServers.js'
import { type DeletionWorld, eachDeletion } from './deletionWorld.js'
import { begins, enters, waits } from './mailboxReader.js'

let on: DeletionWorld
let both: Both
eachDeletion((world) => {
  on = world
  both = world.both
})
beforeEach(() => both.pass(2 * dayMs))

const person = `email:${email}`
const inSeconds = (ms = 0) => Math.floor((both.clock.now() + ms) / 1000)
const rows = () => on.database.orm.select().from(loginDevices)

/** Somebody with the mailbox, in a browser of their own: they have seen the digits, and typed them. */
const thief = () => waits(both)
const enter = (device: Device, confirmation?: Receipt) => enters(both, device, confirmation)
const sessionIn = async (answer: Response) => v.parse(Session, await answer.json())
const read = ({ keys, id }: Device, token: string) =>
  both.login.ask(readWalletCall, { keys, device: id }, { wallet: both.wallet }, { token })
const released = async ({ device, ceremony }: { device: Device; ceremony: string }) => {
  const state = await stateOf(both.world, device, ceremony)
  return state.status === 'released' ? state : expect.fail(state.status)
}
/** A receipt of a ceremony, as if it had been given before and kept. */
const stolen = ({ device, ceremony }: { device: Device; ceremony: string }) =>
  signReceipt(both.world.services.keeper.secrets.signing, {
    ...{ is: 'confirmed', person, device: device.id, ceremony },
    ...{ actsFrom: inSeconds(), expiresAt: inSeconds(10 * minuteMs), wallet: both.wallet },
  })
const acting = async () =>
  (await both.world.database.orm.select().from(keeperDevices).where(eq(keeperDevices.person, person))).map(
    ({ key }) => key,
  )
const unconfirmed = [403, 'unconfirmed', 'confirmation']

test('[F4] while the keeper has a device wait, who has the mailbox is stated nothing, has no session and acts for nobody', async () => {
  const { device, browser, ceremony } = await thief()
  const opensAt = inSeconds(dayMs)
  for (const laterMs of [0, minuteMs, dayMs - 5 * minuteMs]) {
    both.pass(laterMs)
    expect(await stateOf(both.world, device, ceremony)).toEqual({ status: 'held', opensAt })
    expect(await reasonOf(await enter(device))).toEqual([403, 'code_expired', 'login'])
  }
  for (const key of [device, browser])
    expect(await reasonOf(await both.atKeeper(forgetDeviceCall, { device: both.device.id }, key))).toEqual([
      403,
      'device_unknown',
      'device',
    ])
  expect((await rows()).map((row) => row.device)).toEqual([both.device.id])
  expect((await acting()).toSorted()).toEqual([both.device.id, both.browser.id].toSorted())
})

test('[F4] every return of the owner’s shows the wait; cancelled, nothing is left of it, and a receipt that was kept opens nothing', async () => {
  const { device, ceremony, link } = await thief()
  const listed = await (await both.atKeeper(openCeremoniesCall, {})).json()
  expect(listed).toMatchObject({ isKnown: true, ceremonies: [{ ceremony, opensAt: inSeconds(dayMs) }] })
  const kept = await stolen({ device, ceremony })
  // It may be that one was given, and is in use.
  const session = await sessionIn(await enter(device, kept))
  expect((await read(device, session.accessToken)).status).toBe(200)
  expect((await cancel(both.world, both.device, ceremony)).status).toBe(204)
  await both.world.sendLate()
  expect(both.said).toEqual(['end'])
  expect(await reasonOf(await read(device, session.accessToken))).toEqual([401, 'session_over', 'session'])
  const { refreshToken } = session
  const renewed = await both.login.ask(renewSessionCall, { keys: device.keys, device: device.id }, { refreshToken })
  expect(await reasonOf(renewed)).toEqual([401, 'session_over', 'session'])
  expect(await reasonOf(await enter(device, await stolen({ device, ceremony })))).toEqual(unconfirmed)
  both.pass(dayMs)
  expect(await stateOf(both.world, device, ceremony)).toEqual({ status: 'ended', reason: 'cancelled' })
  expect(await (await ask(both.world, readLinkCall, { link })).json()).toEqual({ status: 'over' })
  expect((await read(both.device, (await sessionIn(await enter(both.device))).accessToken)).status).toBe(200)
})

test('[F4] after the wait the device is let in and acts, so that nobody waits twice; the owner’s own was bound by nothing', async () => {
  const { device, ceremony } = await thief()
  const opensAt = inSeconds(dayMs)
  both.pass(dayMs)
  const { confirmation } = await released({ device, ceremony })
  expect(JSON.parse(confirmation.text)).toMatchObject({ is: 'confirmed', actsFrom: opensAt })
  expect((await enter(device, confirmation)).status).toBe(200)
  const found = await rows()
  expect(found.find((row) => row.device === device.id)?.actsFrom).toEqual(new Date(opensAt * 1000))
  expect(found.find((row) => row.device === both.device.id)?.actsFrom.getTime()).toBeLessThan(
    both.clock.now() - 2 * dayMs,
  )
})

test('[F4] at once, it acts at once: by digits on another device, in a known browser', async () => {
  const later = await createDevice()
  const sent = both.world.mails.length
  const { ceremony, digits } = await begin(both.world, { device: later })
  await mailAfter(both.world, sent)
  expect((await both.atKeeper(approveCeremonyCall, { ceremony, digits })).status).toBe(200)
  const state = await released({ device: later, ceremony })
  expect(JSON.parse(state.confirmation.text).actsFrom).toBe(inSeconds())
  const frame = await createDevice()
  const asked = { site: 'https://other.example', device: frame.id, key: encodeBytes(frame.key) }
  const answer = await both.atKeeper(continueCall, asked, both.browser)
  const { confirmation } = v.parse(v.object({ confirmation: v.object({ text: v.string() }) }), await answer.json())
  expect(JSON.parse(confirmation.text).actsFrom).toBe(inSeconds())
})

test('[F4] “It wasn’t me” ends a device with its session at both servers, its browser and what that has let in since; the mail’s link shows it for 30 days, and changes nothing', async () => {
  const sent = both.world.mails.length
  const { device, browser, ceremony, link } = await thief()
  both.pass(dayMs)
  const { confirmation } = await released({ device, ceremony })
  const session = await sessionIn(await enter(device, confirmation))
  const mail = await mailAfter(both.world, sent + 2)
  expect(mail.subject).toBe('Someone is signing in: your wallet opens there now')
  const frame = await createDevice()
  const asked = { site: 'https://other.example', device: frame.id, key: encodeBytes(frame.key) }
  expect((await both.atKeeper(continueCall, asked, browser)).status).toBe(200)
  const denies = linkIn(mail)
  for (let look = 0; look < 2; look += 1)
    expect(await (await ask(both.world, readLinkCall, { link: denies })).json()).toMatchObject({
      status: 'opened',
      site,
      email,
    })
  both.pass(20 * dayMs)
  expect((await read(device, (await sessionIn(await enter(device))).accessToken)).status).toBe(200)
  // The login server is away, its answer is lost, then it hears.
  both.faults.set('end', ['lost', 'deaf'])
  expect((await ask(both.world, refuseLinkCall, { link: denies })).status).toBe(200)
  expect((await acting()).toSorted()).toEqual([both.device.id, both.browser.id].toSorted())
  for (let round = 0; round < 6; round += 1) {
    await both.world.sendLate()
    both.pass(minuteMs)
  }
  expect(await rows()).toMatchObject([{ device: both.device.id }])
  expect(both.faults.get('end')).toEqual([])
  const told = await both.world.database.orm.select().from(keeperCeremonies).where(eq(keeperCeremonies.ends, 'device'))
  expect(told.map(({ device: id, nextTellAt }) => [id, nextTellAt]).toSorted()).toEqual(
    [device.id, frame.id].map((id) => [id, null]).toSorted(),
  )
  expect(await reasonOf(await enter(device, confirmation))).toEqual(unconfirmed)
  expect(await reasonOf(await enter(device, await stolen({ device, ceremony })))).toEqual(unconfirmed)
  expect(await stateOf(both.world, device, ceremony)).toEqual({ status: 'ended', reason: 'refused' })
  expect(await reasonOf(await both.atKeeper(continueCall, asked, browser))).toEqual([403, 'device_unknown', 'device'])
  expect(session.person).toBe(person)
  for (const each of [link, denies])
    expect(await (await ask(both.world, readLinkCall, { link: each })).json()).toEqual({ status: 'over' })
})

test('[F4] after 30 days the mail’s link ends nothing, and the link by which the device was confirmed never does', async () => {
  const sent = both.world.mails.length
  const { device, ceremony, link } = await thief()
  both.pass(dayMs)
  await released({ device, ceremony })
  const denies = linkIn(await mailAfter(both.world, sent + 2))
  expect((await ask(both.world, refuseLinkCall, { link })).status).toBe(200)
  expect((await released({ device, ceremony })).status).toBe('released')
  both.pass(30 * dayMs)
  expect(await (await ask(both.world, readLinkCall, { link: denies })).json()).toEqual({ status: 'over' })
  expect((await ask(both.world, refuseLinkCall, { link: denies })).status).toBe(200)
  expect(await acting()).toContain(device.id)
})

test('[F4] a device that is removed while the wait ends is given nothing afterwards, whichever was first', async () => {
  const { device, ceremony } = await thief()
  both.pass(dayMs)
  const { keeper } = both.world.services
  const remove = () =>
    inTurn({ orm: keeper.orm, person }, (inRows) =>
      removeDevice({ base: keeper, rows: inRows, person, device: device.id, by: both.device.id }),
    )
  const [, state] = await Promise.all([remove(), stateOf(both.world, device, ceremony)])
  await both.world.sendLate()
  expect(await stateOf(both.world, device, ceremony)).toEqual({ status: 'ended', reason: 'cancelled' })
  expect((await acting()).toSorted()).toEqual([both.device.id, both.browser.id].toSorted())
  const receipt = state.status === 'released' ? state.confirmation : await stolen({ device, ceremony })
  expect(await reasonOf(await enter(device, receipt))).toEqual(unconfirmed)
})

test('[F4] the keeper’s word for the end of one ceremony leaves a device that came by another, and no word but its own counts', async () => {
  const { device, id: ceremony } = { device: both.device.id, id: (await thief()).ceremony }
  const word = {
    person,
    device,
    ceremony,
    ends: 'ceremony',
    actsFrom: inSeconds(),
    expiresAt: inSeconds(minuteMs),
  } as const
  const say = async (receipt: Receipt) => (await both.login.api.post(endDeviceCall.path, { receipt }, wholePage)).status
  const { signing } = both.world.services.keeper.secrets
  expect(await say(await signWord('device', signing, word))).toBe(204)
  expect(await rows()).toHaveLength(1)
  const other = (await createDevice()).keys.privateKey
  expect(await say(await signWord('device', other, { ...word, ends: 'device' }))).toBe(403)
  expect(
    await say(await signWord('device', signing, { ...word, ends: 'device', expiresAt: inSeconds(-minuteMs) })),
  ).toBe(403)
  expect(await say(await stolen({ device: both.device, ceremony }))).toBe(403)
  expect(await rows()).toHaveLength(1)
  expect(await say(await signWord('device', signing, { ...word, ends: 'device' }))).toBe(204)
  expect(await rows()).toEqual([])
})

test.each(['expired', 'cancelled'] as const)(
  '[F4] a device that was confirmed before there was a wallet, and made none, has no session by that: %s',
  async (ends) => {
    const to = 'first@mail.example'
    both.pass(minuteMs)
    const { device, ceremony, link, digits } = await begins(both, to)
    await confirm(both.world, await createDevice(), link, digits)
    const state = await stateOf(both.world, device, ceremony)
    const confirmation = state.status === 'unbound' ? state.confirmation : expect.fail(state.status)
    expect((await enters(both, device, confirmation, to)).status).toBe(200)
    expect(await rows()).toHaveLength(2)
    // It makes nothing: within the hour that it has, or as it begins again with another key.
    if (ends === 'expired') both.pass(61 * minuteMs)
    else await begin(both.world, { device: { ...(await createDevice()), keys: device.keys, id: device.id }, to })
    await both.world.sendLate()
    expect(await stateOf(both.world, device, ceremony)).toEqual({ status: 'ended', reason: ends })
    await both.world.sendLate()
    expect((await rows()).map((row) => row.device)).toEqual([both.device.id])
  },
)

test.each([-2, 2])(
  '[F4] with the login server’s clock %i minutes from the keeper’s, a wait opens nothing a moment sooner, and its end lets the device in, which acts at once, and is ended at once',
  async (minutes) => {
    both.setApart(minutes * minuteMs)
    const sent = both.world.mails.length
    const { device, ceremony } = await thief()
    both.pass(dayMs - 1_000)
    expect((await stateOf(both.world, device, ceremony)).status).toBe('held')
    expect(await reasonOf(await enter(device))).toEqual([403, 'code_expired', 'login'])
    const { confirmation } = await released({ device, ceremony })
    const { accessToken } = await sessionIn(await enter(device, confirmation))
    // It acts: another device that isn't there is removed without a word.
    const by = { keys: device.keys, device: device.id }
    const other = (await createDevice()).id
    const removed = () => both.login.ask(removeDeviceCall, by, { device: other }, { token: accessToken })
    expect((await removed()).status).toBe(204)
    const mail = await mailAfter(both.world, sent + 2)
    expect((await ask(both.world, refuseLinkCall, { link: linkIn(mail) })).status).toBe(200)
    await both.world.sendLate()
    expect(await reasonOf(await read(device, accessToken))).toEqual([401, 'session_over', 'session'])
    expect(await reasonOf(await enter(device, await stolen({ device, ceremony })))).toEqual(unconfirmed)
    expect((await read(both.device, (await sessionIn(await enter(both.device))).accessToken)).status).toBe(200)
  },
)

test.each([-2, 2])(
  '[F4] with the login server’s clock %i minutes from the keeper’s, a device that opens at once and acts later changes nothing of its owner’s meanwhile',
  async (minutes) => {
    both.setApart(minutes * minuteMs)
    const { device, ceremony } = await thief()
    const actsFrom = inSeconds(dayMs)
    const { signing } = both.world.services.keeper.secrets
    const said = { is: 'confirmed', person, device: device.id, ceremony, actsFrom, wallet: both.wallet } as const
    const word = await signReceipt(signing, { ...said, expiresAt: inSeconds(10 * minuteMs) })
    const { accessToken } = await sessionIn(await enter(device, word))
    const by = { keys: device.keys, device: device.id }
    const remove = (token: string) => both.login.ask(removeDeviceCall, by, { device: both.device.id }, { token })
    expect(await reasonOf(await remove(accessToken))).toEqual([403, 'acts_later', 'device'])
    // By its own clock it may be five minutes sooner, and is never later.
    both.pass(dayMs - 31_000 - 6 * minuteMs)
    expect(await reasonOf(await remove((await sessionIn(await enter(device))).accessToken))).toEqual([
      ...[403, 'acts_later', 'device'],
    ])
    both.pass(6 * minuteMs)
    expect((await remove((await sessionIn(await enter(device))).accessToken)).status).toBe(204)
  },
)

test('[F1] [F16] a word that is said again, since its answer was lost, leaves a device that its person has let in anew since', async () => {
  const later = await createDevice()
  const comesIn = async () => {
    both.pass(minuteMs)
    const sent = both.world.mails.length
    const { ceremony, digits } = await begin(both.world, { device: { ...later, deviceNonce: randomBytes(32) } })
    await mailAfter(both.world, sent)
    expect((await both.atKeeper(approveCeremonyCall, { ceremony, digits })).status).toBe(200)
    const { confirmation } = await released({ device: later, ceremony })
    return sessionIn(await enter(later, confirmation))
  }
  await comesIn()
  both.faults.set('end', ['deaf'])
  expect((await both.atKeeper(forgetDeviceCall, { device: later.id })).status).toBe(204)
  await both.world.sendLate()
  expect((await rows()).map((row) => row.device)).toEqual([both.device.id])
  const { accessToken } = await comesIn()
  both.said.length = 0
  for (let round = 0; round < 3; round += 1) {
    both.pass(minuteMs)
    await both.world.sendLate()
  }
  expect(both.said).toEqual(['end'])
  expect((await read(later, accessToken)).status).toBe(200)
})

const wholePage = {
  'content-type': 'application/json',
  origin: 'https://wallet.example',
  'sec-fetch-site': 'same-origin',
}

test('[F4] a receipt that was given before a wallet was deleted lets nobody into the next one', async () => {
  const { device, ceremony } = await thief()
  await on.logInAgain()
  await on.asked()
  both.pass(dayMs)
  const { confirmation } = await released({ device, ceremony })
  await both.world.sendLate()
  expect(both.said.filter((name) => name === 'finish')).toHaveLength(1)
  expect(await reasonOf(await enter(device, confirmation))).toEqual(unconfirmed)
})
