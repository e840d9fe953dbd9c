import { encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import type { SignedCall } from '@foyer/custody/calls'
import { commitmentOf } from '@foyer/custody/digits'
import {
  beginCeremonyCall,
  cancelCeremonyCall,
  ceremonyStateCall,
  continueCall,
  revealCall,
} from '@foyer/custody/keeperCalls'
import {
  approveCeremonyCall,
  forgetDeviceCall,
  openCeremoniesCall,
  readLinkCall,
  refuseLinkCall,
} from '@foyer/custody/keeperPageCalls'
import { describe, expect, test } from 'vitest'
import { confirmLink } from './links.js'
import { eachWorld } from './test/eachWorld.js'
import {
  ask,
  askSigned,
  begin,
  confirm,
  createDevice,
  type Device,
  dayMs,
  email,
  firstLogin,
  mailAfter,
  mailsSent,
  minuteMs,
  continued as released,
  signed,
  site,
  stateOf,
  type World,
  wrong,
} from './test/keeperWorld.js'

/* What a person's devices may do with one another's ceremonies, and where that ends. */

let world: World
let active: Device
let browser: Device
eachWorld(async (started) => {
  world = started
  ;({ device: active, browser } = await firstLogin(world))
  world.clock.pass(2 * dayMs)
})

const codeOf = async (by: Device, call: SignedCall, payload: unknown) => {
  const answer = await askSigned(world, { call, keys: by.keys, payload })
  return answer.ok ? 'ok' : (await answer.json()).error.code
}
const known = (by: Device) => signed(world, { call: openCeremoniesCall, keys: by.keys, payload: {} })
const list = async (by: Device) => (await known(by)).ceremonies

/** A device that has begun, whose mail has come. */
async function asking() {
  const device = await createDevice()
  const sent = world.mails.length
  const { ceremony, digits } = await begin(world, { device })
  await mailAfter(world, sent)
  return { device, ceremony, digits, link: world.link() }
}

describe('what waits is listed', () => {
  test('to the person’s other devices, the newest first, with when it opens, until it is over', async () => {
    const first = await asking()
    world.clock.pass(minuteMs)
    const second = await asking()
    const opensAt = Math.floor((world.clock.now() + dayMs) / 1000)
    await confirm(world, second.device, second.link, second.digits)
    expect(await list(active)).toMatchObject([
      { ceremony: second.ceremony, email, site, opensAt },
      { ceremony: first.ceremony, email, site, opensAt: null },
    ])
    expect(await list(browser)).toHaveLength(2)
    world.clock.pass(19 * minuteMs)
    expect((await list(active)).map(({ ceremony }) => ceremony)).toEqual([second.ceremony])
    world.clock.pass(dayMs)
    expect(await list(active)).toEqual([])
  })

  test('not to the device that asks, nor to one that is none of the person’s', async () => {
    const { device } = await asking()
    expect(await known(device)).toEqual({ isKnown: false, ceremonies: [] })
    world.clock.pass(minuteMs)
    const other = await asking()
    expect(await codeOf(active, approveCeremonyCall, { ceremony: other.ceremony, digits: other.digits })).toBe('ok')
    expect((await list(other.device)).map(({ ceremony }) => ceremony)).not.toContain(other.ceremony)
  })
})

describe('digits typed on an active device', () => {
  test('open what already waits its time', async () => {
    const { device, ceremony, digits, link } = await asking()
    await confirm(world, device, link, digits)
    expect((await stateOf(world, device, ceremony)).status).toBe('held')
    expect(await codeOf(active, approveCeremonyCall, { ceremony, digits })).toBe('ok')
    expect((await stateOf(world, device, ceremony)).status).toBe('released')
    expect((await mailAfter(world, 3)).subject).toContain('opens there now')
  })

  test('that are wrong end it, and the mailbox is written to; then the right ones open nothing', async () => {
    const { device, ceremony, digits } = await asking()
    const typed = { call: approveCeremonyCall, keys: active.keys, payload: { ceremony, digits: wrong(digits) } }
    expect(await signed(world, typed)).toEqual({ status: 'wrongDigits' })
    expect(await stateOf(world, device, ceremony)).toEqual({ status: 'ended', reason: 'wrongDigits' })
    expect((await mailAfter(world, 2)).subject).toContain('wrong digits')
    expect(await codeOf(active, approveCeremonyCall, { ceremony, digits })).toBe('ceremony_over')
  })

  test('open nothing of what is over, has opened, or was never there', async () => {
    const { ceremony, digits } = await asking()
    expect(await codeOf(active, approveCeremonyCall, { ceremony, digits })).toBe('ok')
    expect(await codeOf(active, approveCeremonyCall, { ceremony, digits })).toBe('ceremony_over')
    expect(await codeOf(active, approveCeremonyCall, { ceremony: newId(), digits })).toBe('ceremony_over')
    world.clock.pass(minuteMs)
    const late = await asking()
    world.clock.pass(20 * minuteMs)
    const { ceremony: old, digits: shown } = late
    expect(await codeOf(active, approveCeremonyCall, { ceremony: old, digits: shown })).toBe('ceremony_over')
    expect(await stateOf(world, late.device, old)).toEqual({ status: 'ended', reason: 'expired' })
  })

  test('open nothing on the device that asks, be the wallet open there', async () => {
    const sent = world.mails.length
    const { ceremony, digits } = await begin(world, { device: { ...active, deviceNonce: randomBytes(32) } })
    await mailAfter(world, sent)
    expect(await codeOf(active, approveCeremonyCall, { ceremony, digits })).toBe('device_unknown')
    expect(await codeOf(browser, approveCeremonyCall, { ceremony, digits })).toBe('ok')
  })

  test('aren’t compared before the device shows any', async () => {
    const device = await createDevice()
    const payload = { email, site, commitment: await commitmentOf(device) }
    const { ceremony } = await signed(world, { call: beginCeremonyCall, keys: device.keys, payload })
    await mailAfter(world, 1)
    expect(await codeOf(active, approveCeremonyCall, { ceremony, digits: '0000' })).toBe('digits_missing')
    const typing = confirmLink(world.services.keeper, { link: world.link(), browser: active.id, digits: '0000' })
    await expect(typing).rejects.toMatchObject({ code: 'digits_missing' })
    expect(await stateOf(world, device, ceremony)).toEqual({ status: 'waiting' })
  })
})

describe('cancelling', () => {
  test('what has ended leaves it why', async () => {
    const { device, ceremony, digits } = await asking()
    await signed(world, { call: approveCeremonyCall, keys: active.keys, payload: { ceremony, digits: wrong(digits) } })
    expect(await codeOf(device, cancelCeremonyCall, { ceremony })).toBe('ok')
    expect(await stateOf(world, device, ceremony)).toEqual({ status: 'ended', reason: 'wrongDigits' })
  })

  test('again is no fault, and what has opened can’t be cancelled', async () => {
    const { device, ceremony } = await asking()
    expect(await codeOf(device, cancelCeremonyCall, { ceremony })).toBe('ok')
    expect(await codeOf(active, cancelCeremonyCall, { ceremony })).toBe('ok')
    expect(await stateOf(world, device, ceremony)).toEqual({ status: 'ended', reason: 'cancelled' })
    world.clock.pass(minuteMs)
    const opened = await asking()
    await codeOf(active, approveCeremonyCall, { ceremony: opened.ceremony, digits: opened.digits })
    for (const by of [active, opened.device])
      expect(await codeOf(by, cancelCeremonyCall, { ceremony: opened.ceremony })).toBe('ceremony_over')
    expect((await stateOf(world, opened.device, opened.ceremony)).status).toBe('released')
    expect(await codeOf(active, cancelCeremonyCall, { ceremony: newId() })).toBe('ceremony_over')
  })

  test('by a link of what has opened or never was changes nothing; what its device has cancelled is refused all the same', async () => {
    const { device, ceremony, digits, link } = await asking()
    await codeOf(active, approveCeremonyCall, { ceremony, digits })
    expect((await ask(world, refuseLinkCall, { link })).status).toBe(200)
    expect((await stateOf(world, device, ceremony)).status).toBe('released')
    expect((await ask(world, refuseLinkCall, { link: encodeBytes(new Uint8Array(32)) })).status).toBe(200)
    world.clock.pass(minuteMs)
    const other = await asking()
    expect(await codeOf(other.device, cancelCeremonyCall, { ceremony: other.ceremony })).toBe('ok')
    await ask(world, refuseLinkCall, { link: other.link })
    // Its network is stopped by that: whoever began it would escape by cancelling first.
    expect(await stateOf(world, other.device, other.ceremony)).toEqual({ status: 'ended', reason: 'refused' })
  })
})

describe('a device that is forgotten', () => {
  test('loses what it asked for, and what was released to it', async () => {
    const { device, ceremony, digits } = await asking()
    await codeOf(active, approveCeremonyCall, { ceremony, digits })
    expect(await codeOf(active, forgetDeviceCall, { device: device.id })).toBe('ok')
    expect(await stateOf(world, device, ceremony)).toEqual({ status: 'ended', reason: 'cancelled' })
    expect(await known(device)).toEqual({ isKnown: false, ceremonies: [] })
    expect(await codeOf(active, openCeremoniesCall, {})).toBe('ok')
  })

  test('keeps how its ceremonies ended; a stranger forgets none', async () => {
    const { device, ceremony, digits } = await asking()
    await signed(world, { call: approveCeremonyCall, keys: active.keys, payload: { ceremony, digits: wrong(digits) } })
    expect(await codeOf(await createDevice(), forgetDeviceCall, { device: active.id })).toBe('device_unknown')
    expect(await codeOf(active, forgetDeviceCall, { device: device.id })).toBe('ok')
    expect(await stateOf(world, device, ceremony)).toEqual({ status: 'ended', reason: 'wrongDigits' })
  })

  test('continues nowhere, be it a browser', async () => {
    const frame = await createDevice()
    const payload = { site: 'https://other.example', device: frame.id, key: encodeBytes(frame.key) }
    expect(await codeOf(browser, continueCall, payload)).toBe('ok')
    expect(await codeOf(active, forgetDeviceCall, { device: browser.id })).toBe('ok')
    expect(await codeOf(browser, continueCall, payload)).toBe('device_unknown')
  })
})

describe('a browser that several persons have used', () => {
  test('continues with the wallet that was used last in it', async () => {
    const other = await firstLogin(world, { to: 'other@mail.example' })
    world.clock.pass(minuteMs)
    const device = await createDevice()
    const sent = world.mails.length
    const { digits } = await begin(world, { device, to: 'other@mail.example' })
    await mailAfter(world, sent)
    await confirm(world, browser, world.link(), digits)
    const continued = async () => {
      const frame = await createDevice()
      const payload = { site: 'https://other.example', device: frame.id, key: encodeBytes(frame.key) }
      const { receipt } = await released(world, browser, payload)
      return JSON.parse(receipt.text).person
    }
    expect(await continued()).toBe('email:other@mail.example')
    expect(await codeOf(other.device, openCeremoniesCall, {})).toBe('ok')
  })
})

test('a link shows what it is about while it waits and while it is held, and to the browser that confirmed it how that went', async () => {
  const { device, digits, link } = await asking()
  const read = async () => (await ask(world, readLinkCall, { link })).json()
  const beganAt = Math.floor(world.clock.now() / 1000)
  const about = { site, place: null, beganAt, email, browser: expect.any(String) }
  expect(await read()).toEqual({ status: 'open', ...about, noDigitsIn: null, holdSeconds: 86_400 })
  const opensAt = Math.floor((world.clock.now() + dayMs) / 1000)
  expect(await confirm(world, device, link, digits)).toEqual({ status: 'held', opensAt })
  expect(await read()).toEqual({ status: 'held', ...about, opensAt })
  expect(await confirm(world, device, link, digits)).toEqual({ status: 'held', opensAt })
  expect(await confirm(world, active, link, digits)).toEqual({ status: 'over', opensAt: null })
  world.clock.pass(dayMs)
  expect(await confirm(world, device, link, digits)).toEqual({ status: 'confirmed', opensAt: null })
  expect(await read()).toEqual({ status: 'over' })
})

test('a device reveals once, in time, and only what is a key', async () => {
  const device = await createDevice()
  const payload = { email, site, commitment: await commitmentOf(device) }
  const { ceremony } = await signed(world, { call: beginCeremonyCall, keys: device.keys, payload })
  const said = { ceremony, key: encodeBytes(device.key), deviceNonce: encodeBytes(device.deviceNonce) }
  expect(await codeOf(device, revealCall, { ...said, deviceNonce: encodeBytes(new Uint8Array(32)) })).toBe(
    'not_committed',
  )
  world.clock.pass(20 * minuteMs)
  expect(await codeOf(device, revealCall, said)).toBe('ceremony_over')
  expect(await codeOf(device, ceremonyStateCall, { ceremony: newId(), known: null })).toBe('ceremony_over')
  expect(await mailsSent(world)).toBe(2)
})
