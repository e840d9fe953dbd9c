import { newId } from '@foyer/custody/bytes'
import { mailboxOf } from '@foyer/service/budget/mailboxOf'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unwritten } from './begin.js'
import type { Ceremony } from './ceremony.js'
import { fromRow, fromWhere, nextMailAt, typing } from './shares.js'
import { keeperBindings, keeperCeremonies, keeperDevices } from './tables.js'
import { dayMs, minuteMs, startWorld, type World } from './test/keeperWorld.js'

const person = 'email:ada@mail.example'
const secondMs = 1_000
const hourMs = 60 * minuteMs

let world: World
let now: number
beforeAll(async () => {
  world = await startWorld()
  now = world.clock.now()
})
beforeEach(async () => {
  await world.database.orm.delete(keeperCeremonies)
  await world.database.orm.delete(keeperDevices)
  await world.database.orm.delete(keeperBindings)
})
afterAll(() => world.close())

/** Writes down a ceremony of the person's. */
async function had(more: Partial<Ceremony>): Promise<void> {
  const device = more.device ?? newId()
  await world.database.orm.insert(keeperCeremonies).values({
    ...{ id: newId(), person, email: 'ada@mail.example', site: 'https://dapp.example' },
    ...{ browser: 'Firefox', place: null, network: 'here', language: 'en', commitment: '', keeperNonce: '' },
    ...{ key: null, deviceNonce: null, typedAt: null, typedIn: null, ...unwritten },
    ...{ status: 'waiting', endedReason: null, confirmedIn: null, approvedBy: null, opensAt: null, actsAt: null },
    ...{ beganAt: new Date(now), expiresAt: new Date(now + dayMs) },
    ...more,
    ...{ device, mailbox: mailboxOf(more.person ?? person) },
  })
}
const ago = (ms: number) => new Date(now - ms)
const mailed = (ms: number, more: Partial<Ceremony> = {}) => had({ mailedAt: ago(ms), ...more })

describe('[F2] a mail about a new device', () => {
  /** For how long it is to be waited. */
  const waits = async ({ network = 'here' as string | null, isNearby = false, device = 'another' } = {}) =>
    (await nextMailAt({ rows: world.database.orm, person, device, from: { network, isNearby }, now })) - now

  test('is sent at once where none was sent this hour, whatever others were, or was never sent', async () => {
    await mailed(hourMs)
    await mailed(1, { person: 'email:bea@mail.example' })
    await had({ mailedAt: null })
    expect(await waits()).toBe(0)
  })

  test('waits half a minute after another, also near the person’s own', async () => {
    await mailed(10 * secondMs, { network: 'there' })
    expect([await waits(), await waits({ isNearby: true })]).toEqual([20 * secondMs, 20 * secondMs])
  })

  /** The mailbox has a wallet, by whichever of its addresses. */
  const bound = (address: string) =>
    world.database.orm.insert(keeperBindings).values({
      ...{ person: `email:${address}`, mailbox: mailboxOf(person), wallet: newId(), email: address },
      ...{ sealedHash: '', boundAt: new Date(now) },
    })

  test.each(['ada@mail.example', 'ada+shop@mail.example'])(
    'is one of three an hour that go to strangers’ networks where %s has a wallet; nearby it is one of five',
    async (address) => {
      await bound(address)
      for (const [at, minutes] of [50, 40, 30].entries()) await mailed(minutes * minuteMs, { network: `far ${at}` })
      expect([await waits(), await waits({ isNearby: true })]).toEqual([10 * minuteMs, 0])
      await mailed(20 * minuteMs, { network: 'far' })
      await mailed(15 * minuteMs, { network: 'farther' })
      expect([await waits(), await waits({ isNearby: true })]).toEqual([30 * minuteMs, 10 * minuteMs])
    },
  )

  test('without a wallet is one of five for a network that had none in a day, and of three for any other', async () => {
    await mailed(20 * hourMs, { network: 'again' })
    await mailed(dayMs, { network: 'long ago' })
    for (const [at, minutes] of [50, 40, 30].entries()) await mailed(minutes * minuteMs, { network: `far ${at}` })
    const of = async () => [await waits(), await waits({ network: 'long ago' }), await waits({ network: 'again' })]
    expect(await of()).toEqual([0, 0, 10 * minuteMs])
    await mailed(20 * minuteMs, { network: 'far' })
    await mailed(15 * minuteMs, { network: 'farther' })
    expect(await of()).toEqual([10 * minuteMs, 10 * minuteMs, 30 * minuteMs])
    // The same device’s again is of three.
    expect(await waits({ network: 'far', device: 'one' })).toBe(40 * minuteMs)
  })

  test('counts none that its mailbox has stopped, but for the pause', async () => {
    await bound('ada@mail.example')
    for (const [at, minutes] of [50, 40, 30].entries())
      await mailed(minutes * minuteMs, { network: `far ${at}`, status: 'ended', endedReason: 'refused' })
    expect(await waits()).toBe(0)
    await mailed(10 * secondMs, { network: 'far', status: 'ended', endedReason: 'refused' })
    expect(await waits()).toBe(20 * secondMs)
    for (const [at, minutes] of [29, 28, 27].entries()) await mailed(minutes * minuteMs, { network: `there ${at}` })
    expect(await waits()).toBe(31 * minuteMs)
  })

  test('is the one of its network in an hour; the same device has one more', async () => {
    await mailed(50 * minuteMs, { device: 'one' })
    expect([await waits(), await waits({ device: 'one' }), await waits({ network: 'there' })]).toEqual([
      ...[10 * minuteMs, 0, 0],
    ])
    await mailed(40 * minuteMs, { device: 'one' })
    // Without a wallet a device’s first waits for no other’s again.
    expect([await waits(), await waits({ device: 'one' })]).toEqual([10 * minuteMs, 10 * minuteMs])
    await bound('ada@mail.example')
    expect([await waits(), await waits({ device: 'one' })]).toEqual([20 * minuteMs, 10 * minuteMs])
  })

  test('isn’t sent for a day to a network that the person has stopped, and to others as before', async () => {
    await mailed(20 * hourMs, { status: 'ended', endedReason: 'refused' })
    await mailed(19 * hourMs, { status: 'ended', endedReason: 'expired' })
    expect([await waits(), await waits({ isNearby: true }), await waits({ network: 'there' })]).toEqual([
      ...[4 * hourMs, 0, 0],
    ])
    await mailed(dayMs, { status: 'ended', endedReason: 'refused', network: 'there' })
    expect(await waits({ network: 'there' })).toBe(0)
  })
})

describe('[F2] digits that are typed', () => {
  const typed = (typedIn: 'link' | 'device') =>
    typing({ rows: world.database.orm, clock: world.clock, person, typedIn }).then(
      (written) => written,
      ({ code, retryAfterSeconds }) => ({ code, retryAfterSeconds }),
    )
  const guessed = (ms: number, typedIn: 'link' | 'device', more: Partial<Ceremony> = {}) =>
    had({ typedAt: ago(ms), typedIn, ...more })

  test.each([
    ['link', 'device'],
    ['device', 'link'],
  ] as const)('at a %s are of three ceremonies a day, and those at a %s count apart', async (here, there) => {
    await guessed(5 * hourMs, here)
    await guessed(4 * hourMs, here)
    await guessed(dayMs, here)
    await guessed(hourMs, here, { person: 'email:bea@mail.example' })
    expect(await typed(here)).toEqual({ typedAt: new Date(now), typedIn: here })
    await guessed(3 * hourMs, here)
    expect(await typed(here)).toMatchObject({ code: 'too_many_ceremonies' })
    expect(await typed(there)).toEqual({ typedAt: new Date(now), typedIn: there })
  })

  test('are said to be taken again once the first of the last three is a day old', async () => {
    for (const hours of [20, 10, 5, 4]) await guessed(hours * hourMs, 'link')
    const refused = await typing({ rows: world.database.orm, clock: world.clock, person, typedIn: 'link' }).catch(
      (error: unknown) => error,
    )
    expect(refused).toMatchObject({ headers: { 'Retry-After': `${14 * 3_600}` } })
  })
})

describe('where somebody asks', () => {
  const came = (key: string, network: string | null, whose = person) =>
    world.database.orm
      .insert(keeperDevices)
      .values({ person: whose, key, isBrowser: false, addedAt: new Date(now), network, via: null })
  const ownersOf = () => ['narrow', 'wide'] as const

  test('is near where one of the person’s devices came from it, by any of its names', async () => {
    const { orm } = world.database
    const where = () => fromWhere({ rows: orm, ownersOf, person, client: '' })
    await came('one', null)
    await came('two', 'wide', 'email:bea@mail.example')
    expect(await where()).toEqual({ network: 'narrow', isNearby: false })
    await came('three', 'wide')
    expect(await where()).toEqual({ network: 'wide', isNearby: true })
  })

  test('is read of a ceremony as it was written down; where its network isn’t known it is near nothing', async () => {
    const { orm } = world.database
    const of = (network: string | null) => orm.transaction((rows) => fromRow(rows, { person, network }))
    await came('one', null)
    await came('two', 'wide')
    expect([await of('wide'), await of('narrow'), await of(null)]).toEqual([
      { network: 'wide', isNearby: true },
      { network: 'narrow', isNearby: false },
      { network: null, isNearby: false },
    ])
  })
})
