import { endDeviceCall } from '@foyer/custody/keeperWord'
import { expect, test } from 'vitest'
import { createCallLogin, createNotifyLogin } from './notifyLogin.js'

const receipt = { text: '{}', signature: 'A'.repeat(86) }

/** Says a word to a login server. @returns what came of it, what was asked of whom, and what was logged */
async function told(answer: () => Response, loginUrl?: string) {
  const asked: Request[] = []
  const how: (RequestInit | undefined)[] = []
  const logged: object[] = []
  const callLogin = createCallLogin({
    ...{ walletOrigin: 'https://wallet.example', loginUrl },
    fetch: async (url, init) => {
      how.push(init)
      asked.push(new Request(url, { ...init, signal: null }))
      return answer()
    },
  })
  const notifyLogin = createNotifyLogin({
    callLogin,
    log: { warn: (said: object) => void logged.push(said) },
  })
  return { outcome: await notifyLogin(endDeviceCall, { receipt }), asked, how, logged }
}

test('a word is said to the login server as the wallet’s page, and follows no redirection', async () => {
  for (const [loginUrl, host] of [
    [undefined, 'https://wallet.example'],
    ['http://login.internal:8080', 'http://login.internal:8080'],
  ] as const) {
    const { outcome, asked, how } = await told(() => new Response(null, { status: 204 }), loginUrl)
    const [request] = asked
    expect([outcome, request?.url, request?.method]).toEqual(['done', `${host}${endDeviceCall.path}`, 'POST'])
    expect(await request?.json()).toEqual({ receipt })
    expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
      ...{ 'content-type': 'application/json', origin: 'https://wallet.example', 'sec-fetch-site': 'same-origin' },
    })
    expect(how).toMatchObject([{ redirect: 'manual', signal: expect.any(AbortSignal) }])
  }
})

test.each([
  [200, 'done', false],
  [403, 'refused', false],
  [409, 'refused', false],
  [302, 'away', true],
  [401, 'away', true],
  [429, 'away', true],
  [500, 'away', true],
] as const)('an answer of %i is %s; what isn’t understood is logged', async (status, said, isLogged) => {
  const { outcome, logged } = await told(() => new Response(null, { status }))
  expect(outcome).toBe(said)
  expect(logged).toEqual(isLogged ? [{ call: 'endDevice', status }] : [])
})

test('what an answer says is read to no end', async () => {
  const cancelled: string[] = []
  const body = new ReadableStream({ cancel: () => void cancelled.push('body') })
  expect((await told(() => new Response(body, { status: 200 }))).outcome).toBe('done')
  expect(cancelled).toEqual(['body'])
})

test('a login server that isn’t reached is away, and the log says so', async () => {
  const error = new TypeError('fetch failed')
  const { outcome, logged } = await told(() => {
    throw error
  })
  expect([outcome, logged]).toEqual(['away', [{ call: 'endDevice', error }]])
})
