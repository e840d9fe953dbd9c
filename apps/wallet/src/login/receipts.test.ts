import { encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { personOf } from '@foyer/custody/person'
import type { Statement } from '@foyer/custody/signed'
import { wrapLength } from '@foyer/login/door'
import { openDoorCall, readWalletCall, WalletAddresses } from '@foyer/login/loginCalls'
import { sealVault, vaultLength } from '@foyer/login/vault'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { logIn, testFrame } from '../test/testFrame.js'

/*
 * Receipts that the keeper really signed, of somebody or something else: what a login server between the page and the keeper could pass on.
 */

const email = 'ada@example.com'
const person = personOf({ email: 'eve@example.com' })
const device = encodeBytes(randomBytes(65))

/** The keeper's receipt of one kind, with something else in it. */
const instead =
  (is: Statement['is'], other: object) =>
  (statement: Statement): Statement =>
    statement.is === is ? { ...statement, ...other } : statement

type Servers = Awaited<ReturnType<typeof testFrame>>['servers']
const askedOf = ({ calls }: Servers, path: string) => calls.filter(({ id }) => id === `/login/v1/wallets${path}`).length
const refused = {
  ok: false,
  payload: { message: 'The wallet’s service answered with another wallet than yours. Nothing was opened.' },
}

async function untilCode(frame: Awaited<ReturnType<typeof testFrame>>) {
  await frame.ask('CONNECT_EMAIL', { email })
  await frame.servers.useLink(email)
  expect((await frame.ask('CONNECT_DEVICE')).ok).toBe(true)
}

describe('a genuine receipt of something else', () => {
  test.each([
    ['person', { person }],
    ['device', { device }],
  ])('that another %s has no wallet makes none', async (_, other) => {
    const frame = await testFrame()
    await untilCode(frame)
    frame.servers.state.states = instead('unbound', other)
    expect(await frame.ask('CONNECT_OTP', { otp: frame.servers.code })).toMatchObject(refused)
    expect(askedOf(frame.servers, '')).toBe(0)
    expect((await frame.ask('GET_USER')).ok).toBe(false)
  })

  test.each([
    ['another person’s', { person }],
    ['another device’s', { device }],
    ['of another wallet', { wallet: newId() }],
    ['of another recovery part', { sealedHash: encodeBytes(randomBytes(32)) }],
  ])('a binding that is %s is neither claimed nor shown', async (_, other) => {
    const frame = await testFrame()
    await untilCode(frame)
    frame.servers.state.states = instead('bound', other)
    expect(await frame.ask('CONNECT_OTP', { otp: frame.servers.code })).toMatchObject(refused)
    expect(askedOf(frame.servers, '')).toBe(1)
    expect(askedOf(frame.servers, '/claim')).toBe(0)
    expect((await frame.ask('GET_USER')).ok).toBe(false)
  })

  test.each([
    ['person', { person }],
    ['device', { device }],
  ])('a wallet that is bound to another %s isn’t opened on a second device', async (_, other) => {
    const first = await testFrame()
    await logIn(first)
    const second = await testFrame({ servers: first.servers })
    await untilCode(second)
    first.servers.state.states = instead('bound', other)
    expect(await second.ask('CONNECT_OTP', { otp: first.servers.code })).toMatchObject(refused)
    expect(askedOf(first.servers, '/read')).toBe(0)
    expect((await second.ask('GET_USER')).ok).toBe(false)
  })
})

/** The same servers, of which the login server answers one call with something else. */
function lying(servers: Servers, path: string, instead: (said: Record<string, unknown>) => unknown): Servers {
  return {
    ...servers,
    async fetch(url, init) {
      const answer = await servers.fetch(url, init)
      return String(url) === path ? Response.json(instead(await answer.json())) : answer
    },
  }
}

describe('a login server between the keeper and a new device', () => {
  const other = (length: number) => encodeBytes(randomBytes(length))
  const recovery = (said: Record<string, unknown>, change: object) => ({
    ...said,
    doors: [said.doors]
      .flat()
      .map((door) => (Object(door).kind === 'recovery' ? { ...Object(door), ...change } : door)),
  })

  test.each([
    ['a wrap of its own', readWalletCall.path, (said) => recovery(said, { wrap: other(wrapLength) })],
    ['another door for the keeper’s', readWalletCall.path, (said) => recovery(said, { door: newId() })],
    ['the keeper’s door as a device’s', readWalletCall.path, (said) => recovery(said, { kind: 'device' })],
    ['another wallet', readWalletCall.path, (said) => ({ ...said, wallet: newId() })],
    ['another vault', readWalletCall.path, (said) => ({ ...said, vault: other(vaultLength) })],
    ['another half', openDoorCall.path, () => ({ b: other(32) })],
  ] as const satisfies readonly (readonly [string, string, (said: Record<string, unknown>) => unknown])[])(
    'that gives %s opens nothing there, shows no address, and gets no door',
    async (_, path, instead) => {
      const first = await testFrame()
      await logIn(first)
      const { servers } = first
      const second = await testFrame({ servers: lying(servers, path, instead) })
      await untilCode(second)
      const doors = () => servers.calls.filter(({ id }) => id === '/login/v1/doors/add').length
      const before = doors()
      expect((await second.ask('CONNECT_OTP', { otp: servers.code })).ok).toBe(false)
      expect([doors(), (await second.ask('GET_USER')).ok]).toEqual([before, false])
    },
  )

  test('that puts a wallet of its own under the person’s shows none of its addresses: it knows the key, and not the keeper’s half', async () => {
    const first = await testFrame()
    await logIn(first)
    const dataKey = randomBytes(32)
    const { servers } = first
    const second = await testFrame({
      servers: {
        ...servers,
        async fetch(url, init) {
          const answer = await servers.fetch(url, init)
          if (String(url) !== readWalletCall.path) return answer
          const said = await answer.json()
          const vault = encodeBytes(await sealVault({ wallet: said.wallet, dataKey, secret: randomBytes(16) }))
          return Response.json({ ...said, vault })
        },
      },
    })
    await untilCode(second)
    expect((await second.ask('CONNECT_OTP', { otp: servers.code })).ok).toBe(false)
    expect((await second.ask('GET_USER')).ok).toBe(false)
  })

  test('that answers addresses of its own for the person’s wallet is not believed: the secret says them', async () => {
    const first = await testFrame()
    await logIn(first)
    const eip155 = `0x${'a1'.repeat(20)}`
    const instead = (said: Record<string, unknown>) => ({
      ...said,
      addresses: v.parse(WalletAddresses, said.addresses).map((each) => ({
        ...each,
        ...(each.family === 'eip155' ? { address: eip155 } : {}),
      })),
    })
    const second = await testFrame({ servers: lying(first.servers, readWalletCall.path, instead) })
    await logIn(second)
    const { payload } = await second.ask('GET_USER')
    expect(payload).toEqual((await first.ask('GET_USER')).payload)
    expect(Object(payload).address).not.toBe(eip155)
  })
})
