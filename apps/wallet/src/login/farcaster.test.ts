import { expect, test } from 'vitest'
import { testFrame } from '../test/testFrame.js'

const signed = { message: 'a message', signature: '0x00', userName: 'ada' }
const url = 'https://farcaster.test/~/siwf'

test('[S1.3 S7.39] what a telephone has signed opens a wallet: it is sealed to the keeper, and the name comes back', async () => {
  const frame = await testFrame()
  expect(await frame.ask('GET_FARCASTER_URI')).toEqual({ ok: true, payload: { url } })
  frame.servers.state.signed = signed
  expect(await frame.ask('CONNECT_FARCASTER')).toEqual({ ok: true, payload: { userName: 'ada' } })
  const { userName: _, ...proof } = signed
  expect(frame.servers.proofs).toEqual([{ ...proof, vouch: null }])
  expect(await frame.ask('IS_CONNECTED')).toMatchObject({ payload: { isConnected: true } })
  expect(await frame.ask('GET_USER')).toMatchObject({ ok: true, payload: { address: expect.stringMatching(/^0x/) } })
  // It counts once.
  expect(await frame.ask('CONNECT_FARCASTER')).toMatchObject({
    payload: { message: 'The login is over. Begin again.' },
  })
})

test('an application that asks again meanwhile has the one answer', async () => {
  const frame = await testFrame()
  await frame.ask('GET_FARCASTER_URI')
  const asks = [1, 2].map(() => frame.ask('CONNECT_FARCASTER'))
  frame.servers.state.signed = signed
  expect(await Promise.all(asks)).toEqual([1, 2].map(() => ({ ok: true, payload: { userName: 'ada' } })))
  expect(frame.servers.proofs).toHaveLength(1)
})

test.each([
  ['social_refused', 'What the provider said doesn’t log you in. Try again.'],
  ['provider_away', 'The provider can’t be reached. Try again in a moment.'],
  ['provider_busy', 'The provider takes no more logins at the moment. Try again in 1800 seconds.', '1800'],
])('a login that the servers refuse as %s says why, and is over', async (code, message, retryAfter = '') => {
  const frame = await testFrame()
  await frame.ask('GET_FARCASTER_URI')
  frame.servers.state.refusal = { status: 403, code, retryAfter }
  expect(await frame.ask('CONNECT_FARCASTER')).toMatchObject({ ok: false, payload: { message } })
  expect(await frame.ask('CONNECT_FARCASTER')).toMatchObject({
    payload: { message: 'The login is over. Begin again.' },
  })
})

test('a wallet that hasn’t it says so', async () => {
  const frame = await testFrame()
  frame.servers.state.refusal = { status: 403, code: 'social_off' }
  const off = { ok: false, payload: { message: 'This wallet has no login by that provider.' } }
  expect(await frame.ask('GET_FARCASTER_URI')).toMatchObject(off)
})
