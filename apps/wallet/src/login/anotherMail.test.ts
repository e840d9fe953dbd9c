import { describe, expect, test } from 'vitest'
import { memoryDatabase, ownHost, type TestFrame, testFrame } from '../test/testFrame.js'

const email = 'ada@example.com'

describe('another mail', () => {
  const begun = ({ servers }: TestFrame) => servers.calls.filter(({ id }) => id.endsWith('/ceremonies')).length
  const digitsIn = ({ frame }: TestFrame) => {
    const { login } = frame.state.get()
    return login?.is === 'digits' ? login.digits : ''
  }

  test('that our application asks for while it waits begins another ceremony, which the wait goes on with: one code is sent', async () => {
    const frame = await testFrame()
    const { ask, cancel, close } = ownHost(frame)
    await ask('CONNECT_EMAIL', { email })
    const before = digitsIn(frame)
    const left = ask('CONNECT_DEVICE')
    expect((await ask('CONNECT_EMAIL', { email })).payload).toMatchObject({ action: 'VERIFY_DEVICE' })
    expect(begun(frame)).toBe(2)
    const shown = digitsIn(frame)
    expect(shown).not.toBe(before)
    cancel(2) // as our host does once it has the other's answer
    const waiting = ask('CONNECT_DEVICE')
    expect(await frame.servers.useLink(email)).toBe(shown)
    expect([(await left).ok, (await waiting).ok]).toEqual([false, true])
    const sent = frame.servers.calls.filter(({ id, body }) => id.endsWith('/logins') && body.includes('confirmation'))
    expect(sent).toHaveLength(1)
    expect((await ask('CONNECT_OTP', { otp: frame.servers.code })).ok).toBe(true)
    close()
  })

  test('is sent as its visitor presses for it in the frame, and one that is too many isn’t', async () => {
    const frame = await testFrame()
    const { ask, close } = ownHost(frame)
    await ask('CONNECT_EMAIL', { email })
    const waiting = ask('CONNECT_DEVICE')
    const sendAgain = () => {
      const { login } = frame.frame.state.get()
      return login?.is === 'digits' ? login.sendAgain() : expect.fail()
    }
    const before = digitsIn(frame)
    await sendAgain()
    expect([begun(frame), digitsIn(frame) === before]).toEqual([2, false])
    await sendAgain()
    await expect(sendAgain()).rejects.toMatchObject({ sentence: 'error.lastLink' })
    await frame.servers.useLink(email)
    expect((await waiting).ok).toBe(true)
    close()
  })

  test('isn’t waited for by a visitor who goes by another address: the application is told so', async () => {
    const frame = await testFrame()
    const { ask, close } = ownHost(frame)
    await ask('CONNECT_EMAIL', { email })
    const waiting = ask('CONNECT_DEVICE')
    await expect.poll(() => frame.servers.calls.some(({ id }) => id.endsWith('/ceremonies/state'))).toBe(true)
    frame.frame.useAnother()
    expect(await waiting).toEqual({ ok: true, payload: 'ANOTHER' })
    expect(frame.frame.state.get().login).toBeUndefined()
    await ask('CONNECT_EMAIL', { email: 'eve@example.com' })
    expect(frame.frame.state.get().login).toMatchObject({ is: 'digits', email: 'eve@example.com' })
    close()
  })

  test('is not sent to one who left the wait and came back, nor to an application of the original’s', async () => {
    const frame = await testFrame()
    const { ask, cancel, close } = ownHost(frame)
    await ask('CONNECT_EMAIL', { email })
    const left = ask('CONNECT_DEVICE')
    cancel()
    await ask('CONNECT_EMAIL', { email })
    const original = await testFrame()
    await original.ask('CONNECT_EMAIL', { email })
    const waiting = original.ask('CONNECT_DEVICE')
    await original.ask('CONNECT_EMAIL', { email })
    expect([begun(frame), begun(original)]).toEqual([1, 1])
    await Promise.all([frame, original].map(({ servers }) => servers.useLink(email)))
    await Promise.all([left, waiting])
    close()
  })

  test('is not sent where the link was used meanwhile', async () => {
    const frame = await testFrame()
    const { ask, close } = ownHost(frame)
    await ask('CONNECT_EMAIL', { email })
    frame.servers.state.override = () => ({ status: 'waiting' })
    const waiting = ask('CONNECT_DEVICE')
    await frame.servers.useLink(email)
    frame.servers.state.override = undefined
    await ask('CONNECT_EMAIL', { email })
    expect(begun(frame)).toBe(1)
    expect((await waiting).ok).toBe(true)
    close()
  })

  test('is sent twice in a row, also over a reload; then the last link is kept', async () => {
    const database = memoryDatabase()
    const frame = await testFrame({ database })
    const first = ownHost(frame)
    await first.ask('CONNECT_EMAIL', { email })
    const left = first.ask('CONNECT_DEVICE')
    await first.ask('CONNECT_EMAIL', { email })
    const again = await testFrame({ database, servers: frame.servers })
    const { ask, close } = ownHost(again)
    const waiting = ask('CONNECT_DEVICE')
    await ask('CONNECT_EMAIL', { email })
    expect(begun(frame)).toBe(3)
    expect(await ask('CONNECT_EMAIL', { email })).toEqual({
      ok: false,
      payload: { message: 'No more mails are sent for now. Use the link in the last one.' },
    })
    expect(begun(frame)).toBe(3)
    expect(await frame.servers.useLink(email)).toBe(digitsIn(again))
    expect((await waiting).ok).toBe(true)
    await left
    first.close()
    close()
  })
})
