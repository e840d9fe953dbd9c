import { forgetPartCall } from '@foyer/custody/keeperPageCalls'
import { agreeOnWalletCall, endDeviceCall } from '@foyer/custody/keeperWord'
import { describe, expect, test } from 'vitest'
import { keeperBindings } from './tables.js'
import { eachWorld } from './test/eachWorld.js'
import { firstWalletsOf } from './test/firstWallets.js'
import {
  askSigned,
  dayMs,
  firstLogin,
  minuteMs,
  refusalOf,
  startWorld,
  stateOf,
  type World,
} from './test/keeperWorld.js'

let world: World
eachWorld((started) => {
  world = started
})
const { bind, bindings, taken, makesOwn } = firstWalletsOf(() => world)

describe('a wallet that the login server never kept', () => {
  let says: (path: string, body: string) => Promise<Response> | Response
  const asked: string[] = []
  const restart = async () => {
    asked.length = 0
    const { database, secret, clock } = world
    world = await startWorld({
      database,
      secret,
      clock,
      loginServer: async (path, body) => {
        asked.push(path)
        return says(path, body)
      },
    })
  }
  const hours = async (count: number) => {
    for (let hour = 0; hour < count; hour += 1) {
      world.clock.pass(60 * minuteMs)
      await world.sendLate()
    }
  }
  const status = (code: number) => new Response(null, { status: code })
  const keeps = (is: 'kept' | 'unknown') => (path: string, body: string) =>
    status(path !== agreeOnWalletCall.path || JSON.parse(JSON.parse(body).receipt.text).is === is ? 204 : 409)

  test('[F4] is its person’s for an hour, and then they make their own; its device is ended at both servers', async () => {
    says = keeps('unknown')
    await restart()
    const thief = await taken()
    await world.sendLate()
    world.clock.pass(59 * minuteMs)
    await world.sendLate()
    expect(await bindings()).toEqual([thief.wallet])
    await hours(1)
    expect(await bindings()).toEqual([])
    expect(await stateOf(world, thief.device, thief.ceremony)).toEqual({ status: 'ended', reason: 'expired' })
    await world.sendLate()
    expect(asked).toContain(endDeviceCall.path)
    expect((await bind(thief)).answer.status).toBe(409)
    await makesOwn()
  })

  test('[F4] keeps its recovery door, without which no mail would undo it and nothing end it', async () => {
    says = keeps('unknown')
    await restart()
    const thief = await taken()
    const forget = () =>
      askSigned(world, { call: forgetPartCall, keys: thief.device.keys, payload: { wallet: thief.wallet } })
    expect(await refusalOf(await forget())).toMatchObject({ status: 409, code: 'part_needed' })
    says = () => status(503)
    expect(await refusalOf(await forget())).toMatchObject({ status: 503, code: 'login_away' })
    says = keeps('unknown')
    await hours(2)
    expect(await bindings()).toEqual([])
    await makesOwn()
  })

  test('and that opens by what its owner has alone, as a database of before may have it, isn’t taken from them', async () => {
    const own = await firstLogin(world)
    const asked = { nextAskAt: new Date(world.clock.now()), keyName: null, rowKey: null, sealed: null }
    await world.database.orm.update(keeperBindings).set(asked)
    says = keeps('unknown')
    await restart()
    await hours(30)
    expect(await bindings()).toEqual([own.wallet])
  })

  test('ends over restarts of the keeper, and a login server that is away at any of them loses no wallet', async () => {
    says = () => status(503)
    await restart()
    const [used, thief] = [await firstLogin(world), await firstLogin(world, { to: 'eve@mail.example' })]
    for (let time = 0; time < 3; time += 1) {
      await restart()
      await hours(2)
    }
    expect((await bindings()).toSorted()).toEqual([used.wallet, thief.wallet].toSorted())
    says = (path, body) => keeps(body.includes(used.wallet) ? 'kept' : 'unknown')(path, body)
    await restart()
    await hours(1)
    expect(await bindings()).toEqual([used.wallet])
    says = keeps('unknown')
    await restart()
    await hours(3)
    expect(await bindings()).toEqual([used.wallet])
  })

  test('[F4] stays for good once the login server has said that it keeps it: no later word of that ends a wallet which is used', async () => {
    says = keeps('kept')
    await restart()
    const { wallet } = await firstLogin(world)
    await world.sendLate()
    says = keeps('unknown')
    asked.length = 0
    await hours(50)
    expect(await bindings()).toEqual([wallet])
    expect(asked).not.toContain(agreeOnWalletCall.path)
  })

  test.each<[how: string, says: typeof says]>([
    ['is away', () => status(503)],
    ['can’t be reached', () => Promise.reject(new TypeError('fetch failed'))],
    ['takes no word of this keeper’s', () => status(403)],
    ['contradicts itself', () => status(409)],
  ])('stays where the login server %s', async (_, answers) => {
    says = answers
    await restart()
    const { wallet } = await firstLogin(world)
    await hours(30)
    expect(await bindings()).toEqual([wallet])
  })

  test('[F4] that has gone to another mailbox is asked of no more: the login server may know it as the former’s alone', async () => {
    says = keeps('unknown')
    await restart()
    const { wallet } = await firstLogin(world)
    const moved = { person: 'email:new@mail.example', email: 'new@mail.example', movedFrom: 'email:ada@mail.example' }
    const at = { movedAt: new Date(world.clock.now()), nextAskAt: new Date(world.clock.now()) }
    await world.database.orm.update(keeperBindings).set({ ...moved, ...at })
    await hours(30)
    expect(await bindings()).toEqual([wallet])
  })

  test('that a database of before has is asked of: what is used stays, what isn’t ends', async () => {
    says = () => status(503)
    await restart()
    const [used, unused] = [await firstLogin(world), await firstLogin(world, { to: 'eve@mail.example' })]
    // As a row of before this was kept reads, or one of a backup.
    await world.database.orm.update(keeperBindings).set({ madeBy: null, nextAskAt: new Date(world.clock.now()) })
    world.clock.pass(40 * dayMs)
    says = (path, body) => keeps(body.includes(used.wallet) ? 'kept' : 'unknown')(path, body)
    await world.sendLate()
    expect(await bindings()).toEqual([used.wallet])
    expect(await stateOf(world, unused.device, unused.ceremony)).toMatchObject({ status: 'ended' })
  })
})
