import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chooseAccount } from '../connection/index.js'
import { account, fakeConnector } from '../connector/test/fakeConnector.js'
import { contextOf } from '../context.js'
import type { Fetched } from '../query/definition.js'
import { watch as watchFetched } from '../query/watch.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import type { CoinBalance, Identity } from './feature.js'

const stops: (() => void)[] = []
beforeEach(() => {
  // The cache measures an answer's age by the machine's clock. Faked timers would move it on with each look of a `waitUntil`.
  vi.setSystemTime(1_700_000_000_000)
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
})

interface Asked {
  readonly address: string
  readonly network: string
  readonly signal: AbortSignal | undefined
  answer(value: bigint): void
  fail(): void
}

/** A connected kit whose chain answers when the test says so. */
async function balanceKit() {
  const asked: Asked[] = []
  const evm = fakeAdapter('eip155', {
    actions: async () => ({
      nativeBalance: ({ address, network, signal }) =>
        new Promise((resolve, reject) => {
          asked.push({
            address,
            network: network.caipNetworkId,
            signal,
            answer: resolve,
            fail: () => reject(new Error('The chain is down.')),
          })
        }),
    }),
  })
  const wallet = fakeConnector()
  const kit = fakeKit({ connectors: [wallet], adapters: [evm, fakeAdapter('solana'), fakeAdapter('bip122')] })
  kit.foyer.start()
  stops.push(() => kit.foyer.stop())
  const received: Fetched<CoinBalance>[] = []
  const watch = () => {
    const stop = watchFetched(kit.foyer, 'balance', {}, (balance) => received.push(balance))
    stops.push(stop)
    return stop
  }
  const last = () => received.at(-1)
  const turns = (holds: () => boolean) => vi.waitUntil(holds, { interval: 1 })
  return { ...kit, wallet, asked, received, last, watch, turns }
}

describe('watch of a balance', () => {
  test('is idle where no adapter could read it, and fails nowhere', async () => {
    const wallet = fakeConnector()
    const { foyer, errors } = fakeKit({ connectors: [wallet], adapters: undefined })
    foyer.start()
    stops.push(() => foyer.stop())
    const received: Fetched<CoinBalance>[] = []
    stops.push(watchFetched(foyer, 'balance', {}, (balance) => received.push(balance)))
    await foyer.connect({ connectorId: 'fake' })
    received.at(-1)?.refetch()
    await vi.waitFor(() => expect(received.length).toBeGreaterThan(1))
    expect(new Set(received.map(({ status }) => status))).toEqual(new Set(['idle']))
    expect(errors).toEqual([])
  })

  test('is idle, then loading, then ready', async () => {
    const { foyer, asked, last, watch, turns } = await balanceKit()
    watch()
    expect(last()?.status).toBe('idle')
    expect(last()?.data).toBeUndefined()
    await foyer.connect({ connectorId: 'fake' })
    await turns(() => last()?.status === 'loading')
    expect(last()?.data).toBeUndefined()
    await turns(() => asked.length === 1)
    expect(asked).toMatchObject([{ address: '0xA1', network: 'eip155:1' }])
    asked[0]?.answer(7n)
    await turns(() => last()?.status === 'ready')
    expect(last()?.data).toEqual({ value: 7n, symbol: 'ETH', decimals: 18 })
  })

  test('the answer to a former account never shows, and its request is aborted', async () => {
    const { foyer, asked, received, last, watch, turns } = await balanceKit()
    await foyer.connect({ connectorId: 'fake' })
    watch()
    await turns(() => asked.length === 1)
    chooseAccount(foyer, { family: 'eip155', address: '0xA2' })
    await turns(() => asked.length === 2)
    expect(asked[0]?.signal?.aborted).toBe(true)
    asked[0]?.answer(1n)
    asked[1]?.answer(2n)
    await turns(() => last()?.status === 'ready')
    expect(received.map(({ data }) => data?.value)).not.toContain(1n)
    expect(last()?.data?.value).toBe(2n)
  })

  test('[S9.9] an answer is fresh for 30 s; then it is asked for again when the page is looked at or the network is back', async () => {
    const { foyer, asked, last, watch, turns } = await balanceKit()
    await foyer.connect({ connectorId: 'fake' })
    const stop = watch()
    await turns(() => asked.length === 1)
    asked[0]?.answer(7n)
    await turns(() => last()?.status === 'ready')
    vi.setSystemTime(Date.now() + 29_999)
    window.dispatchEvent(new Event('visibilitychange'))
    expect(asked).toHaveLength(1)
    vi.setSystemTime(Date.now() + 1)
    window.dispatchEvent(new Event('visibilitychange'))
    await turns(() => asked.length === 2)
    asked[1]?.answer(8n)
    await turns(() => last()?.data?.value === 8n)
    vi.setSystemTime(Date.now() + 30_000)
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
    await turns(() => asked.length === 3)
    asked[2]?.answer(9n)
    await turns(() => last()?.data?.value === 9n)
    vi.setSystemTime(Date.now() + 29_999)
    window.dispatchEvent(new Event('focus'))
    expect(asked).toHaveLength(3)
    vi.setSystemTime(Date.now() + 1)
    window.dispatchEvent(new Event('focus'))
    window.dispatchEvent(new Event('visibilitychange'))
    await turns(() => asked.length === 4)
    stop()
    window.dispatchEvent(new Event('focus'))
    expect(asked).toHaveLength(4)
  })

  test('a failure keeps what was known, and shows the visitor a notice where the account is shown', async () => {
    const { foyer, asked, last, watch, turns, errors } = await balanceKit()
    await foyer.connect({ connectorId: 'fake' })
    watch()
    watch()
    await turns(() => asked.length === 1) // asked once for two watchers
    asked[0]?.answer(7n)
    await turns(() => last()?.status === 'ready')
    last()?.refetch()
    await turns(() => asked.length === 2)
    asked[1]?.fail()
    await turns(() => last()?.status === 'failed')
    expect(last()?.data?.value).toBe(7n)
    expect(foyer.store.getState().snackbar).toBeUndefined()
    foyer.open()
    last()?.refetch()
    await turns(() => asked.length === 3)
    asked[2]?.fail()
    await turns(() => foyer.store.getState().snackbar !== undefined)
    expect(foyer.store.getState().snackbar).toEqual({ variant: 'error', message: 'account.balanceUnavailable' })
    expect(errors).toHaveLength(2)
  })

  test('nothing is requested any more after stopping the watch or the kit', async () => {
    const { foyer, asked, last, watch, turns } = await balanceKit()
    await foyer.connect({ connectorId: 'fake' })
    const stop = watch()
    await turns(() => asked.length === 1)
    asked[0]?.answer(7n)
    await turns(() => last()?.status === 'ready')
    stop()
    vi.setSystemTime(Date.now() + 60_000)
    window.dispatchEvent(new Event('visibilitychange'))
    watch()
    await turns(() => asked.length === 2) // the new watch, and only that
    foyer.stop()
    expect(last()?.status).toBe('idle')
    // Nothing that a stop ends is left; which views there are stays known.
    expect([...contextOf(foyer).rooms.values()].filter((room) => room instanceof Object && 'end' in room)).toEqual([])
    window.dispatchEvent(new Event('visibilitychange'))
    expect(asked).toHaveLength(2)
    expect(asked[1]?.signal?.aborted).toBe(true)
  })
})

describe('watch of an identity', () => {
  async function server(reply: object | ((origin: string) => object)) {
    let count = 0
    let api = ''
    const local = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://x')
      response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
      if (pathname.startsWith('/v1/identity')) count++
      const identity = typeof reply === 'function' ? reply(api) : reply
      response.end(JSON.stringify(pathname.startsWith('/v1/identity') ? identity : { http: ['eip155:1'], ws: [] }))
    })
    await new Promise<void>((listening) => local.listen(0, '127.0.0.1', listening))
    stops.push(() => local.close())
    const address = local.address()
    api = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    return { api, asked: () => count }
  }
  async function identityKit(options: { readonly api?: string | undefined }) {
    const kit = fakeKit({
      connectors: [fakeConnector({ accounts: [account('0x00000000000000000000000000000000000000A1')] })],
      ...options,
    })
    kit.foyer.start()
    stops.push(() => kit.foyer.stop())
    const received: Fetched<Identity>[] = []
    const watch = () => {
      const stop = watchFetched(kit.foyer, 'identity', {}, (identity) => received.push(identity))
      stops.push(stop)
      return stop
    }
    await kit.foyer.connect({ connectorId: 'fake' })
    return { ...kit, received, watch }
  }

  test('[S9.9] asks the operator for name and picture, whose answer is fresh for five minutes', async () => {
    const { api, asked } = await server({ name: 'ada.example', avatar: 'https://pictures.example/ada' })
    const { received, watch } = await identityKit({ api })
    const stop = watch()
    await vi.waitUntil(() => received.at(-1)?.status === 'ready', { interval: 1 })
    expect(received.at(-1)?.data).toEqual({ name: 'ada.example', avatar: 'https://pictures.example/ada' })
    stop()
    vi.setSystemTime(Date.now() + 299_999)
    watch()()
    expect(asked()).toBe(1)
    vi.setSystemTime(Date.now() + 1)
    watch()
    await vi.waitUntil(() => asked() === 2, { interval: 1 })
  })

  test.each([
    ['javascript:alert(1)', false],
    ['http://elsewhere.example/a.png', false],
    ['data:text/html,x', false],
    ['//x.example/a', false],
    ['', false],
    // Over plain http from the operator's own server alone, whatever else begins like it.
    ['<server>/pictures/a', true],
    ['<server>0/a', false],
    ['<server>.evil.example/a', false],
    ['<server>@evil.example/a', false],
    [' https://x.example/a', false],
    ['https://x.example/a', true],
    ['data:image/png;base64,AA==', true],
  ])('[F14] of the picture %s it is %s that it may be shown', async (avatar, isShown) => {
    const { api } = await server((origin) => ({ name: null, avatar: avatar.replace('<server>', origin) }))
    const { received, watch } = await identityKit({ api })
    watch()
    await vi.waitUntil(() => received.at(-1)?.status === 'ready', { interval: 1 })
    const shown = isShown ? avatar.replace('<server>', api) : undefined
    expect(received.at(-1)?.data).toEqual({ name: undefined, avatar: shown })
  })

  test('knows no name where the host named no server', async () => {
    const { received, watch } = await identityKit({})
    watch()
    await vi.waitUntil(() => received.at(-1)?.status === 'ready', { interval: 1 })
    expect(received.at(-1)?.data).toEqual({ name: undefined, avatar: undefined })
  })
})
