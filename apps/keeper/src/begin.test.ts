import { encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { commitmentOf } from '@foyer/custody/digits'
import { beginCeremonyCall, bindWalletCall, ceremonyStateCall } from '@foyer/custody/keeperCalls'
import { confirmLinkCall, readLinkCall } from '@foyer/custody/keeperPageCalls'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { beginCeremony } from './begin.js'
import { keeperCeremonies } from './tables.js'
import { eachWorld } from './test/eachWorld.js'
import {
  ask,
  askSigned,
  begin,
  cancel,
  confirm,
  createDevice,
  email,
  firstLogin,
  mailAfter,
  mailsSent,
  minuteMs,
  sealPart,
  signed,
  site,
  stateOf,
  type World,
} from './test/keeperWorld.js'

let world: World
eachWorld((started) => {
  world = started
})
afterEach(() => {
  vi.restoreAllMocks()
})

const codeOf = async (answer: Response) => (answer.ok ? 'ok' : (await answer.json()).error.code)

test('[F28] a mail that has to wait for an hour’s room is a line of the log, without the address; one that is sent, or waits for a moment, is none', async () => {
  const waits = () =>
    world.lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'a mailbox is written to later: it was written to too often')
  await begin(world, { device: await createDevice() })
  // The pause between two mails is over, and the network's one of the hour isn't.
  world.clock.pass(minuteMs)
  expect(waits()).toHaveLength(0)
  await begin(world, { device: await createDevice() })
  await expect.poll(() => waits().length).toBe(1)
  expect(waits()).toMatchObject([{ level: 30, afterSeconds: expect.any(Number) }])
  expect(world.lines.join()).not.toContain(email)
})

test('a device that asks again has the ceremony that it has, is written to once and counts once, until that is over', async () => {
  const device = await createDevice()
  const { ceremony } = await begin(world, { device })
  await mailAfter(world, 0)
  for (let asked = 0; asked < 25; asked += 1) {
    world.clock.pass(minuteMs / 2)
    expect((await begin(world, { device })).ceremony).toBe(ceremony)
  }
  expect(await mailsSent(world)).toBe(1)
  world.clock.pass(60 * minuteMs)
  expect((await begin(world, { device })).ceremony).not.toBe(ceremony)
  await mailAfter(world, 1)
})

test('a device that was begun too soon after another is written to as soon as it asks again in time', async () => {
  await begin(world.from('198.51.100.7'), { device: await createDevice() })
  const device = await createDevice()
  const { ceremony } = await begin(world, { device })
  expect(await mailsSent(world)).toBe(1)
  world.clock.pass(minuteMs / 2)
  expect((await begin(world, { device })).ceremony).toBe(ceremony)
  await mailAfter(world, 1)
  expect(await confirm(world, device, world.link())).toMatchObject({ status: 'confirmed' })
  expect((await stateOf(world, device, ceremony)).status).toBe('unbound')
})

describe('[F2] of those who begin', () => {
  let begun = 0
  const beginAs = (client: string) => {
    begun += 1
    const asked = { email: `${begun}@mail.example`, site, commitment: `c${begun}`, device: `d${begun}` }
    return beginCeremony(world.services.keeper, { ...asked, browser: 'Firefox', place: null, client })
  }

  test('each network is counted by itself', async () => {
    for (let asked = 0; asked < 60; asked += 1) await beginAs('one')
    await expect(beginAs('one')).rejects.toMatchObject({ code: 'too_many_ceremonies' })
    expect(await beginAs('other')).toMatchObject({ ceremony: expect.any(String) })
  })

  test('sixty newcomers of an office have their mail in an hour, beside devices there that their persons have; the next reads when', async () => {
    const here = world.from('198.51.100.7')
    const colleagues = []
    for (const to of ['one@mail.example', 'two@mail.example'])
      colleagues.push({ to, ...(await firstLogin(world, { to })) })
    world.clock.pass(60 * minuteMs)
    const sent = await mailsSent(world)
    // Each begins anew, as one who has logged out does, with another commitment.
    for (let time = 0; time < 10; time += 1)
      for (const { to, device } of colleagues) {
        await begin(here, { to, device: { ...device, deviceNonce: randomBytes(32) } })
        world.clock.pass(1_000)
      }
    for (let newcomer = 0; newcomer < 60; newcomer += 1) {
      await begin(here, { to: `newcomer${newcomer}@mail.example`, device: await createDevice() })
      world.clock.pass(30_000)
    }
    await mailsSent(world)
    expect(world.mails.slice(sent).filter(({ to }) => to.startsWith('newcomer'))).toHaveLength(60)
    const device = await createDevice()
    const payload = { email: 'late@mail.example', site, commitment: await commitmentOf(device) }
    const refused = await askSigned(here, { call: beginCeremonyCall, keys: device.keys, payload })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1800'])
    for (const { to, device } of colleagues)
      await begin(here, { to, device: { ...device, deviceNonce: randomBytes(32) } })
  })

  test('all together are counted, too, and whoever is one too many is told when to ask again', async () => {
    for (let taken = 0; taken < 1_000; taken += 1) world.services.keeper.wholeLimit.take({ key: 'all' })
    const device = await createDevice()
    const payload = { email, site, commitment: await commitmentOf(device) }
    const asking = () => askSigned(world, { call: beginCeremonyCall, keys: device.keys, payload })
    const refused = await asking()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    world.clock.pass(1_000)
    expect((await asking()).status).toBe(200)
  })
})

describe('a first login’s link', () => {
  test('asks for digits but in the browser that began it, where digits that are typed all the same count for nothing', async () => {
    const device = await createDevice()
    const { ceremony } = await begin(world, { device })
    await mailAfter(world, 0)
    const link = world.link()
    const view = await (await ask(world, readLinkCall, { link })).json()
    expect(view).toMatchObject({ status: 'open', email, noDigitsIn: device.id, holdSeconds: null })
    expect(await confirm(world, device, link, '0000')).toEqual({ status: 'confirmed', opensAt: null })
    expect((await stateOf(world, device, ceremony)).status).toBe('unbound')
  })

  test('that was never sent is over', async () => {
    const [device, link] = [await createDevice(), encodeBytes(new Uint8Array(32))]
    expect(await (await ask(world, readLinkCall, { link })).json()).toEqual({ status: 'over' })
    expect(await signed(world, { call: confirmLinkCall, keys: device.keys, payload: { link, digits: null } })).toEqual({
      status: 'over',
      opensAt: null,
    })
  })

  test('is over for the browser that confirmed it, too, once its device has given up', async () => {
    const [device, browser] = [await createDevice(), await createDevice()]
    const { ceremony, digits } = await begin(world, { device })
    await mailAfter(world, 0)
    await confirm(world, browser, world.link(), digits)
    expect((await cancel(world, device, ceremony)).ok).toBe(true)
    expect(await confirm(world, browser, world.link(), digits)).toEqual({ status: 'over', opensAt: null })
  })

  test('lets its device make a wallet within the hour, and no later', async () => {
    const device = await createDevice()
    const { ceremony } = await begin(world, { device })
    await mailAfter(world, 0)
    await confirm(world, device, world.link())
    world.clock.pass(60 * minuteMs - 1)
    expect((await stateOf(world, device, ceremony)).status).toBe('unbound')
    world.clock.pass(1)
    expect(await stateOf(world, device, ceremony)).toEqual({ status: 'ended', reason: 'expired' })
    const wallet = newId()
    const payload = { ceremony, wallet, part: await sealPart(world, wallet, new Uint8Array(32)) }
    expect(await codeOf(await askSigned(world, { call: bindWalletCall, keys: device.keys, payload }))).toBe(
      'ceremony_over',
    )
  })
})

test('a device that has revealed no key makes its wallet, and is given no part of it', async () => {
  const device = await createDevice()
  const { keys } = device
  const payload = { email, site, commitment: await commitmentOf(device) }
  const { ceremony } = await signed(world, { call: beginCeremonyCall, keys, payload })
  await mailAfter(world, 0)
  await confirm(world, device, world.link())
  const wallet = newId()
  const part = await sealPart(world, wallet, new Uint8Array(32))
  await signed(world, { call: bindWalletCall, keys, payload: { ceremony, wallet, part } })
  const asked = { call: ceremonyStateCall, keys, payload: { ceremony, known: null } }
  expect(await codeOf(await askSigned(world, asked))).toBe('ceremony_over')
})

test('[F15] a part is overwritten once it was looked at, and once it is sealed to a device', async () => {
  const opened: ArrayBuffer[] = []
  const decrypt = crypto.subtle.decrypt.bind(crypto.subtle)
  vi.spyOn(crypto.subtle, 'decrypt').mockImplementation(async (...given) => {
    const bytes = await decrypt(...given)
    opened.push(bytes)
    return bytes
  })
  const { device, ceremony } = await firstLogin(world)
  expect((await stateOf(world, device, ceremony)).status).toBe('released')
  expect(opened.map(({ byteLength }) => byteLength)).toEqual([32, 32])
  expect(opened.every((bytes) => new Uint8Array(bytes).every((byte) => byte === 0))).toBe(true)
})

test('[F2] a confirmation that had to wait is sent once there is room for it, and not before, though its time has come', async () => {
  const [first, second] = [await createDevice(), await createDevice()]
  const { ceremony: before } = await begin(world.from('198.51.100.7'), { device: first })
  await mailAfter(world, 0)
  world.clock.pass(1_000)
  const { ceremony } = await begin(world.from('192.0.2.7'), { device: second })
  const { orm } = world.database
  const rowOf = async () =>
    (await orm.select().from(keeperCeremonies).where(eq(keeperCeremonies.id, ceremony)))[0] ?? expect.fail()
  expect(await rowOf()).toMatchObject({ owes: 'confirm', mailedAt: null })
  world.clock.pass(29_000)
  // Another was sent to the mailbox meanwhile.
  const mailedAt = new Date(world.clock.now())
  await orm.update(keeperCeremonies).set({ mailedAt }).where(eq(keeperCeremonies.id, before))
  await world.sendLate()
  expect(await mailsSent(world)).toBe(1)
  const owedAt = new Date(world.clock.now() + 30_000)
  expect(await rowOf()).toMatchObject({ owes: 'confirm', owedAt, mailedAt: null })
  world.clock.pass(30_000)
  await world.sendLate()
  await mailAfter(world, 1)
  await expect.poll(async () => (await rowOf()).owes).toBeNull()
})
