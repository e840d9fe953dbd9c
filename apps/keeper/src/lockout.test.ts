import { encodeBytes } from '@foyer/custody/bytes'
import { askEmailChangeCall } from '@foyer/custody/emailChangeCalls'
import { continueCall } from '@foyer/custody/keeperCalls'
import { refuseLinkCall } from '@foyer/custody/keeperPageCalls'
import { runRound } from '@foyer/service-testing/runRound'
import { and, eq, isNotNull } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { beginCeremony } from './begin.js'
import { createKeeperKeeping } from './keeping.js'
import { ceremonyState } from './state.js'
import { keeperCeremonies, keeperDevices } from './tables.js'
import { eachWorld } from './test/eachWorld.js'
import {
  ask,
  askSigned,
  begin,
  createDevice,
  dayMs,
  email,
  firstLogin,
  linkIn,
  mailsSent,
  minuteMs,
  site,
  type World,
} from './test/keeperWorld.js'

/* What strangers ask for never keeps a person from a device of theirs. */

let world: World
eachWorld((started) => {
  world = started
})

const hourMs = 60 * minuteMs
let count = 0
/** Somebody's device asks for a person from a network, by whichever key. @returns whether it was begun */
async function askFrom(client: string, to = email): Promise<boolean> {
  count += 1
  const asked = {
    email: to,
    site,
    commitment: `c${count}`,
    device: `d${count}`,
    browser: 'Firefox',
    place: null,
    client,
  }
  return beginCeremony(world.services.keeper, asked).then(
    () => true,
    () => false,
  )
}

/** FOYER_FULL=1: for a day, all of them, as often an hour as a network may begin. */
const [hours, times] = process.env.FOYER_FULL ? [24, 20] : [6, 1]
const strangers = {
  '14 IPv4 networks': Array.from({ length: 14 }, (_, index) => `10.0.${index}.7`),
  '200 IPv4 networks': Array.from({ length: 200 }, (_, index) => `10.0.${index}.7`),
  '300 /64s of one /48': Array.from({ length: 300 }, (_, index) => `2001:db8:1:${index.toString(16)}::/64`),
}

test.each(Object.entries(strangers))(
  '[F2] beside %s that ask for a person hour after hour as fast as they can, a new device where the person’s were is written to within 30 seconds each hour',
  async (_, clients) => {
    await firstLogin(world)
    world.clock.pass(dayMs)
    const before = await mailsSent(world)
    const home = world.services.keeper.ownersOf('')[0]
    expect(await world.database.orm.select().from(keeperDevices).where(eq(keeperDevices.network, home))).toHaveLength(2)
    let own = 0
    for (let hour = 0; hour < hours; hour += 1) {
      // Each hour begins with all that their networks may begin; in a short run five of them, more than are ever written for.
      const asking = process.env.FOYER_FULL
        ? clients
        : Array.from({ length: 5 }, (_, each) => clients[(hour * 5 + each) % clients.length] ?? '')
      for (let time = 0; time < times; time += 1) for (const client of asking) await askFrom(client)
      await mailsSent(world)
      for (let passed = 0; passed < 2; passed += 1) {
        world.clock.pass(31_000)
        await world.sendLate()
        await mailsSent(world)
      }
      const sent = await mailsSent(world)
      expect(await askFrom('')).toBe(true)
      // What is sent at once has gone before the time passes.
      await mailsSent(world)
      world.clock.pass(30_000)
      await world.sendLate()
      own += (await mailsSent(world)) - sent
      world.clock.pass(hourMs - 2 * 31_000 - 30_000)
    }
    expect(own).toBe(hours)
    const others = (await mailsSent(world)) - before - own
    expect([others > 0, others <= 3 * hours]).toEqual([true, true])
  },
)

test('[F2] a /48 with 300 /64s begins 60 ceremonies an hour, and writes to 60 strangers', async () => {
  const begun: boolean[] = []
  for (const [index, client] of strangers['300 /64s of one /48'].entries())
    if (index < 90) begun.push(await askFrom(client, `${index}@mail.example`))
  expect(begun.filter(Boolean)).toHaveLength(60)
  expect(await mailsSent(world)).toBe(60)
  expect(await askFrom('203.0.113.7', 'honest@mail.example')).toBe(true)
})

test('[F2] the breaker over all sheds networks first that begin most, and none that a person’s devices came from', async () => {
  await firstLogin(world)
  const { busyLimit, wholeLimit } = world.services.keeper
  for (let taken = 0; taken < 500; taken += 1) await busyLimit.take({ key: 'all' })
  const begun = []
  for (let asked = 0; asked < 4; asked += 1) begun.push(await askFrom('10.0.0.7', `${asked}@mail.example`))
  expect(begun).toEqual([true, true, false, false])
  for (let taken = 0; taken < 1_000; taken += 1) await wholeLimit.take({ key: 'all' })
  expect([await askFrom('10.0.1.7'), await askFrom('')]).toEqual([false, true])
})

test('[F2] what busy networks are refused is taken from no one: of a network that asked nothing yet a newcomer begins', async () => {
  let refused = 0
  for (let network = 0; network < 25; network += 1)
    for (let asked = 0; asked < 60; asked += 1)
      refused += (await askFrom(`10.1.${network}.7`, `${network}-${asked}@mail.example`)) ? 0 : 1
  expect(refused).toBeGreaterThan(900)
  expect(await askFrom('198.51.100.9', 'newcomer@mail.example')).toBe(true)
})

test('[F2] a known browser continues to 20 sites an hour and 60 a day; it is written to nobody and its rows are bounded, and another person’s continues meanwhile', async () => {
  const [own, other] = [await firstLogin(world), await firstLogin(world, { to: 'other@mail.example' })]
  const before = await mailsSent(world)
  const go = async ({ browser }: typeof own) => {
    // So that what one address may ask of the keeper at all is no matter.
    world.clock.pass(1_000)
    const frame = await createDevice()
    const payload = { site, device: frame.id, key: encodeBytes(frame.key) }
    return (await askSigned(world, { call: continueCall, keys: browser.keys, payload })).status
  }
  const hour: number[] = []
  for (let asked = 0; asked < 30; asked += 1) hour.push(await go(own))
  expect(hour.filter((status) => status === 200)).toHaveLength(20)
  expect([hour.at(-1), await go(other)]).toEqual([429, 200])
  expect((await mailsSent(world)) - before).toBe(0)
  let day = 20
  for (let passed = 1; passed < 6; passed += 1) {
    world.clock.pass(hourMs)
    for (let asked = 0; asked < 21; asked += 1) if ((await go(own)) === 200) day += 1
  }
  expect(day).toBe(60)
  const acting = await world.database.orm
    .select()
    .from(keeperDevices)
    .where(eq(keeperDevices.person, `email:${email}`))
  // The device and the browser of the first login, and the fifty frames that the browser continued to last.
  expect(acting).toHaveLength(52)
  const owed = { person: `email:${email}`, status: 'released' as const }
  const isTheirs = and(eq(keeperCeremonies.person, owed.person), eq(keeperCeremonies.status, owed.status))
  expect(await world.database.orm.select().from(keeperCeremonies).where(isTheirs)).toHaveLength(61)
  await runRound(
    (clock) => {
      const { keeper, log } = world.services
      return createKeeperKeeping({ base: { ...keeper, clock }, log })
    },
    world.clock.now() + 31 * dayMs,
  )
  expect(await world.database.orm.select().from(keeperCeremonies).where(isTheirs)).toEqual([])
})

test('a network that has 1,500 questions wait at once keeps none of another’s from waiting, and all are looked up together', async () => {
  const device = await createDevice()
  const { ceremony } = await begin(world, { device })
  const { keeper } = world.services
  const end = new AbortController()
  let answered = 0
  const ask = (client: string) =>
    ceremonyState(keeper, { ceremony, device: device.id, known: 'waiting', client, signal: end.signal }).then(() => {
      answered += 1
    })
  const asked = Array.from({ length: 1_500 }, (_, index) => ask(`2001:db8:1:${(index % 300).toString(16)}::/64`))
  await vi.waitFor(() => expect(answered).toBeGreaterThanOrEqual(1_000))
  expect(keeper.waits.held()).toBe(500)
  const honest = ask('203.0.113.7')
  await vi.waitFor(() => expect(keeper.waits.held()).toBe(501))
  expect(answered).toBe(1_000)
  end.abort()
  world.clock.expire()
  await Promise.all([...asked, honest])
  expect(keeper.waits.held()).toBe(0)
})

test('[F2] those of three accounts that change to an address leave its login alone; a network has one of them an hour', async () => {
  const change = async (name: string, client: string) => {
    const from = `${name}@mail.example`
    world.clock.pass(5_000)
    const { device } = await firstLogin(world, { to: from })
    const payload = { from, to: 'new@mail.example', site }
    return (await askSigned(world.from(client), { call: askEmailChangeCall, keys: device.keys, payload })).status
  }
  const asked = [
    await change('one', '10.0.0.7'),
    await change('two', '10.0.0.9'),
    await change('three', '10.0.1.7'),
    await change('four', '10.0.2.7'),
    await change('five', '10.0.3.7'),
  ]
  expect(asked).toEqual([200, 429, 200, 200, 429])
  world.clock.pass(hourMs)
  expect(await change('six', '10.0.3.7')).toBe(200)
  // None of it is counted with what the address begins itself.
  const sent = await mailsSent(world)
  expect(await askFrom('10.0.9.7', 'new@mail.example')).toBe(true)
  expect((await mailsSent(world)) - sent).toBe(1)
})

/** Addresses of one mailbox, seven of each, the owner's first. */
const oneMailbox = {
  'a tag': [0, 1, 2, 3, 4, 5, 6].map((tag) => `ada${tag === 0 ? '' : `+${tag}`}@mail.example`),
  'Gmail’s dots and names': [
    'adalace@gmail.com',
    'a.dalace@gmail.com',
    'ad.alace@gmail.com',
    'ada.lace@gmail.com',
    'adal.ace@googlemail.com',
    'a.d.a.l.a.c.e@gmail.com',
    'a.da.lace+x@googlemail.com',
  ],
} as const

test.each(Object.entries(oneMailbox))(
  '[F2] what strangers ask for by addresses of one mailbox, which differ by %s, takes one budget, and leaves its owner theirs',
  async (_, addresses) => {
    const [own = '', ...others] = addresses
    await firstLogin(world, { to: own })
    world.clock.pass(dayMs)
    const sent = await mailsSent(world)
    for (let asked = 0; asked < 30; asked += 1) {
      world.clock.pass(31_000)
      expect(await askFrom(`10.0.${asked}.7`, others[asked % others.length])).toBe(true)
    }
    await world.sendLate()
    const written = (await mailsSent(world)) - sent
    expect([written, new Set(world.mails.slice(sent).map(({ to }) => to)).size]).toEqual([3, 3])
    // Another mailbox has its own, and the owner's new device is written to where theirs were.
    expect(await askFrom('10.0.200.7', own.replace(/^ada/, 'bob'))).toBe(true)
    await begin(world, { device: await createDevice(), to: own })
    expect((await mailsSent(world)) - sent).toBe(5)
    // The owner of such an address makes a wallet of their own with it.
    world.clock.pass(hourMs)
    await firstLogin(world, { to: others.at(-1) ?? '' })
    expect(world.mails.at(-1)?.to).toBe(others.at(-1))
  },
)

/** A minute of what is late, in rounds of ten seconds. */
async function aMinute() {
  for (let round = 0; round < 6; round += 1) {
    world.clock.pass(10_000)
    await world.sendLate()
    await mailsSent(world)
  }
}

test('[F2] three networks that ask hour after hour for an address that has no wallet keep it from no first mail: another network’s comes within a minute', async () => {
  for (let hour = 0; hour < 3; hour += 1) {
    const to = 'new@mail.example'
    for (const client of ['10.0.1.7', '10.0.2.7', '10.0.3.7']) {
      await askFrom(client, to)
      await aMinute()
    }
    const sent = await mailsSent(world)
    // A visitor in a network of their own, each hour another: none comes in twice a day.
    await begin(world.from(`198.51.${hour}.7`), { device: await createDevice(), to })
    await aMinute()
    expect((await mailsSent(world)) - sent).toBe(1)
    world.clock.pass(hourMs)
  }
})

test('[F2] an address that has a wallet keeps its last two mails for where its person’s devices were, whichever other addresses of its mailbox are asked for', async () => {
  await firstLogin(world)
  world.clock.pass(dayMs)
  const sent = await mailsSent(world)
  for (let asked = 0; asked < 8; asked += 1) {
    await askFrom(`10.0.${asked}.7`, `ada+${asked}@mail.example`)
    await aMinute()
  }
  expect((await mailsSent(world)) - sent).toBe(3)
  await begin(world, { device: await createDevice() })
  await aMinute()
  expect((await mailsSent(world)) - sent).toBe(4)
})

test('[F2] who presses that it isn’t them, in a mail that a stranger’s network has had sent, has room for a mail of their own at once, as that network has none for a day', async () => {
  const to = 'new@mail.example'
  const strangers = ['10.0.1.7', '10.0.2.7', '10.0.3.7', '10.0.4.7', '10.0.5.7']
  for (const client of strangers) {
    await askFrom(client, to)
    await aMinute()
  }
  expect(await mailsSent(world)).toBe(5)
  const own = await createDevice()
  await begin(world.from('198.51.100.7'), { device: own, to })
  await aMinute()
  expect(await mailsSent(world)).toBe(5)
  await ask(world, refuseLinkCall, { link: linkIn(world.mails[0]) })
  await aMinute()
  expect(await mailsSent(world)).toBe(6)
  await ask(world, refuseLinkCall, { link: linkIn(world.mails[1]) })
  // The first two have none for a day, whatever room there is.
  for (let hour = 0; hour < 20; hour += 1) {
    for (const client of strangers.slice(0, 2)) await askFrom(client, to)
    await aMinute()
    world.clock.pass(hourMs)
  }
  expect(await mailsSent(world)).toBe(6)
})

test('[F2] a neighbour in the network of an owner without a wallet, who asks each half hour by one device, keeps the owner from no first mail', async () => {
  const to = 'new@mail.example'
  const ask = (client: string, device: string) => {
    count += 1
    const asked = { email: to, site, commitment: `c${count}`, device, browser: 'Firefox', place: null, client }
    return beginCeremony(world.services.keeper, asked).catch((error: unknown) => error)
  }
  for (let half = 0; half < 6; half += 1) {
    await ask('10.0.0.66', 'neighbour')
    await aMinute()
    for (let part = 0; part < 5; part += 1) {
      await ask('10.0.0.7', 'owner')
      world.clock.pass(5 * minuteMs)
      await aMinute()
    }
  }
  const { device, mailedAt } = keeperCeremonies
  const isOwners = and(eq(device, 'owner'), isNotNull(mailedAt))
  expect(await world.database.orm.select().from(keeperCeremonies).where(isOwners)).not.toEqual([])
})
