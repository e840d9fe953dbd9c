import { encodeBytes, newId, personOf, randomBytes, type Statement } from '@foyer/embedded/custody'
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
