import { linksWaiting } from '@foyer/embedded/protocol'
import { describe, expect, test } from 'vitest'
import { logIn, memoryDatabase, ownHost, refusedDatabase, type TestFrame, testFrame } from '../test/testFrame.js'

const [ada, lovelace] = ['ada@example.com', 'lovelace@example.com']

async function opened(options: Parameters<typeof testFrame>[0] = {}) {
  const frame = await testFrame(options)
  await logIn(frame, ada)
  return frame
}

const failed = (message: string) => ({ ok: false, payload: expect.objectContaining({ message }) })

/** Types both codes. @returns what the second is answered */
async function typeBoth({ ask, servers }: Pick<TestFrame, 'ask' | 'servers'>) {
  expect(await ask('UPDATE_EMAIL', { email: ` ${lovelace.toUpperCase()} ` })).toMatchObject({ ok: false })
  expect(await ask('UPDATE_EMAIL', { email: lovelace })).toEqual({
    ok: true,
    payload: { action: 'VERIFY_PRIMARY_OTP', codeSeconds: 420 },
  })
  expect(await ask('UPDATE_EMAIL_PRIMARY_OTP', { otp: '000000' })).toEqual(failed('Invalid code'))
  expect(await ask('UPDATE_EMAIL_PRIMARY_OTP', { otp: servers.code })).toEqual({ ok: true, payload: undefined })
  return ask('UPDATE_EMAIL_SECONDARY_OTP', { otp: servers.code })
}

const pathsOf = ({ servers }: TestFrame) => servers.calls.map(({ id }) => id)

describe('[S7.39] another mailbox', () => {
  test('[S4.24] has its wallet by both codes and the keeper’s word, and signs on as before', async () => {
    const frame = await opened()
    const before = await frame.ask('GET_USER', { chainId: 1 })
    expect(await typeBoth(frame)).toEqual({ ok: true, payload: { newEmail: lovelace } })
    const after = await frame.ask('GET_USER', { chainId: 1 })
    expect(after.payload).toEqual({ ...Object(before.payload), email: lovelace })
    expect(await frame.ask('IS_CONNECTED')).toEqual({ ok: true, payload: { isConnected: true } })
    expect(await frame.ask('CONNECT_EMAIL', { email: lovelace })).toEqual({ ok: true, payload: { action: 'CONNECT' } })
    const paths = pathsOf(frame)
    expect(paths.indexOf('/keeper/v1/emails/change')).toBeGreaterThan(paths.lastIndexOf('/login/v1/emails/verify'))
    expect(frame.reported).toEqual([])
  })

  test('tells an application of this kit at once that the code was right, and then that it waits for the links', async () => {
    const frame = await opened()
    const { ask, cancel } = ownHost(frame)
    const { servers } = frame
    servers.state.changeIs = { status: 'waiting' }
    expect(await typeBoth({ ask, servers })).toEqual(failed(linksWaiting))
    const waiting = ask('UPDATE_EMAIL_SECONDARY_OTP', { otp: servers.code })
    await expect
      .poll(() => pathsOf(frame).filter((path) => path === '/keeper/v1/emails/state').length)
      .toBeGreaterThan(2)
    cancel()
    expect(await waiting).toEqual(failed(linksWaiting))
    servers.state.changeIs = undefined
    expect(await ask('UPDATE_EMAIL_SECONDARY_OTP', { otp: '' })).toEqual({ ok: true, payload: { newEmail: lovelace } })
  })

  test('that waits by the operator’s rule says until when, and is finished on the next visit', async () => {
    const database = memoryDatabase()
    const frame = await opened({ database })
    const { servers } = frame
    servers.state.changeIs = { status: 'held', opensAt: 1_800_000_000 }
    const held = await typeBoth(frame)
    expect(held.ok).toBe(false)
    expect(Object(held.payload).message).toMatch(/^lovelace@example\.com opens your wallet from .* on\./)
    const early = await testFrame({ servers, database })
    await early.ask('IS_CONNECTED')
    expect((await early.ask('GET_USER')).payload).toMatchObject({ email: ada })
    servers.state.changeIs = undefined
    const later = await testFrame({ servers, database })
    expect(await later.ask('IS_CONNECTED')).toEqual({ ok: true, payload: { isConnected: true } })
    expect((await later.ask('GET_USER')).payload).toMatchObject({ email: lovelace })
    const calls = servers.calls.length
    await later.ask('IS_CONNECTED')
    expect(servers.calls.length).toBe(calls)
  })

  test.each([
    ['refused', 'The change was refused, or not confirmed in time. Your address stays as it is.'],
    ['taken', 'This address has a wallet of its own. Use another one.'],
  ] as const)('that is %s stays what it was', async (reason, message) => {
    const frame = await opened()
    frame.servers.state.changeIs = { status: 'ended', reason }
    expect(await typeBoth(frame)).toEqual(failed(message))
    expect((await frame.ask('GET_USER')).payload).toMatchObject({ email: ada })
  })

  test('that has a wallet already is refused once its mailbox is proved', async () => {
    const frame = await opened()
    frame.servers.state.refusal = { status: 409, code: 'email_taken' }
    expect(await typeBoth(frame)).toEqual(failed('This address has a wallet of its own. Use another one.'))
    expect(pathsOf(frame)).not.toContain('/keeper/v1/emails/change')
  })

  test('follows on another device of the person’s as soon as its session is renewed', async () => {
    const [one, other] = [memoryDatabase(), memoryDatabase()]
    const frame = await opened({ database: one })
    const { servers } = frame
    const second = await testFrame({ servers, database: other })
    await logIn(second, ada)
    await typeBoth(frame)
    const again = await testFrame({ servers, database: other })
    await again.ask('IS_CONNECTED')
    expect((await again.ask('GET_USER')).payload).toMatchObject({ email: lovelace })
    expect(await again.ask('CONNECT_EMAIL', { email: lovelace })).toEqual({ ok: true, payload: { action: 'CONNECT' } })
  })

  test('is asked for by nobody who isn’t logged in, has no mailbox, types no code or stays where they are', async () => {
    const nobody = await testFrame()
    expect(await nobody.ask('UPDATE_EMAIL', { email: lovelace })).toMatchObject({ ok: false })
    expect(await nobody.ask('UPDATE_EMAIL_PRIMARY_OTP', { otp: '1' })).toEqual(failed('Ask for a code first.'))
    expect(await nobody.ask('UPDATE_EMAIL_SECONDARY_OTP', { otp: '1' })).toEqual(failed('Ask for a code first.'))
    const frame = await opened()
    expect(await frame.ask('UPDATE_EMAIL', { email: ada })).toEqual(failed('This is your address already.'))
    const unkept = await opened({ database: refusedDatabase })
    expect(Object((await unkept.ask('UPDATE_EMAIL', { email: lovelace })).payload).message).toMatch(/keeps nothing/)
  })
})
