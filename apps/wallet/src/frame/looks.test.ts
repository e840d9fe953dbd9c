import { expect, test } from 'vitest'
import { logIn, testFrame } from '../test/testFrame.js'

test('[S3.8] a dapp without an accent of its own has the wallet’s, not the one that the original names then', async () => {
  const { ask, frame } = await testFrame()
  const own = { '--w3m-accent': 'hsla(231, 100%, 70%, 1)' }
  await ask('SYNC_THEME', { themeMode: 'light', themeVariables: { '--w3m-accent': 'green' }, w3mThemeVariables: own })
  expect(frame.state.get().theme).toEqual({ mode: 'light', accent: 'green' })
  await ask('SYNC_THEME', { themeMode: 'dark', themeVariables: {}, w3mThemeVariables: own })
  expect(frame.state.get().theme).toEqual({ mode: 'dark', accent: undefined })
  await ask('SYNC_THEME', { themeVariables: { '--w3m-accent': 7 } })
  await ask('SYNC_THEME', { themeMode: 'light' })
  expect(frame.state.get().theme).toEqual({ mode: 'light', accent: '7' })
})

test('nothing is drawn until a visitor is to see something, and a request is drawn before it is read', async () => {
  const framed = await testFrame()
  await framed.ask('IS_CONNECTED')
  const signing = { method: 'personal_sign', params: ['0x68656c6c6f'] }
  expect(await framed.ask('RPC_REQUEST', signing)).toMatchObject({ ok: false })
  expect(framed.frame.state.get().isDrawn).toBe(false)
  await framed.ask('CONNECT_EMAIL', { email: 'ada@example.com' })
  expect(framed.frame.state.get().isDrawn).toBe(true)
  const { database, servers } = framed
  await logIn(framed)
  const again = await testFrame({ database, servers })
  await again.ask('GET_USER')
  expect(again.frame.state.get().isDrawn).toBe(false)
  void again.ask('RPC_REQUEST', signing)
  expect(again.frame.state.get()).toMatchObject({ isDrawn: true, approvals: [] })
})

test('what the visitor has put away isn’t what is drawn when the frame is shown again', async () => {
  const framed = await testFrame()
  await framed.ask('CONNECT_EMAIL', { email: 'ada@example.com' })
  expect(framed.frame.state.get().login?.is).toBe('digits')
  framed.frame.putAway()
  expect(framed.frame.state.get().login).toBeUndefined()
  await framed.ask('CONNECT_EMAIL', { email: 'ada@example.com' })
  expect(framed.frame.state.get().login).toBeUndefined()
})
