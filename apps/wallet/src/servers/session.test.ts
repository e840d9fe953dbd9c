import { newId } from '@foyer/custody/bytes'
import { endSessionCall, renewSessionCall, type Session } from '@foyer/login/loginCalls'
import { describe, expect, test } from 'vitest'
import { refusedDatabase } from '../test/testFrame.js'
import { enter, hold, lost, refusing, testLogin } from '../test/testLogin.js'

const signedOut = { sentence: 'error.signedOut', rpcCode: 4100 }

/** A device whose session begins with an access token that is good for ten minutes. */
async function stand(more: Partial<Session> = {}) {
  const device = await testLogin()
  const ada = { person: 'email:ada@example.com', email: 'ada@example.com', userName: null }
  const begun = (token: string, minutes = 10): Session => ({
    ...{ ...ada, accessToken: token, wallet: null, ...more },
    expiresAt: Math.floor(device.clock.now / 1_000) + minutes * 60,
  })
  let renewals = 0
  device.scripted.more.set(renewSessionCall.path, () => {
    renewals += 1
    return begun(`renewed ${renewals}`)
  })
  await device.session.begin(begun('first'))
  return { ...device, ada, begun, renewals: () => device.askedOf(renewSessionCall.path) }
}

describe('an access token', () => {
  test('is taken from the login until half a minute before it ends, and renewed from then on', async () => {
    const { session, clock, renewals } = await stand()
    const endsAt = (Math.floor(clock.now / 1_000) + 600) * 1_000
    clock.now = endsAt - 30_001
    expect([await session.token(), renewals()]).toEqual(['first', []])
    clock.now = endsAt - 30_000
    expect([await session.token(), renewals()]).toEqual(['renewed 1', [{}]])
    expect([await session.token(), renewals().length]).toEqual(['renewed 1', 1])
  })

  test('is renewed by a page that was loaded anew, and by nobody who is logged out', async () => {
    const first = await testLogin()
    await enter(first)
    const again = await testLogin({ servers: first.scripted, database: first.database })
    expect(await again.session.token()).toBe('token email:ada@example.com')
    expect(again.askedOf(renewSessionCall.path)).toEqual([{}])
    await again.session.end()
    await expect(again.session.token()).rejects.toMatchObject(signedOut)
    expect(again.askedOf(renewSessionCall.path)).toHaveLength(1)
    const nobody = await testLogin()
    await expect(nobody.session.token()).rejects.toMatchObject(signedOut)
    expect(nobody.asked).toEqual([])
  })

  test('is renewed once for two who want it at once, and anew for who wants it later', async () => {
    const device = await stand()
    device.clock.now += 3_600_000
    const renewing = hold(device, renewSessionCall.path)
    const both = Promise.all([device.session.token(), device.session.renew(), device.session.token()])
    await expect.poll(renewing.count).toBe(1)
    renewing.letGo()
    expect(await both).toEqual(['renewed 1', undefined, 'renewed 1'])
    device.instead.clear()
    await device.session.renew()
    expect(await device.session.token()).toBe('renewed 2')
  })

  test('that the server renews no more logs out here, without what renewed it', async () => {
    const { session, store, instead, renewals } = await stand({ refreshToken: 'first' })
    instead.set(renewSessionCall.path, refusing('session_over', 401))
    await expect(session.renew()).rejects.toMatchObject({ ...signedOut, cause: { refusal: 'session_over' } })
    expect([store.get().user, store.get().refreshToken]).toEqual([null, null])
    await expect(session.token()).rejects.toMatchObject(signedOut)
    expect(renewals()).toEqual([{ refreshToken: 'first' }])
  })

  test('of a server that is away fails, and the visitor stays logged in: the next has it', async () => {
    const { session, store, instead, ada } = await stand()
    instead.set(renewSessionCall.path, lost)
    await expect(session.renew()).rejects.toMatchObject({ sentence: 'error.unreachable' })
    expect([store.get().user, await session.token()]).toEqual([ada, 'first'])
    instead.clear()
    await session.renew()
    expect(await session.token()).toBe('renewed 1')
  })
})

describe('a session', () => {
  test('is renewed by the token that the device keeps, each by its successor, where cookies don’t work', async () => {
    const { session, store, scripted, renewals, begun } = await stand({ refreshToken: 'first' })
    expect(store.get().refreshToken).toBe('first')
    scripted.more.set(renewSessionCall.path, ({ refreshToken }) => ({
      ...begun('renewed'),
      refreshToken: `after ${refreshToken}`,
    }))
    await session.renew()
    await session.renew()
    expect(renewals()).toEqual([{ refreshToken: 'first' }, { refreshToken: 'after first' }])
    expect(store.get().refreshToken).toBe('after after first')
  })

  test('says whose it is, and a wallet that went to another address of its person’s follows', async () => {
    const device = await testLogin()
    await enter(device)
    const { wallet } = device.store.get()
    if (!wallet) return expect.fail('There is no wallet.')
    const lovelace = { person: 'email:lovelace@example.com', email: 'lovelace@example.com', userName: 'Ada' }
    const begun = { ...lovelace, accessToken: 'a', expiresAt: 1_900_000_000 }
    for (const other of [newId(), null]) {
      await device.session.begin({ ...begun, wallet: other })
      expect(device.store.get()).toMatchObject({ user: lovelace, wallet: { person: 'email:ada@example.com' } })
    }
    await device.session.begin({ ...begun, wallet: wallet.wallet })
    expect(device.store.get().wallet).toEqual({ ...wallet, person: lovelace.person })
  })

  test('that begins without a wallet here leaves none', async () => {
    const { store, session, begun } = await stand()
    await session.begin({ ...begun('a'), wallet: newId() })
    await session.begin(begun('a'))
    expect(store.get().wallet).toBeNull()
  })

  test('ends here at once and at the server, by the token that is kept, or by the cookie', async () => {
    for (const refreshToken of ['kept', undefined]) {
      const device = await stand({ refreshToken })
      const ending = hold(device, endSessionCall.path)
      const ended = device.session.end()
      await expect.poll(ending.count).toBe(1)
      expect([device.store.get().user, device.store.get().refreshToken]).toEqual([null, null])
      await expect(device.session.token()).rejects.toMatchObject(signedOut)
      ending.letGo()
      await ended
      expect(device.askedOf(endSessionCall.path)).toEqual([refreshToken ? { refreshToken } : {}])
    }
  })

  test('of another login’s token ends by that token', async () => {
    const { session, askedOf } = await stand({ refreshToken: 'kept' })
    await session.end('other')
    expect(askedOf(endSessionCall.path)).toEqual([{ refreshToken: 'other' }])
  })

  test('that can’t be ended at the server is over here, and that is reported', async () => {
    const { session, store, instead, reported } = await stand()
    instead.set(endSessionCall.path, lost)
    await session.end()
    expect([store.get().user, reported]).toMatchObject([null, [{ sentence: 'error.unreachable' }]])
  })

  test('of a browser that keeps nothing is there as long as the page is', async () => {
    const device = await testLogin({ database: refusedDatabase })
    await enter(device)
    expect(await device.session.token()).toBe('token email:ada@example.com')
    const again = await testLogin({ servers: device.scripted, database: refusedDatabase })
    await expect(again.session.token()).rejects.toMatchObject(signedOut)
  })
})
