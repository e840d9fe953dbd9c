import { listen } from '@foyer/page'
import { expect, test } from 'vitest'
import { readConfig } from './readConfig.js'
import { startFault } from './startFault.js'

const fetch = () => new Response('')
const caught = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('It listens.'),
    (error: unknown) => error,
  )

test('a port that another program holds, and an address that this machine hasn’t, are told by their settings', async () => {
  const { port, stop } = await listen({ fetch, port: 0 })
  expect(startFault(await caught(listen({ fetch, port })))).toBe(
    `The wallet's host can't listen on 127.0.0.1, port ${port} (EADDRINUSE). Another program holds it: stop that one, or set WALLET_PORT to another.`,
  )
  await stop()
  expect(startFault(await caught(listen({ fetch, port: 0, host: '192.0.2.1' })))).toMatch(
    /^The wallet's host can't listen on 192\.0\.2\.1.* Set WALLET_HOST and WALLET_PORT to what/,
  )
})

test('a page that isn’t built, and an environment that isn’t one, are told too; anything else is left to be shown whole', async () => {
  const missing = Object.assign(new Error('x'), { code: 'ENOENT', syscall: 'open' })
  expect(startFault(missing)).toContain('node scripts/build.mjs apps/wallet')
  const none = () => readConfig({})
  expect(none).toThrow(/^The wallet's host can't start:\n- API_URL must be set\.\n- LOGIN_URL must be set\./)
  expect(startFault(new TypeError('x'))).toBeUndefined()
})

const set = { API_URL: 'http://a', LOGIN_URL: 'http://b', KEEPER_URL: 'http://c', KEEPER_PUBLIC_KEYS: '{' }

test.each([
  [{}, 'KEEPER_PUBLIC_KEYS must be JSON: the second line that foyer-keeper keys prints'],
  [{ WALLET_PORT: "'7106'" }, 'WALLET_PORT has quotation marks around it'],
  [{ API_URL: ' http://a' }, 'API_URL has blanks at its beginning or its end'],
  [{ WALLET_PROJECT_ID: '"shop"' }, 'WALLET_PROJECT_ID has quotation marks around it'],
])('%j is a sentence', (said, sentence) => {
  expect(() => readConfig({ ...set, ...said })).toThrow(sentence)
})
