import { afterEach, describe, expect, test, vi } from 'vitest'
import type { LocalAnswer, LocalRequest } from '../http/test/localServer.js'
import { eventCall } from '../wire/event.js'
import { allowedOriginsCall, analyticsConfigCall } from '../wire/project.js'
import { balance as balanceOf, identity } from './account.js'
import { ask } from './ask.js'
import type { ApiOptions } from './createApi.js'
import { answersAt, type LocalApi, openLocalApi } from './test/localApi.js'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const chains = { http: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], ws: [] }
const balance = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  price: 3000,
  quantity: { decimals: '18', numeric: '1.5' },
  iconUrl: '',
}
const event = {
  eventId: '3f0f6f0a-1de5-4e4c-9f5c-0a3a4e2b1c11',
  url: 'https://dapp.example/',
  domain: 'dapp.example',
  timestamp: 1_700_000_000_000,
  props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
} as const

test('without a project id no request is sent', async () => {
  const { api, requests } = await start(answers(), { projectId: '' })
  const refused = { code: 'missing_project_id' }
  await expect(ask(api, allowedOriginsCall)).rejects.toMatchObject(refused)
  await expect(ask(api, eventCall, { body: event })).rejects.toMatchObject(refused)
  expect(requests).toEqual([])
})

/** A server of the wire's, with the answers of a test on top. */
function answers(own: Readonly<Record<string, LocalAnswer>> = {}) {
  return answersAt({
    '/v1/supported-chains': { body: chains },
    [`/v1/identity/${address}`]: { body: { name: 'vitalik.eth', avatar: null } },
    [`/v1/account/${address}/balance`]: { body: { balances: [balance] } },
    '/projects/v1/origins': { body: { allowedOrigins: ['https://dapp.example'] } },
    '/getAnalyticsConfig': { body: { isAnalyticsEnabled: true } },
    '/e': { status: 202 },
    ...own,
  })
}

let opened: LocalApi | undefined
afterEach(() => opened?.close())

async function start(
  answer: (request: LocalRequest, at: number) => LocalAnswer = answers(),
  options: Partial<ApiOptions> = {},
): Promise<LocalApi> {
  opened = await openLocalApi({ answer, options })
  return opened
}

describe('the calls', () => {
  test('[S7.1] every call carries projectId, st and sv, and the client id once it is known', async () => {
    let clientId: string | undefined
    const { api, requests } = await start(answers(), { clientId: () => clientId })
    await identity(api, { address, sender: address })
    await balanceOf(api, { address, networkId: 'eip155:1', forceUpdate: ['eip155:1:0x1', 'eip155:1:0x2'] })
    await ask(api, allowedOriginsCall)
    await ask(api, analyticsConfigCall)
    await ask(api, eventCall, { body: event })
    expect(requests).toHaveLength(6)
    for (const { url } of requests) {
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        projectId: 'my-project',
        st: 'appkit',
        sv: 'react-evm-1.7.6',
      })
      expect(url.searchParams.has('clientId')).toBe(false)
    }
    clientId = 'did:key:z6Mk'
    await identity(api, { address })
    expect(requests.at(-1)?.url.searchParams.get('clientId')).toBe(clientId)
  })

  test('[S7.4] identity: name and avatar of an address, asked for by a sender', async () => {
    const { api, asked } = await start()
    expect(await identity(api, { address, sender: '0x1' })).toEqual({ name: 'vitalik.eth', avatar: null })
    expect(asked(`/v1/identity/${address}`)[0]?.url.searchParams.get('sender')).toBe('0x1')
  })

  test('balance: in US dollars, for one network, fresh for some tokens', async () => {
    const { api, asked } = await start()
    const networkId = 'eip155:1'
    expect(await balanceOf(api, { address, networkId, forceUpdate: ['eip155:1:0x1', 'eip155:1:0x2'] })).toEqual({
      balances: [balance],
    })
    expect(Object.fromEntries(asked(`/v1/account/${address}/balance`)[0]?.url.searchParams ?? [])).toMatchObject({
      currency: 'usd',
      chainId: 'eip155:1',
      forceUpdate: 'eip155:1:0x1,eip155:1:0x2',
    })
  })

  test('[S5.15] a token without decimals is no balance to show', async () => {
    const whole = { ...balance, quantity: { decimals: '0', numeric: '3' } }
    const { api } = await start(
      answers({ [`/v1/account/${address}/balance`]: { body: { balances: [whole, balance] } } }),
    )
    expect(await balanceOf(api, { address })).toEqual({ balances: [balance] })
  })

  test('[S7.27 S7.28] the project’s origins', async () => {
    const { api, asked } = await start()
    expect(await ask(api, allowedOriginsCall)).toEqual({ allowedOrigins: ['https://dapp.example'] })
    expect(asked('/projects/v1/origins')[0]?.method).toBe('GET')
  })

  test('[S7.29 S7.30] the analytics switch', async () => {
    const { api, asked } = await start()
    expect(await ask(api, analyticsConfigCall)).toEqual({ isAnalyticsEnabled: true })
    expect(asked('/getAnalyticsConfig')[0]?.method).toBe('GET')
  })

  test('[S7.31 S7.32] an event is posted whole, with the common query', async () => {
    const { api, asked } = await start()
    await ask(api, eventCall, { body: event })
    const [request] = asked('/e')
    expect(request?.method).toBe('POST')
    expect(JSON.parse(request?.body ?? '')).toEqual(event)
    expect(Object.fromEntries(request?.url.searchParams ?? [])).toEqual({
      projectId: 'my-project',
      st: 'appkit',
      sv: 'react-evm-1.7.6',
    })
  })

  test.each(['', '.', '..'])('an address %j never climbs the path', async (dots) => {
    const { api, requests } = await start()
    await expect(identity(api, { address: dots })).rejects.toMatchObject({ code: 'invalid_account_id' })
    expect(requests.map(({ url }) => url.pathname)).toEqual(['/v1/supported-chains'])
  })

  test('nor does one with slashes, a query or a fragment leave its place', async () => {
    const { api, requests, settled } = await start()
    expect(await settled(identity(api, { address: '../../x?projectId=y#z' }))).toMatchObject({ error: { status: 404 } })
    expect(requests.at(-1)?.url.pathname).toBe('/v1/identity/..%2F..%2Fx%3FprojectId%3Dy%23z')
    expect(requests.at(-1)?.url.searchParams.getAll('projectId')).toEqual(['my-project'])
  })
})

describe('the gate', () => {
  test('[S7.1] the list of supported networks is loaded once, before the first call, by many calls together', async () => {
    const { api, requests, asked } = await start()
    await Promise.all([balanceOf(api, { address }), identity(api, { address }), balanceOf(api, { address })])
    expect(requests[0]?.url.pathname).toBe('/v1/supported-chains')
    expect(asked('/v1/supported-chains')).toHaveLength(1)
    expect(await api.chains.load()).toEqual(chains)
    expect(asked('/v1/supported-chains')).toHaveLength(1)
  })

  test.each([['eip155:31337'], [undefined]] as const)(
    '[S7.2] on the network %s, which is not served, the result is empty and nothing is asked',
    async (network) => {
      const { api, requests } = await start(answers(), { network: () => network })
      expect(await balanceOf(api, { address })).toEqual({ balances: [] })
      expect(await identity(api, { address })).toEqual({ name: '', avatar: '' })
      expect(await api.chains.isSupported({ networkId: network })).toBe(false)
      expect(requests.map(({ url }) => url.pathname)).toEqual(network ? ['/v1/supported-chains'] : [])
    },
  )

  test('identity looks at the network it is given', async () => {
    const { api } = await start(answers(), { network: () => 'eip155:31337' })
    expect(await identity(api, { address, networkId: 'eip155:1' })).toMatchObject({ name: 'vitalik.eth' })
  })

  test('[S7.2] a list that fails counts as unsupported, is reported to the host, and is requested again by the next call', async () => {
    let isDown = true
    const { api, asked, settled, errors } = await start((request) =>
      isDown && request.url.pathname === '/v1/supported-chains' ? { status: 404 } : answers()(request),
    )
    expect(await settled(balanceOf(api, { address }))).toEqual({ value: { balances: [] } })
    expect(errors).toMatchObject([{ code: 'http', status: 404, facts: { call: 'listSupportedChains' } }])
    isDown = false
    expect(await settled(balanceOf(api, { address }))).toEqual({ value: { balances: [balance] } })
    expect(asked('/v1/supported-chains')).toHaveLength(2)
  })

  test('one caller’s abort does not end the load that another waits for', async () => {
    const { api } = await start()
    const controller = new AbortController()
    const mine = balanceOf(api, { address, signal: controller.signal })
    const other = balanceOf(api, { address })
    controller.abort()
    await expect(mine).rejects.toMatchObject({ code: 'aborted' })
    expect(await other).toEqual({ balances: [balance] })
  })
})

describe('failures', () => {
  const path = '/getAnalyticsConfig'

  test('[S9.35 S8.40] [F22] a 503 is tried again three times, after 150, 300 and 600 ms', async () => {
    const { api, clock, asked, settled } = await start(answers({ [path]: { status: 503 } }))
    const before = clock.now()
    expect(await settled(ask(api, analyticsConfigCall))).toMatchObject({ error: { code: 'http', status: 503 } })
    expect(asked(path)).toHaveLength(4)
    expect(clock.now() - before).toBe(150 + 300 + 600)
  })

  test('[S8.41] [F22] a 429 waits as long as the server asks', async () => {
    let first = true
    const { api, clock, settled } = await start((request) => {
      if (!first) return answers()(request)
      first = false
      return { status: 429, headers: { 'retry-after': '3' } }
    })
    const before = clock.now()
    expect(await settled(ask(api, analyticsConfigCall))).toEqual({ value: { isAnalyticsEnabled: true } })
    expect(clock.now() - before).toBe(3000)
  })

  test('[S8.41] a server that asks for a minute gets no second request', async () => {
    const { api, asked, settled } = await start(answers({ [path]: { status: 429, headers: { 'retry-after': '60' } } }))
    expect(await settled(ask(api, analyticsConfigCall))).toMatchObject({ error: { status: 429, retryAfterMs: 60_000 } })
    expect(asked(path)).toHaveLength(1)
  })

  test('[S8.35 S8.36] a refusal carries status, body and the server’s reasons', async () => {
    const body = { status: 'FAILED', reasons: [{ name: 'projectId', description: 'Unauthorized: invalid key' }] }
    const { api } = await start(answers({ [path]: { status: 401, body } }))
    await expect(ask(api, analyticsConfigCall)).rejects.toMatchObject({
      message: 'HTTP status code: 401',
      status: 401,
      body: JSON.stringify(body),
      reasons: body.reasons,
      facts: { call: 'getAnalyticsConfig' },
    })
  })

  test('[S8.37 S9.35] no answer in ten seconds is a time-out, and is not asked for again', async () => {
    const { api, clock, asked } = await start(answers({ [path]: { end: 'never' } }))
    const outcome = ask(api, analyticsConfigCall).catch((error: unknown) => error)
    await vi.waitUntil(() => asked(path).length === 1, { interval: 1 })
    expect(clock.next).toBe(10_000)
    await clock.advance(9_999)
    expect(clock.pending).toBe(1)
    await clock.advance(1)
    expect(await outcome).toMatchObject({
      code: 'request_timeout',
      message: 'The request took too long to respond.',
      facts: { timeoutMs: 10_000 },
    })
    expect(asked(path)).toHaveLength(1)
    expect(clock.pending).toBe(0)
  })

  test('a caller who gives up ends the request', async () => {
    const { api, asked } = await start(answers({ [path]: { end: 'never' } }))
    const controller = new AbortController()
    const outcome = ask(api, analyticsConfigCall, { signal: controller.signal }).catch((error: unknown) => error)
    await vi.waitUntil(() => asked(path).length === 1, { interval: 1 })
    controller.abort()
    expect(await outcome).toMatchObject({ code: 'aborted' })
  })

  test('a web page instead of JSON, and a wrong field, are named', async () => {
    const page = await start(answers({ [path]: { body: '<!doctype html><p>Sign in to this café' } }))
    await expect(ask(page.api, analyticsConfigCall)).rejects.toMatchObject({
      code: 'invalid_response',
      message: expect.stringContaining('web page'),
    })
    await opened?.close()
    const wrong = await start(
      answers({ [`/v1/account/${address}/balance`]: { body: { balances: [{ ...balance, price: '3000' }] } } }),
    )
    await expect(balanceOf(wrong.api, { address })).rejects.toMatchObject({
      code: 'invalid_response',
      field: 'balances.0.price',
      facts: { call: 'getBalance', expected: 'number' },
    })
  })

  test('an answer cut off half-way is tried again', async () => {
    let first = true
    const { api, settled } = await start((request) => {
      const { body } = answers()(request)
      if (!first) return { body }
      first = false
      return { body, end: 'cut' }
    })
    expect(await settled(ask(api, analyticsConfigCall))).toEqual({ value: { isAnalyticsEnabled: true } })
  })

  test('[F22] after five failures in a row the server is left alone for 30 s, then asked once', async () => {
    let isDown = true
    const { api, clock, requests, settled } = await start((request) => (isDown ? { status: 500 } : answers()(request)))
    await settled(ask(api, analyticsConfigCall))
    expect(await settled(ask(api, analyticsConfigCall))).toMatchObject({ error: { status: 500 } })
    expect(requests).toHaveLength(5)
    expect(await settled(ask(api, allowedOriginsCall))).toMatchObject({ error: { code: 'circuit_open' } })
    expect(requests).toHaveLength(5)
    isDown = false
    await clock.advance(30_000)
    expect(await settled(ask(api, allowedOriginsCall))).toEqual({ value: { allowedOrigins: ['https://dapp.example'] } })
    expect(requests).toHaveLength(6)
  })

  test.each([403, 429, 503])('[F22] an event refused with %i is not sent again', async (status) => {
    const { api, requests } = await start(() => ({ status }))
    await expect(ask(api, eventCall, { body: event })).rejects.toMatchObject({ status, facts: { call: 'sendEvent' } })
    expect(requests).toHaveLength(1)
  })

  test('a server that is not there rejects as such, without the address that was asked about', async () => {
    const { api, settled } = await start()
    await api.chains.load()
    await opened?.close()
    const { error } = await settled(balanceOf(api, { address })).then((outcome) =>
      'error' in outcome ? outcome : { error: undefined },
    )
    expect(error).toMatchObject({ code: 'server_unreachable' })
    expect(error instanceof Error && error.message).not.toContain(address)
  })
})
