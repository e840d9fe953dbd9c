import { encodeBytes } from '@foyer/custody/bytes'
import { createKeeperSecret, openKeeperSecret, rewrapKeeperSecret } from '@foyer/service/seal/keeperKeys'
import { runRound } from '@foyer/service-testing/runRound'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Ceremony, partIn } from './ceremony.js'
import { createKeeperKeeping } from './keeping.js'
import { rotateKeeperKeys } from './rotateKeys.js'
import { keeperBindings, keeperCeremonies, keeperNonces } from './tables.js'
import { eachWorld } from './test/eachWorld.js'
import {
  begin,
  confirm,
  createDevice,
  dayMs,
  firstLogin,
  keysNamed,
  mailAfter,
  minuteMs,
  openPart,
  startWorld,
  stateOf,
  type World,
} from './test/keeperWorld.js'

let world: World
eachWorld((started) => {
  world = started
})

describe('what is over', () => {
  const keepAt = (time: number) =>
    runRound((clock) => {
      const { keeper, log } = world.services
      return createKeeperKeeping({ base: { ...keeper, clock }, log })
    }, time)

  /** A ceremony as it would be after so long. */
  async function put(id: string, status: Ceremony['status'], { began, opens }: { began: number; opens?: number }) {
    const [like] = await world.database.orm.select().from(keeperCeremonies).limit(1)
    const own = { id, status, linkHash: null, cancelHash: null, mailedAt: null, beganAt: new Date(began) }
    await world.database.orm
      .insert(keeperCeremonies)
      .values({ ...(like ?? expect.fail()), ...own, opensAt: opens === undefined ? null : new Date(opens) })
  }
  const ids = async () =>
    (await world.database.orm.select({ id: keeperCeremonies.id }).from(keeperCeremonies)).map(({ id }) => id).sort()

  test('is forgotten two days after it was begun where it came to nothing, and never while it waits to open', async () => {
    const { ceremony } = await begin(world, { device: await createDevice() })
    const began = world.clock.now()
    for (const status of ['waiting', 'confirmed', 'ended', 'held', 'released'] as const)
      await put(status, status, { began, opens: began + 90 * dayMs })
    await keepAt(began + 2 * dayMs)
    expect((await ids()).length).toBe(6)
    await keepAt(began + 2 * dayMs + 1)
    expect(await ids()).toEqual(['held', 'released'])
    expect(await ids()).not.toContain(ceremony)
  })

  test('of what has opened, thirty days later: so long a device that comes back late finds its wallet', async () => {
    await begin(world, { device: await createDevice() })
    const began = world.clock.now()
    await put('opened at once', 'released', { began, opens: began })
    await put('opened later', 'released', { began, opens: began + dayMs })
    await keepAt(began + 30 * dayMs)
    expect(await ids()).toEqual(['opened at once', 'opened later'])
    await keepAt(began + 30 * dayMs + 1)
    expect(await ids()).toEqual(['opened later'])
    await keepAt(began + 31 * dayMs + 1)
    expect(await ids()).toEqual([])
  })

  test('of nonces, what can’t be used any more', async () => {
    const now = world.clock.now()
    const { orm } = world.database
    await orm.insert(keeperNonces).values([
      { nonce: 'over', expiresAt: new Date(now - 1) },
      { nonce: 'still', expiresAt: new Date(now) },
    ])
    await keepAt(now)
    expect((await orm.select().from(keeperNonces)).map(({ nonce }) => nonce)).toEqual(['still'])
  })
})

describe('[F17] keys that are changed', () => {
  const [one, two] = [keysNamed('one', 1), keysNamed('two', 2)]

  test('seal each wallet’s row anew, once, beside what is sealed under them already; without the old one nothing is touched', async () => {
    const { part } = await firstLogin(world)
    await firstLogin(world, { to: 'other@mail.example' })
    const { orm } = world.database
    const rows = () => orm.select().from(keeperBindings).orderBy(keeperBindings.person)
    const before = await rows()
    await expect(rotateKeeperKeys({ orm, keys: [two] })).rejects.toMatchObject({ code: 'key_missing', keyName: 'one' })
    expect(await rows()).toEqual(before)
    expect(await rotateKeeperKeys({ orm, keys: [two, one] })).toBe(2)
    const after = await rows()
    expect(after.map(({ keyName, sealed }) => [keyName, sealed])).toEqual(before.map(({ sealed }) => ['two', sealed]))
    expect(await rotateKeeperKeys({ orm, keys: [two, one] })).toBe(0)
    expect(await rows()).toEqual(after)
    const rotated = rewrapKeeperSecret({ keys: [two, one], secret: world.secret }) ?? expect.fail()
    const { sealedRows } = (await startWorld({ keys: [two], secret: rotated })).services.keeper
    const [row] = await orm.select().from(keeperBindings).where(eq(keeperBindings.person, 'email:ada@mail.example'))
    if (!row) return expect.fail()
    expect(sealedRows.open({ row: [row.person, row.wallet], sealed: partIn(row) ?? expect.fail() })).not.toHaveLength(0)
    expect(encodeBytes(part)).toHaveLength(43)
  })

  test('seal the keeper’s own keys anew, which stay the same; where they are already there is nothing to do', async () => {
    const secret = await createKeeperSecret([one])
    expect(rewrapKeeperSecret({ keys: [one, two], secret })).toBeNull()
    const wrapped = rewrapKeeperSecret({ keys: [two, one], secret }) ?? expect.fail()
    expect(wrapped).toMatchObject({ publicKeys: secret.publicKeys, keyName: 'two', sealed: secret.sealed })
    expect((await openKeeperSecret({ keys: [two], secret: wrapped })).publicKeys).toEqual(secret.publicKeys)
    await expect(openKeeperSecret({ keys: [one], secret: wrapped })).rejects.toMatchObject({ code: 'key_missing' })
    const { sealing, signing } = await openKeeperSecret({ keys: [two], secret: wrapped })
    expect([sealing.privateKey.extractable, signing.extractable]).toEqual([false, false])
    const mixed = { ...secret, publicKeys: (await createKeeperSecret([one])).publicKeys }
    await expect(openKeeperSecret({ keys: [one], secret: mixed })).rejects.toMatchObject({ code: 'does_not_open' })
  })
})

test('a device that comes back thirty days after its wallet has opened there still finds it, and a moment later no more', async () => {
  const { part } = await firstLogin(world)
  world.clock.pass(minuteMs)
  const device = await createDevice()
  const { ceremony, digits } = await begin(world, { device })
  await mailAfter(world, 1)
  await confirm(world, device, world.link(), digits)
  world.clock.pass(30 * dayMs - 1)
  const state = await stateOf(world, device, ceremony)
  if (state.status !== 'released') throw new Error(state.status)
  expect(await openPart(device, ceremony, state.part)).toEqual(part)
  world.clock.pass(1)
  expect(await stateOf(world, device, ceremony)).toEqual({ status: 'ended', reason: 'expired' })
})
