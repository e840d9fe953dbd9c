import { beginCeremonyCall, type CeremonyState, ceremonyStateCall } from '@foyer/custody/keeperCalls'
import { describe, expect, test } from 'vitest'
import { timeOf } from '../messages/say.js'
import { continueIn, enter, hold, lost, refusing, testLogin } from '../test/testLogin.js'
import { createLinks } from './links.js'

const [email, eve] = ['ada@example.com', 'eve@example.com']
const path = ceremonyStateCall.path
const held: CeremonyState = { status: 'held', opensAt: 1_900_000_000 }
const never = () => new AbortController().signal

async function stand(...given: Parameters<typeof testLogin>) {
  const device = await testLogin(...given)
  return {
    ...device,
    links: createLinks(device.parameters),
    begun: () => device.askedOf(beginCeremonyCall.path).length,
  }
}

/** A device whose mail is on its way. */
async function waiting(...given: Parameters<typeof testLogin>) {
  const device = await stand(...given)
  return { ...device, ceremony: await device.links.open(email) }
}

describe('a link', () => {
  test('is shown with its digits, whose mail it is, and when another mail may be asked for', async () => {
    const device = await waiting()
    const { digits } = device.ceremony
    const againAt = device.clock.now + 30_000
    expect(device.screen()).toMatchObject({ is: 'digits', digits, email, againAt })
    expect(device.store.get().ceremony).toEqual(device.ceremony)
  })

  test('[F3] says from the sixth that is asked for within an hour on that no more than five are sent, by what this device has asked for alone', async () => {
    const device = await stand({ isOwnHost: () => true })
    const isOverHour = () => {
      const shown = device.screen()
      return shown?.is === 'digits' && shown.isOverHour
    }
    const askAnew = async (of: string) => {
      await device.links.open(of)
      await device.store.set({ ceremony: null })
    }
    for (let asked = 1; asked <= 5; asked += 1) {
      await askAnew(email)
      expect(isOverHour()).toBe(false)
      device.clock.now += 60_000
    }
    await askAnew(email)
    expect([isOverHour(), device.begun()]).toEqual([true, 6])
    await askAnew(eve)
    expect(isOverHour()).toBe(false)
    // The first two are an hour old.
    device.clock.now += 3_600_000 - 5 * 60_000
    await askAnew(email)
    expect(isOverHour()).toBe(true)
    device.clock.now += 60_000
    await askAnew(email)
    expect(isOverHour()).toBe(true)
    device.clock.now += 3_600_000
    await askAnew(email)
    expect([isOverHour(), device.store.get().asked?.length]).toEqual([false, 1])
  })

  test('stays the one that is open until it is too old, without a question to the keeper', async () => {
    const device = await waiting()
    device.clock.now = device.ceremony.expiresAt * 1_000 - 1
    expect(await device.links.open(email)).toEqual(device.ceremony)
    expect([device.begun(), device.askedOf(path)]).toEqual([1, []])
    device.clock.now += 1
    await device.links.open(email)
    expect([device.begun(), device.askedOf(path).length]).toEqual([2, 1])
  })

  test.each([
    ['that wasn’t used', { status: 'waiting' }, 2],
    ['that ended', { status: 'ended', reason: 'refused' }, 2],
    ['that was used in time and waits', held, 1],
    ['that was used in time, of a wallet that is secured', { status: 'secured' }, 1],
  ] satisfies [string, CeremonyState, number][])('%s, once it is too old: %o', async (_, state, begun) => {
    const device = await waiting()
    device.clock.now = device.ceremony.expiresAt * 1_000
    device.scripted.state.override = () => state
    const again = await device.links.open(email)
    expect([device.begun(), again.ceremony === device.ceremony.ceremony]).toEqual([begun, begun === 1])
  })

  test('that is too old, and that the keeper no longer knows, is begun anew; of a keeper that is away nothing is', async () => {
    const device = await waiting()
    device.clock.now = device.ceremony.expiresAt * 1_000
    device.instead.set(path, lost)
    await expect(device.links.open(email)).rejects.toMatchObject({ sentence: 'error.unreachable' })
    expect([device.begun(), device.store.get().ceremony]).toEqual([1, device.ceremony])
    device.instead.set(path, refusing('ceremony_over', 409))
    await device.links.open(email)
    expect(device.begun()).toBe(2)
  })

  test('that is begun anew as it was too old is the first of its mails: two more may be asked for', async () => {
    const device = await waiting({ isOwnHost: () => true })
    device.clock.now = device.ceremony.expiresAt * 1_000
    const first = await device.links.open(email)
    expect(first.mails).toBe(1)
    const screen = () => {
      const shown = device.screen()
      return shown?.is === 'digits' ? shown : expect.fail('No digits are shown.')
    }
    await screen().sendAgain()
    await screen().sendAgain()
    expect(device.store.get().ceremony?.mails).toBe(3)
    await expect(screen().sendAgain()).rejects.toMatchObject({ sentence: 'error.lastLink' })
    expect(device.begun()).toBe(4)
  })

  test('of another address is begun while one is waited for, and is the first there', async () => {
    const device = await waiting({ isOwnHost: () => true })
    const state = hold(device, path)
    void device.links.follow(device.ceremony, never()).catch(() => undefined)
    await expect.poll(state.count).toBe(1)
    const other = await device.links.open(eve)
    expect(other).toMatchObject({ person: `email:${eve}`, mails: 1 })
  })

  test.each([
    ['by an application of the original’s', () => false],
    ['on a page that no application asks', undefined],
  ])('that is asked for again %s while it is waited for stays the same', async (_, isOwnHost) => {
    const device = await waiting({ isOwnHost })
    const state = hold(device, path)
    const following = device.links.follow(device.ceremony, never())
    await expect.poll(state.count).toBe(1)
    expect(await device.links.open(email)).toEqual(device.ceremony)
    await device.scripted.useLink(email)
    state.letGo()
    expect((await following)?.status).toBe('unbound')
    expect(device.begun()).toBe(1)
  })
})

describe('a link that is waited for', () => {
  test('is asked after by what is known, until it was used', async () => {
    const device = await waiting()
    device.scripted.state.override = () => {
      if (device.askedOf(path).length < 3) return { status: 'waiting' }
      void device.scripted.useLink(email)
      return undefined
    }
    expect((await device.links.follow(device.ceremony, undefined))?.status).toBe('unbound')
    expect(device.askedOf(path).map(({ known }) => known)).toEqual([null, 'waiting', 'waiting'])
    expect(device.screen()).toBeUndefined()
  })

  test('is waited for twenty-five seconds, and no longer', async () => {
    const device = await waiting()
    const until = device.clock.now + 25_000
    device.scripted.state.override = () => {
      device.clock.now = until - 2 + device.askedOf(path).length
      return { status: 'waiting' }
    }
    const following = device.links.follow(device.ceremony, never())
    await expect(following).rejects.toMatchObject({ sentence: 'error.stillWaiting' })
    expect(device.askedOf(path)).toHaveLength(2)
    expect(device.store.get().ceremony).toEqual(device.ceremony)
  })

  test('lets nobody in who has left, though the keeper’s answer comes', async () => {
    const device = await waiting()
    await device.scripted.useLink(email)
    device.anyway.add(path)
    const leaving = new AbortController()
    const state = hold(device, path)
    const following = device.links.follow(device.ceremony, leaving.signal)
    const said = expect(following).rejects.toMatchObject({ sentence: 'error.stillWaiting' })
    await expect.poll(state.count).toBe(1)
    leaving.abort()
    state.letGo()
    await said
    expect(device.askedOf(path)).toHaveLength(1)
  })

  test('ends a question that hangs as its visitor leaves', async () => {
    const device = await waiting()
    const leaving = new AbortController()
    const state = hold(device, path)
    const said = expect(device.links.follow(device.ceremony, leaving.signal)).rejects.toMatchObject({
      sentence: 'error.stillWaiting',
    })
    await expect.poll(state.count).toBe(1)
    leaving.abort()
    await said
  })

  test('fails with a keeper that is away, and is there where it is asked for again', async () => {
    const device = await waiting()
    device.instead.set(path, lost)
    const following = device.links.follow(device.ceremony, never())
    await expect(following).rejects.toMatchObject({ sentence: 'error.unreachable' })
    device.instead.clear()
    await device.scripted.useLink(email)
    expect((await device.links.follow(device.ceremony, never()))?.status).toBe('unbound')
  })

  test('that ended is forgotten, and the next is another', async () => {
    const device = await waiting()
    device.scripted.state.override = () => ({ status: 'ended', reason: 'wrongDigits' })
    const following = device.links.follow(device.ceremony, never())
    await expect(following).rejects.toMatchObject({ sentence: 'error.linkDigits' })
    expect([device.store.get().ceremony, device.screen()]).toEqual([null, undefined])
    expect((await device.links.open(email)).ceremony).not.toBe(device.ceremony.ceremony)
  })

  test.each([
    ['an application of the original’s', () => false],
    ['a page that says nothing of itself', undefined],
  ])('whose wallet waits is a failure with its time to %s', async (_, isOwnHost) => {
    const device = await waiting({ isOwnHost })
    device.scripted.state.override = () => held
    const following = device.links.follow(device.ceremony, never())
    await expect(following).rejects.toMatchObject({
      sentence: 'error.held',
      values: { when: timeOf(1_900_000_000) },
    })
    expect(device.screen()).toMatchObject({ is: 'held', email, digits: device.ceremony.digits })
  })

  test('goes on by what a window has continued, whatever the keeper says late of the link', async () => {
    const first = await testLogin()
    await enter(first)
    const device = await waiting({ servers: first.scripted })
    device.anyway.add(path)
    const state = hold(device, path)
    const following = device.links.follow(device.ceremony, never())
    await expect.poll(state.count).toBe(1)
    await continueIn(first.scripted, device.screen())
    const { ceremony } = device.ceremony
    first.scripted.state.override = (of) => (of === ceremony ? held : undefined)
    state.letGo()
    await expect.poll(state.count).toBe(2)
    state.letGo()
    expect((await following)?.status).toBe('released')
    expect(device.askedOf(path).at(-1)?.ceremony).toBe(device.store.get().ceremony?.ceremony)
    expect(device.shown.every((screen) => screen?.is !== 'held')).toBe(true)
  })

  test('whose wallet waits stays shown as that to an application of this kit, however often it is asked for, and opens once the wait is over', async () => {
    const device = await waiting({ isOwnHost: () => true })
    const state = hold(device, path)
    const following = device.links.follow(device.ceremony, never())
    await expect.poll(state.count).toBe(1)
    device.scripted.state.override = () => held
    state.letGo()
    await expect.poll(state.count).toBe(2)
    const screen = device.screen()
    expect(screen).toMatchObject({ is: 'held' })
    device.instead.clear()
    await device.links.open(email)
    expect(device.screen()).toBe(screen)
    await device.scripted.useLink(email)
    device.scripted.state.override = undefined
    state.letGo()
    expect((await following)?.status).toBe('unbound')
  })

  test('is waited for no longer once the visitor has opened the wallet by what they have', async () => {
    const device = await waiting()
    const state = hold(device, path)
    const following = device.links.follow(device.ceremony, never())
    await expect.poll(state.count).toBe(1)
    const continuation = await device.screen()?.toContinue()
    continuation?.entered()
    expect(await following).toBeUndefined()
    expect(device.screen()).toBeUndefined()
    state.letGo()
  })

  test('is waited for still where another tab keeps none', async () => {
    const device = await waiting()
    const state = hold(device, path)
    const following = device.links.follow(device.ceremony, never())
    await expect.poll(state.count).toBe(1)
    await device.store.set({ ceremony: null })
    device.scripted.state.override = () => ({ status: 'waiting' })
    state.letGo()
    await expect.poll(state.count).toBe(2)
    device.scripted.state.override = undefined
    await device.scripted.useLink(email)
    state.letGo()
    expect((await following)?.status).toBe('unbound')
  })
})
