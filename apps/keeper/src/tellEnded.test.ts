import { isNotNull } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { keeperCeremonies } from './tables.js'
import {
  begin,
  confirm,
  createDevice,
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
  await begin(world, { device })
  await confirm(world, await createDevice(), linkIn(await mailAfter(world, 0)))
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
