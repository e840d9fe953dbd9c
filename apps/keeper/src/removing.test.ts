import { newId } from '@foyer/custody/bytes'
import { describe, expect, test } from 'vitest'
import { cancelIn } from './ending.js'
import { denyOpened, removeDevice } from './removing.js'
import { keeperDeletions, keeperDevices, keeperEmailChanges } from './tables.js'
import { ceremonyRows } from './test/ceremonyRows.js'
import { eachWorld } from './test/eachWorld.js'
import type { World } from './test/keeperWorld.js'

let world: World
let rows: Awaited<ReturnType<typeof ceremonyRows>>
eachWorld(async (started) => {
  world = started
  rows = await ceremonyRows(world)
})

const eve = 'email:eve@mail.example'
const acts = async (...keys: readonly (readonly [key: string, person?: string])[]) =>
  world.database.orm.insert(keeperDevices).values(
    keys.map(([key, person = rows.person]) => {
      return { key, person, isBrowser: false, addedAt: rows.at(0), network: null, via: null }
    }),
  )
const acting = async () =>
  (await world.database.orm.select().from(keeperDevices)).map(({ person, key }) => `${person} ${key}`).toSorted()
const asOf = (...keys: readonly string[]) => keys.map((key) => `${rows.person} ${key}`)

const common = { site: 'https://dapp.example', browser: 'Firefox on Linux', place: null, language: 'en' } as const
const unowed = { owes: null, owedAt: null, owedTries: 0 } as const
/** Changes of the address, each asked for by a device. */
async function changes(
  ...all: readonly (readonly [id: string, device: string, status: 'waiting' | 'held' | 'changed', person?: string])[]
) {
  const links = {
    fromLink: null,
    toLink: null,
    fromCancel: null,
    toCancel: null,
    fromConfirmedAt: null,
    toConfirmedAt: null,
  }
  const to = { from: 'ada@mail.example', to: 'new@mail.example', toMailbox: 'new@mail.example', network: null }
  const times = { beganAt: rows.at(0), expiresAt: rows.at(20), opensAt: null, endedReason: null }
  await world.database.orm.insert(keeperEmailChanges).values(
    all.map(([id, device, status, person = rows.person]) => ({
      ...common,
      ...unowed,
      ...links,
      ...to,
      ...times,
      id,
      device,
      status,
      person,
    })),
  )
}
async function deletions(
  ...all: readonly (readonly [id: string, device: string, status: 'asked' | 'held' | 'deleted', person?: string])[]
) {
  const times = { beganAt: rows.at(0), opensAt: rows.at(60), deletedAt: null, nextTellAt: rows.at(60), tellTries: 3 }
  await world.database.orm.insert(keeperDeletions).values(
    all.map(([id, device, status, person = rows.person]) => ({
      ...common,
      ...unowed,
      ...times,
      id,
      device,
      status,
      person,
      wallet: newId(),
      email: null,
      cancelHash: null,
      loginCancelHash: null,
    })),
  )
}
const asked = async () => {
  const { orm } = world.database
  const found = [...(await orm.select().from(keeperEmailChanges)), ...(await orm.select().from(keeperDeletions))]
  return Object.fromEntries(found.map(({ id, status }) => [id, status]))
}

describe('“It wasn’t me”', () => {
  const deny = async (opened: Awaited<ReturnType<typeof rows.add>>) => denyOpened(world.services.keeper, opened)

  test('[F4] ends the device, the browser in which it was confirmed, and what these have let in since it was open, and that in turn; nothing else', async () => {
    const opened = await rows.add('thief', { confirmedIn: 'browser', beganAt: rows.at(-60) })
    await rows.add('in the browser', { confirmedIn: 'browser', beganAt: rows.at(0) })
    await rows.add('in the browser before', { confirmedIn: 'browser', beganAt: rows.at(-1) })
    await rows.add('by digits', { approvedBy: 'thief', typedAt: rows.at(0), confirmedIn: 'next browser' })
    await rows.add('by digits before', { approvedBy: 'thief', typedAt: rows.at(-1) })
    await rows.add('in the next browser', { confirmedIn: 'next browser', beganAt: rows.at(1) })
    await rows.add('by digits of that', { approvedBy: 'in the next browser', typedAt: rows.at(2), confirmedIn: null })
    await rows.add('own', { confirmedIn: 'own browser', approvedBy: 'own browser', typedAt: rows.at(1) })
    await rows.add('eve’s', { confirmedIn: 'browser', person: eve, beganAt: rows.at(1) })
    await acts(['thief'], ['browser'], ['next browser'], ['in the next browser'], ['by digits of that'], ['own'])
    await acts(['own browser'], ['in the browser before'], ['by digits before'], ['browser', eve])
    await deny(opened)
    const [ended, open] = [
      ['ended', 'refused', 'device'],
      ['released', null, null],
    ]
    expect(await rows.standing()).toEqual({
      ...{
        thief: ended,
        'in the browser': ended,
        'by digits': ended,
        'in the next browser': ended,
        'by digits of that': ended,
      },
      ...{ 'in the browser before': open, 'by digits before': open, own: open, 'eve’s': open },
    })
    expect(await acting()).toEqual(
      [...asOf('by digits before', 'in the browser before', 'own', 'own browser'), `${eve} browser`].toSorted(),
    )
  })

  test('[F4] ends what a device and a browser that go have asked for, which would go on though they are out; what is done, and others’, stays', async () => {
    const opened = await rows.add('thief', { confirmedIn: 'browser' })
    await changes(
      ['1', 'thief', 'waiting'],
      ['2', 'browser', 'held'],
      ['3', 'thief', 'changed'],
      ['4', 'own', 'held'],
      ['5', 'thief', 'held', eve],
    )
    await deletions(
      ['6', 'thief', 'asked'],
      ['7', 'browser', 'held'],
      ['8', 'thief', 'deleted'],
      ['9', 'own', 'held'],
      ['10', 'thief', 'held', eve],
    )
    await deny(opened)
    expect(await asked()).toEqual({
      ...{ 1: 'ended', 2: 'ended', 3: 'changed', 4: 'held', 5: 'held' },
      ...{ 6: 'ended', 7: 'ended', 8: 'deleted', 9: 'held', 10: 'held' },
    })
    const reasons = (await world.database.orm.select().from(keeperEmailChanges)).flatMap(
      ({ endedReason }) => endedReason ?? [],
    )
    expect(reasons).toEqual(['cancelled', 'cancelled'])
    // The login server is told at once of the one, and of the others as before.
    const told = (await world.database.orm.select().from(keeperDeletions)).filter(({ status }) => status === 'ended')
    expect(told).toMatchObject(Array(2).fill({ nextTellAt: rows.at(0), tellTries: 0 }))
  })

  test.each(['waiting', 'confirmed', 'held', 'ended'] as const)(
    'ends nothing of what isn’t open: %s',
    async (status) => {
      const opened = await rows.add('thief', { status, opensAt: rows.at(60), confirmedIn: 'browser' })
      await rows.add('in the browser', { confirmedIn: 'browser' })
      await acts(['thief'], ['browser'])
      const before = await rows.standing()
      await deny(opened)
      expect([await rows.standing(), await acting()]).toEqual([before, asOf('browser', 'thief')])
    },
  )

  test('of a device that was confirmed in no browser ends it alone', async () => {
    const opened = await rows.add('thief', { confirmedIn: null, approvedBy: 'own' })
    await rows.add('own', { confirmedIn: null })
    await deny(opened)
    expect(await rows.standing()).toEqual({ thief: ['ended', 'refused', 'device'], own: ['released', null, null] })
  })
})

test('[F4] a device is removed with the browsers in which it was confirmed, but for the one that asks; nobody else’s, and nothing of another person’s', async () => {
  await rows.add('it', { confirmedIn: 'browser' })
  await rows.add('it', { confirmedIn: 'asking' })
  await rows.add('it', { confirmedIn: null })
  await rows.add('it', { confirmedIn: 'browser of eve’s', person: eve })
  await rows.add('other', { confirmedIn: 'other browser' })
  await acts(['it'], ['browser'], ['asking'], ['browser of eve’s'], ['other'], ['other browser'], ['it', eve])
  const { orm } = world.database
  await removeDevice({ base: world.services.keeper, rows: orm, person: rows.person, device: 'it', by: 'asking' })
  expect(await acting()).toEqual(
    [...asOf('asking', 'browser of eve’s', 'other', 'other browser'), `${eve} it`].toSorted(),
  )
  expect((await rows.standing()).other).toEqual(['released', null, null])
  expect((await rows.ended()).map(({ person, endedReason, ends }) => [person, endedReason, ends])).toEqual(
    Array(3).fill([rows.person, 'cancelled', 'device']),
  )
})

test('a ceremony that ends is told to the login server where that has heard of it, anew where another end of it was said before', async () => {
  const said = { nextTellAt: rows.at(-5), tellTries: 7, refusedFrom: rows.at(-9) }
  const untold = { ends: null, nextTellAt: null, tellTries: 0, refusedFrom: null }
  const anew = { ends: 'ceremony', nextTellAt: rows.at(0), tellTries: 0, refusedFrom: null }
  const cases = [
    ['waiting', {}, { status: 'ended', endedReason: 'refused', ...untold }],
    ['confirmed', {}, { status: 'ended', endedReason: 'refused', ...anew }],
    ['held', said, { status: 'ended', endedReason: 'refused', ...anew }],
    ['released', said, { status: 'ended', endedReason: 'refused', ...anew }],
    ['ended', { endedReason: 'expired', ...untold }, { status: 'ended', endedReason: 'expired', ...untold }],
  ] as const
  const other = await rows.add('other')
  for (const [status, before, after] of cases) {
    const ceremony = await rows.add(status, { status, ...before })
    await cancelIn({ base: world.services.keeper, rows: world.database.orm, ceremony, reason: 'refused' })
    expect([status, await rows.rowOf(ceremony)]).toMatchObject([status, after])
  }
  expect(await rows.rowOf(other)).toMatchObject({ status: 'released', ...untold })
})
