import { encodeBytes, randomBytes } from '@foyer/custody/bytes'
import { commitmentOf } from '@foyer/custody/digits'
import {
  beginCeremonyCall,
  bindWalletCall,
  cancelCeremonyCall,
  ceremonyStateCall,
  revealCall,
} from '@foyer/custody/keeperCalls'
import {
  approveCeremonyCall,
  forgetDeviceCall,
  openCeremoniesCall,
  readLinkCall,
  refuseLinkCall,
} from '@foyer/custody/keeperPageCalls'
import { readReceipt } from '@foyer/login/keeperWords'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { keeperBindings } from './tables.js'
import { eachWorld } from './test/eachWorld.js'
import {
  ask,
  askSigned,
  begin,
  confirm,
  createDevice,
  dayMs,
  email,
  firstLogin,
  mailAfter,
  mailsSent,
  minuteMs,
  openPart,
  refusalOf,
  sealPart,
  signed,
  site,
  stateOf,
  type World,
  wrong,
} from './test/keeperWorld.js'

let world: World
eachWorld((started) => {
  world = started
})

const keeper = () => world.secret.publicKeys.signing
const now = () => world.clock.now()
const readLink = async (link: string) => (await ask(world, readLinkCall, { link })).json()

describe('a first login', () => {
  test('[S9.28] is one mail however often it is asked for, and leads to a wallet of the device’s making', async () => {
    const [device, browser] = [await createDevice(), await createDevice()]
    const { ceremony, keeperNonce, digits } = await begin(world, { device })
    await mailAfter(world, 0)
    expect(await begin(world, { device })).toMatchObject({ ceremony, keeperNonce })
    expect(await mailsSent(world)).toBe(1)
    expect(await stateOf(world, device, ceremony)).toEqual({ status: 'waiting' })
    expect(await confirm(world, browser, world.link(), digits)).toEqual({ status: 'confirmed', opensAt: null })
    const state = await stateOf(world, device, ceremony)
    if (state.status !== 'unbound') throw new Error(state.status)
    const common = { person: `email:${email}`, device: device.id, ceremony }
    const read = (receipt: typeof state.receipt, is: 'confirmed' | 'unbound') =>
      readReceipt({ receipt, keeper: keeper(), is, now: now() })
    expect(await read(state.confirmation, 'confirmed')).toMatchObject(common)
    expect(await read(state.receipt, 'unbound')).toMatchObject(common)
  })

  test('binds once: the same again gives the same, another wallet is refused', async () => {
    const { device, payload, wallet, receipt } = await firstLogin(world)
    const again = await signed(world, { call: bindWalletCall, keys: device.keys, payload })
    const read = (one: typeof receipt) => readReceipt({ receipt: one, keeper: keeper(), is: 'bound', now: now() })
    expect(await read(again.receipt)).toEqual(await read(receipt))
    const other = { ...payload, part: await sealPart(world, wallet, new Uint8Array(32)) }
    const refused = await askSigned(world, { call: bindWalletCall, keys: device.keys, payload: other })
    expect(await refusalOf(refused)).toEqual({ status: 409, code: 'already_bound', field: 'wallet' })
  })

  test('of two devices at once the first makes the wallet, and the other begins anew', async () => {
    const [one, other] = [await createDevice(), await createDevice()]
    const first = await begin(world, { device: one })
    await mailAfter(world, 0)
    await confirm(world, one, world.link())
    world.clock.pass(minuteMs)
    const second = await begin(world.from('192.0.2.7'), { device: other })
    await mailAfter(world, 1)
    await confirm(world, other, world.link())
    const bind = async (device: typeof one, ceremony: string) => {
      const wallet = encodeBytes(new Uint8Array(16).fill(ceremony === first.ceremony ? 1 : 2))
      const payload = { ceremony, wallet, part: await sealPart(world, wallet, new Uint8Array(32)) }
      return (await askSigned(world, { call: bindWalletCall, keys: device.keys, payload })).status
    }
    const ended = await Promise.all([bind(one, first.ceremony), bind(other, second.ceremony)])
    expect(ended.toSorted()).toEqual([200, 409])
    const states = [await stateOf(world, one, first.ceremony), await stateOf(world, other, second.ceremony)]
    expect(states.map(({ status }) => status).toSorted()).toEqual(['ended', 'released'])
  })

  test('asked for again with another commitment is another mail, after a wait and as one of five an hour, each of another network; the link before is over', async () => {
    const device = await createDevice()
    const first = await begin(world, { device })
    await mailAfter(world, 0)
    const link = world.link()
    let asked = 0
    const again = () => {
      asked += 1
      return begin(world.from(`198.51.${asked}.7`), { device: { ...device, deviceNonce: randomBytes(32) } })
    }
    await again()
    expect(await mailsSent(world)).toBe(1)
    world.clock.pass(30_000)
    const second = await again()
    await mailAfter(world, 1)
    expect(world.link()).not.toBe(link)
    expect(await readLink(link)).toEqual({ status: 'over' })
    expect(await confirm(world, device, link)).toEqual({ status: 'over', opensAt: null })
    expect(await stateOf(world, device, first.ceremony)).toEqual({ status: 'ended', reason: 'cancelled' })
    expect(await confirm(world, device, world.link())).toEqual({ status: 'confirmed', opensAt: null })
    expect(await stateOf(world, device, second.ceremony)).toMatchObject({ status: 'unbound' })
    for (let mail = 0; mail < 5; mail += 1) {
      world.clock.pass(30_000)
      await again()
    }
    expect(await mailsSent(world)).toBe(5)
  })

  test('a part that is sealed to another key is refused', async () => {
    const device = await createDevice()
    const { ceremony } = await begin(world, { device })
    await mailAfter(world, 0)
    await confirm(world, device, world.link())
    const wallet = encodeBytes(new Uint8Array(16))
    const part = await sealPart(world, encodeBytes(new Uint8Array(16).fill(9)), new Uint8Array(32))
    const refused = await askSigned(world, {
      call: bindWalletCall,
      keys: device.keys,
      payload: { ceremony, wallet, part },
    })
    expect(await refusalOf(refused)).toEqual({ status: 400, code: 'wrong_part', field: 'part' })
  })
})

describe('a later device', () => {
  test('opens the wallet at once on its first day, by its digits', async () => {
    const { part } = await firstLogin(world)
    world.clock.pass(minuteMs)
    const device = await createDevice()
    const { ceremony, digits } = await begin(world, { device })
    await mailAfter(world, 1)
    const link = world.link()
    expect(await readLink(link)).toMatchObject({ status: 'open', noDigitsIn: null, holdSeconds: null, email, site })
    expect(await confirm(world, await createDevice(), link, digits)).toEqual({ status: 'confirmed', opensAt: null })
    const state = await stateOf(world, device, ceremony)
    if (state.status !== 'released') throw new Error(state.status)
    expect(await openPart(device, ceremony, state.part)).toEqual(part)
    const notice = await mailAfter(world, 2)
    expect(notice).toMatchObject({ to: email, subject: 'Someone is signing in: your wallet opens there now' })
    // Nothing is left to confirm or to cancel: it can be said that it wasn't them.
    expect(await readLink(world.link())).toMatchObject({
      status: 'opened',
      site,
      openedAt: Math.floor(world.clock.now() / 1000),
    })
    expect(await readLink(link)).toEqual({ status: 'over' })
  })

  test('waits from the moment on in which a day has passed since the wallet was made', async () => {
    await firstLogin(world)
    world.clock.pass(dayMs - minuteMs)
    const device = await createDevice()
    const { digits } = await begin(world, { device })
    await mailAfter(world, 1)
    world.clock.pass(minuteMs - 1)
    expect(await readLink(world.link())).toMatchObject({ status: 'open', holdSeconds: null })
    world.clock.pass(1)
    expect(await readLink(world.link())).toMatchObject({ status: 'open', holdSeconds: 86_400 })
    expect(await confirm(world, device, world.link(), digits)).toMatchObject({ status: 'held' })
  })

  test('waits the operator’s time later on, over restarts, with a notice, and says so on each return', async () => {
    const { part } = await firstLogin(world)
    world.clock.pass(2 * dayMs)
    const device = await createDevice()
    const { ceremony, digits } = await begin(world, { device })
    await mailAfter(world, 1)
    const link = world.link()
    expect(await readLink(link)).toMatchObject({ status: 'open', holdSeconds: 86_400 })
    const opensAt = Math.floor((now() + dayMs) / 1000)
    expect(await confirm(world, device, link, digits)).toEqual({ status: 'held', opensAt })
    await mailAfter(world, 2)
    // The mail about the wait has a link of its own, and both show it.
    expect(world.link()).not.toBe(link)
    expect(await readLink(world.link())).toMatchObject({ status: 'held', opensAt })
    // Its device comes back, as after a restart: all that is known stands in the rows.
    expect(await begin(world, { device })).toMatchObject({ ceremony })
    expect(await stateOf(world, device, ceremony)).toMatchObject({ status: 'held', opensAt })
    expect(await readLink(link)).toMatchObject({ status: 'held', opensAt })
    world.clock.pass(dayMs - 1_000)
    expect((await stateOf(world, device, ceremony)).status).toBe('held')
    world.clock.pass(1_000)
    const state = await stateOf(world, device, ceremony)
    if (state.status !== 'released') throw new Error(state.status)
    expect(await openPart(device, ceremony, state.part)).toEqual(part)
  })

  test('what waits opens by itself, and its mailbox is written to though its device stays away', async () => {
    await firstLogin(world)
    world.clock.pass(2 * dayMs)
    const device = await createDevice()
    const { digits } = await begin(world, { device })
    await mailAfter(world, 1)
    await confirm(world, device, world.link(), digits)
    await mailAfter(world, 2)
    world.clock.pass(dayMs)
    const keeping = world.background.find(({ name }) => name === 'late mails') ?? expect.fail()
    keeping.start()
    expect((await mailAfter(world, 3)).subject).toBe('Someone is signing in: your wallet opens there now')
    await keeping.stop()
  })

  test.each(['link', 'link of the notice', 'device', 'itself'] as const)(
    'what waits is cancelled by its %s',
    async (by) => {
      const { device: active } = await firstLogin(world)
      world.clock.pass(2 * dayMs)
      const device = await createDevice()
      const { ceremony, digits } = await begin(world, { device })
      await mailAfter(world, 1)
      const link = world.link()
      await confirm(world, device, link, digits)
      await mailAfter(world, 2)
      if (by === 'link') await ask(world, refuseLinkCall, { link })
      else if (by === 'link of the notice') await ask(world, refuseLinkCall, { link: world.link() })
      else {
        const { keys } = by === 'device' ? active : device
        expect((await askSigned(world, { call: cancelCeremonyCall, keys, payload: { ceremony } })).ok).toBe(true)
      }
      // A month after it would have opened it is still known why it didn't.
      world.clock.pass(31 * dayMs)
      const reason = by === 'link' || by === 'link of the notice' ? 'refused' : 'cancelled'
      expect(await stateOf(world, device, ceremony)).toEqual({ status: 'ended', reason })
      expect(await readLink(link)).toEqual({ status: 'over' })
    },
  )

  test('opens at once by digits that are typed on an active device, and no sooner', async () => {
    const { device: active, part } = await firstLogin(world)
    world.clock.pass(2 * dayMs)
    const device = await createDevice()
    const { ceremony, digits } = await begin(world, { device })
    await mailAfter(world, 1)
    const list = () => signed(world, { call: openCeremoniesCall, keys: active.keys, payload: {} })
    expect((await list()).ceremonies).toMatchObject([{ ceremony, site, opensAt: null }])
    const approve = (keys: CryptoKeyPair) =>
      askSigned(world, { call: approveCeremonyCall, keys, payload: { ceremony, digits } })
    expect(await refusalOf(await approve(device.keys))).toMatchObject({ code: 'device_unknown' })
    expect(await refusalOf(await approve((await createDevice()).keys))).toMatchObject({ code: 'device_unknown' })
    expect(await (await approve(active.keys)).json()).toEqual({ status: 'approved' })
    const state = await stateOf(world, device, ceremony)
    if (state.status !== 'released') throw new Error(state.status)
    expect(await openPart(device, ceremony, state.part)).toEqual(part)
    expect((await list()).ceremonies).toEqual([])
  })

  test('a device that was forgotten approves nothing any more', async () => {
    const { device: active, browser } = await firstLogin(world)
    const forget = { call: forgetDeviceCall, keys: browser.keys, payload: { device: active.id } }
    expect((await askSigned(world, forget)).ok).toBe(true)
    const listed = await signed(world, { call: openCeremoniesCall, keys: active.keys, payload: {} })
    expect(listed).toEqual({ isKnown: false, ceremonies: [] })
  })
})

test('a device waits for news, and has them when they are there', async () => {
  const { clock } = world
  const device = await createDevice()
  const { ceremony } = await begin(world, { device })
  await mailAfter(world, 0)
  const payload = { ceremony, known: 'waiting' }
  const waits = signed(world, { call: ceremonyStateCall, keys: device.keys, payload })
  await expect.poll(() => clock.waiting()).toBe(1)
  await confirm(world, device, world.link())
  clock.expire()
  expect((await waits).status).toBe('unbound')
  // From then on that is what it knows.
  const knows = { ceremony, known: 'unbound' }
  const still = signed(world, { call: ceremonyStateCall, keys: device.keys, payload: knows })
  await expect.poll(() => clock.waiting()).toBe(1)
  clock.pass(20_000)
  clock.expire()
  expect((await still).status).toBe('unbound')
})

test('a device that nothing happens to is answered after 20 seconds', async () => {
  const { clock } = world
  const device = await createDevice()
  const { ceremony } = await begin(world, { device })
  const waits = signed(world, { call: ceremonyStateCall, keys: device.keys, payload: { ceremony, known: 'waiting' } })
  await expect.poll(() => clock.waiting()).toBe(1)
  clock.pass(20_000)
  clock.expire()
  expect(await waits).toEqual({ status: 'waiting' })
})

test('what is revealed must be what was committed to, and stays', async () => {
  const [device, other] = [await createDevice(), await createDevice()]
  const { keys, key, deviceNonce } = device
  const payload = { email, site, commitment: await commitmentOf({ key, deviceNonce }) }
  const { ceremony } = await signed(world, { call: beginCeremonyCall, keys, payload })
  const reveal = (said: object) =>
    askSigned(world, {
      call: revealCall,
      keys,
      payload: { ceremony, key: encodeBytes(key), deviceNonce: encodeBytes(deviceNonce), ...said },
    })
  expect(await refusalOf(await reveal({ key: encodeBytes(other.key) }))).toMatchObject({ code: 'not_committed' })
  const noPoint = encodeBytes(new Uint8Array(65).fill(4))
  expect(await refusalOf(await reveal({ key: noPoint }))).toMatchObject({ code: 'invalid_input', field: 'key' })
  expect((await reveal({})).ok).toBe(true)
  expect((await reveal({})).ok).toBe(true)
})

test('a link that isn’t used is over after 20 minutes, and so is its ceremony', async () => {
  const device = await createDevice()
  const { ceremony } = await begin(world, { device })
  await mailAfter(world, 0)
  world.clock.pass(20 * minuteMs)
  expect(await readLink(world.link())).toEqual({ status: 'over' })
  expect(await confirm(world, device, world.link())).toEqual({ status: 'over', opensAt: null })
  expect(await stateOf(world, device, ceremony)).toEqual({ status: 'ended', reason: 'expired' })
})

test('the part is kept as the device sealed it, under a key of the row’s', async () => {
  const { part, wallet } = await firstLogin(world)
  const [row] = await world.database.orm.select().from(keeperBindings).where(eq(keeperBindings.wallet, wallet))
  expect(JSON.stringify(row)).not.toContain(encodeBytes(part))
  expect(row).toMatchObject({ keyName: 'one', wallet })
})

test('wrong digits end a ceremony and are written to the mailbox', async () => {
  await firstLogin(world)
  world.clock.pass(minuteMs)
  const device = await createDevice()
  const { ceremony, digits } = await begin(world, { device })
  await mailAfter(world, 1)
  const link = world.link()
  expect(await confirm(world, device, link, wrong(digits))).toEqual({ status: 'wrongDigits', opensAt: null })
  expect(await confirm(world, device, link, digits)).toEqual({ status: 'over', opensAt: null })
  expect(await stateOf(world, device, ceremony)).toEqual({ status: 'ended', reason: 'wrongDigits' })
  const told = { subject: 'Someone tried to sign in: wrong digits', text: expect.not.stringContaining('/confirm#') }
  expect(await mailAfter(world, 2)).toMatchObject(told)
})
