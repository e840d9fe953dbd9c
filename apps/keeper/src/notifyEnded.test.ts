import type { DeviceWord } from '@foyer/custody/keeperWord'
import { readDeviceWord } from '@foyer/login/keeperWords'
import { eq, isNotNull } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { notifyEnded } from './notifyEnded.js'
import { keeperCeremonies } from './tables.js'
import { ceremonyRows } from './test/ceremonyRows.js'
import {
  begin,
  confirm,
  createDevice,
  dayMs,
  linkIn,
  mailAfter,
  minuteMs,
  startWorld,
  type World,
} from './test/keeperWorld.js'

let world: World
afterEach(() => world?.close())

/** A keeper that has ended a device, and has the login server told so. @returns with how often it was told */
async function ended(answer: () => Promise<Response>) {
  const told = { times: 0 }
  world = await startWorld({
    loginServer: () => {
      told.times += 1
      return answer()
    },
  })
  const device = await createDevice()
  const { digits } = await begin(world, { device })
  await confirm(world, await createDevice(), linkIn(await mailAfter(world, 0)), digits)
  // It makes no wallet in its hour.
  world.clock.pass(61 * minuteMs)
  await world.sendLate()
  await world.sendLate()
  expect(told.times).toBe(1)
  return told
}

const untold = () => world.database.orm.select().from(keeperCeremonies).where(isNotNull(keeperCeremonies.nextTellAt))
async function hours(count: number): Promise<void> {
  for (let hour = 0; hour < count; hour += 1) {
    world.clock.pass(61 * minuteMs)
    await world.sendLate()
  }
}

test('an end that the login server refuses is said for a day, and given up then', async () => {
  const told = await ended(async () => new Response(null, { status: 403 }))
  await hours(22)
  expect(await untold()).toHaveLength(1)
  expect(told.times).toBe(23)
  await hours(2)
  expect(await untold()).toEqual([])
  const before = told.times
  await hours(30)
  expect(told.times).toBe(before)
})

test('one that a login server refuses which was away for days is said again, until that has refused for a day', async () => {
  let answer = (): Promise<Response> => Promise.reject(new TypeError('fetch failed'))
  const told = await ended(() => answer())
  await hours(60)
  answer = async () => new Response(null, { status: 403 })
  await hours(2)
  expect(await untold()).toHaveLength(1)
  answer = async () => new Response(null, { status: 204 })
  await hours(1)
  expect(await untold()).toEqual([])
  expect(told.times).toBe(64)
})

describe('what is owed to the login server', () => {
  const untoldOf = (minutes = 0) => ({ nextTellAt: new Date(world.clock.now() + minutes * minuteMs), tellTries: 0 })
  const round = () => notifyEnded(world.services.keeper)

  /** A keeper whose login server does as the test says, and what that was told. */
  async function start(answer: (word: DeviceWord) => Promise<number>) {
    const words: DeviceWord[] = []
    world = await startWorld({
      async loginServer(_, body) {
        const { signing: keeper } = world.secret.publicKeys
        const word = await readDeviceWord({ ...JSON.parse(body), keeper, now: world.clock.now() })
        words.push(word)
        return new Response(null, { status: await answer(word) })
      },
    })
    return { words, rows: await ceremonyRows(world) }
  }

  test('is the end of a ceremony or of its device, as its receipts have said it, for ten minutes; what was due first is said first', async () => {
    const { words, rows } = await start(async () => 204)
    const [one, other] = [(await createDevice()).id, (await createDevice()).id]
    const later = await rows.add(one, { ...untoldOf(-1), ends: 'device', actsAt: null })
    const first = await rows.add(other, { ...untoldOf(-2), ends: 'ceremony', actsAt: rows.at(7) })
    await rows.add((await createDevice()).id, { ...untoldOf(1), ends: 'device' })
    await round()
    const now = Math.floor(world.clock.now() / 1000)
    const said = { person: rows.person, expiresAt: now + 600 }
    expect(words).toEqual([
      { ...said, device: other, ceremony: first.id, ends: 'ceremony', actsFrom: now + 7 * 60 },
      { ...said, device: one, ceremony: later.id, ends: 'device', actsFrom: now },
    ])
    for (const each of [first, later]) expect((await rows.rowOf(each)).nextTellAt).toBeNull()
  })

  test('is said again after four seconds at first and an hour at last, and none behind it while nobody is there', async () => {
    const { words, rows } = await start(async () => 502)
    await rows.add((await createDevice()).id, { ...untoldOf(), ends: 'device' })
    await rows.add((await createDevice()).id, { ...untoldOf(200 * 60), ends: 'device' })
    for (const [tries, seconds] of [4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600, 3600].entries()) {
      await round()
      expect(words).toHaveLength(tries + 1)
      world.clock.pass(seconds * 1000 - 1)
      await round()
      expect(words).toHaveLength(tries + 1)
      world.clock.pass(1)
    }
    await world.database.orm.update(keeperCeremonies).set(untoldOf())
    await round()
    expect(words).toHaveLength(14)
  })

  test('that it refuses is given up a day after it has refused first, and not a moment before', async () => {
    const { words, rows } = await start(async () => 403)
    const it = await rows.add((await createDevice()).id, { ...untoldOf(), ends: 'device' })
    await round()
    const refusedFrom = new Date(world.clock.now())
    world.clock.pass(dayMs - 1)
    await round()
    expect(await rows.rowOf(it)).toMatchObject({ refusedFrom, nextTellAt: expect.any(Date) })
    world.clock.pass(1)
    await world.database.orm.update(keeperCeremonies).set(untoldOf())
    await round()
    expect([words.length, (await rows.rowOf(it)).nextTellAt]).toEqual([3, null])
  })

  test('that has become more while it was said is said yet', async () => {
    const { words, rows } = await start(async () => {
      if (words.length === 1) await world.database.orm.update(keeperCeremonies).set({ ends: 'device' })
      return 204
    })
    const it = await rows.add((await createDevice()).id, { ...untoldOf(), ends: 'ceremony' })
    await round()
    expect((await rows.rowOf(it)).nextTellAt).not.toBeNull()
    world.clock.pass(4_000)
    await round()
    expect([words.map(({ ends }) => ends), (await rows.rowOf(it)).nextTellAt]).toEqual([['ceremony', 'device'], null])
  })

  test('anew, as it ends once more while that is said, is said yet', async () => {
    const { words, rows } = await start(async ({ ceremony }) => {
      const isIt = eq(keeperCeremonies.id, ceremony)
      if (words.length === 1) await world.database.orm.update(keeperCeremonies).set(untoldOf(1)).where(isIt)
      return 204
    })
    const it = await rows.add((await createDevice()).id, { ...untoldOf(), ends: 'device' })
    await round()
    expect((await rows.rowOf(it)).nextTellAt).not.toBeNull()
  })

  test('is said once by two nodes that look at once', async () => {
    const { words, rows } = await start(async () => 204)
    await rows.add((await createDevice()).id, { ...untoldOf(), ends: 'device' })
    await Promise.all([round(), round()])
    expect(words).toHaveLength(1)
  })
})
