import { decodeBytes } from '@foyer/custody/bytes'
import type { SignedCall } from '@foyer/custody/calls'
import type {} from '@foyer/keeper/services' // by which the types that are inferred here are named
import { askSigned, createDevice, type Device, email, firstLogin, startWorld } from '@foyer/keeper/test/keeperWorld'
import type { Database } from '@foyer/service/db/database'
import { handClock } from '@foyer/service-testing/handClock'
import { createDevice as createLoginDevice, openLogin, type TestDevice, wholeJson } from '../../login/test/openLogin.js'
import { makeWallet } from '../../login/test/testWallet.js'

/** `lost`: what the keeper says doesn't arrive. `deaf`: its answer doesn't, as where the keeper ends in between. */
export type Fault = 'lost' | 'deaf'

/** A keeper and a login server that reach each other, with one clock unless a test sets them apart, and a person whose wallet both have. For tests. */
export async function startBoth(
  databases: Readonly<Record<'keeper' | 'login', Database>>,
  { sendsAhead = false } = {},
) {
  const clock = handClock(Date.parse('2026-01-01T00:00:00Z'))
  /** by the end of the path of what the keeper says; the first is of the next time */
  const faults = new Map<string, Fault[]>()
  /** what happens once, by the same names, between what the login server has done and the keeper's having its answer */
  const meanwhile = new Map<string, () => Promise<void>>()
  const said: string[] = []
  const loginServer = async (path: string, body: string): Promise<Response> => {
    const name = path.split('/').at(-1) ?? ''
    const fault = faults.get(name)?.shift()
    if (fault === 'lost') throw new TypeError('fetch failed')
    said.push(name)
    const answer = await login.api.post(path, JSON.parse(body), wholeJson)
    const happens = meanwhile.get(name)
    meanwhile.delete(name)
    await happens?.()
    if (fault === 'deaf') throw new TypeError('fetch failed')
    return answer
  }
  const world = await startWorld({ database: databases.keeper, clock, loginServer, sendsAhead })
  const { publicKeys } = world.secret
  const publicKey = await crypto.subtle.importKey(
    'raw',
    decodeBytes(publicKeys.signing),
    { name: 'ECDSA', namedCurve: 'P-256' },
    true,
    ['verify'],
  )
  const keys = { privateKey: world.services.keeper.secrets.signing, publicKey }
  const login = await openLogin({ database: databases.login, keeper: { keys, device: publicKeys.signing } })
  let apartMs = 0
  const pass = (ms: number) => {
    clock.pass(ms)
    login.api.time = clock.now() + apartMs
  }
  /** From now on the login server's clock is so much before the keeper's. */
  const setApart = (ms: number) => {
    apartMs = ms
    pass(0)
  }
  pass(0)
  const logIn = async (by: TestDevice) => (await login.logIn({ by, email })).accessToken
  const device = await createDevice()
  const by: TestDevice = { keys: device.keys, device: device.id }
  const token = await logIn(by)
  const { wallet } = await makeWallet({ login, by, token, email })
  const first = await firstLogin(world, { device, wallet: wallet.wallet })
  // The keeper asks once whether the login server has the wallet; what is said from here on is a test's.
  await world.sendLate()
  said.length = 0
  return {
    ...{
      world,
      login,
      clock,
      pass,
      setApart,
      faults,
      meanwhile,
      said,
      logIn,
      by,
      token,
      device,
      browser: first.browser,
    },
    wallet: wallet.wallet,
    /** The key that every door of the wallet opens to. */
    dataKey: wallet.dataKey,
    otherDevice: createLoginDevice,
    atKeeper: (call: SignedCall, payload: unknown, who: Device = device) =>
      askSigned(world, { call, keys: who.keys, payload }),
    atLogin: (call: SignedCall, payload: unknown, as = token, who: TestDevice = by) =>
      login.ask(call, who, payload, { token: as }),
  }
}

export type Both = Awaited<ReturnType<typeof startBoth>>
