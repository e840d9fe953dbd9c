import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import { contextOf } from '../context.js'
import { FoyerError } from '../errors/FoyerError.js'
import { type FakeKitParameters, fakeKit } from '../test/fakeKit.js'
import { push } from '../view/navigate.js'

interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

/** An operator's server as the wire has it; `status` is its answer to events. */
async function localApi({ enabled = true, origins = ['http://localhost:3000'] } = {}) {
  const received: ReceivedRequest[] = []
  const answers = { status: 200 }
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.on('end', () => {
      const path = new URL(request.url ?? '', 'http://x').pathname
      const method = request.method ?? ''
      if (method !== 'OPTIONS') received.push({ method, path, body: text ? JSON.parse(text) : undefined })
      const isEvent = method === 'POST'
      response.writeHead(isEvent ? answers.status : 200, {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
      })
      response.end(
        JSON.stringify(path === '/getAnalyticsConfig' ? { isAnalyticsEnabled: enabled } : { allowedOrigins: origins }),
      )
      for (const look of [...waiting]) look()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address: AddressInfo | string | null = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  stops.push(() => server.close())
  const events = () => received.filter(({ method }) => method === 'POST').map(({ body }) => body)
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!holds()) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  return { api: `http://127.0.0.1:${port}`, received, answers, events, until }
}

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function kitOf(options: FakeKitParameters) {
  const wallet = fakeConnector()
  const kit = fakeKit({ connectors: [wallet], ...options })
  const names: string[] = []
  kit.foyer.onEvent(({ data }) => names.push(data.event))
  kit.foyer.start()
  stops.push(() => kit.foyer.stop())
  return { ...kit, wallet, names }
}

describe('events', () => {
  test('are emitted once each', async () => {
    const { foyer, names, wallet, happened } = kitOf({})
    const opened = happened('MODAL_OPEN')
    foyer.open()
    await opened
    push(foyer, { view: 'ConnectingExternal', connectorId: 'fake' })
    wallet.faults.connect = 'refuse'
    await foyer.connect({ connectorId: 'fake' }).catch(() => {})
    wallet.faults.connect = 'none'
    await foyer.connect({ connectorId: 'fake' })
    await foyer.switchNetwork('eip155:11155111')
    await foyer.disconnect()
    expect(names).toEqual([
      'INITIALIZE',
      'MODAL_OPEN',
      'CONNECT_ERROR',
      'CONNECT_SUCCESS',
      'MODAL_CLOSE',
      'SWITCH_NETWORK',
      'DISCONNECT_SUCCESS',
    ])
  })

  test('a switch that was cancelled emits nothing, nor does a restored connection', async () => {
    const entries = new Map([['@foyer/1/project/eip155:connected_connector_id', 'fake']])
    const { foyer, names, wallet, until } = kitOf({ entries })
    await until(() => foyer.account().status === 'connected')
    wallet.faults.switchNetwork = 'hang'
    const controller = new AbortController()
    const failed = foyer.switchNetwork('eip155:11155111', { signal: controller.signal }).catch(() => 'failed')
    await until(({ connection }) => connection.attempts.switch !== undefined)
    controller.abort()
    await failed
    expect(names).toEqual(['INITIALIZE'])
  })
})

describe('the operator', () => {
  test('receives nothing before the first opening, and no events unless the host switches them on', async () => {
    const { api, received, until, events } = await localApi()
    const { foyer, happened } = kitOf({ api })
    await foyer.connect({ connectorId: 'fake' })
    expect(received).toEqual([])
    const opened = happened('MODAL_OPEN')
    foyer.open()
    await opened
    await until(() => received.length > 0)
    expect(received.map(({ path }) => path)).toEqual(['/projects/v1/origins'])
    expect(events()).toEqual([])
  })

  test.each([
    ['came', () => Promise.resolve()],
    ['failed', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))],
  ])('is asked for nothing until the first view %s and the frame with it is painted', async (_, end) => {
    const frames: (() => void)[] = []
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
    stops.push(() => vi.unstubAllGlobals())
    const { api, received, until } = await localApi()
    const { foyer, happened } = kitOf({ api })
    let come = () => {}
    contextOf(foyer).firstView = new Promise<void>((resolve) => {
      come = resolve
    }).then(end)
    const opened = happened('MODAL_OPEN')
    foyer.open()
    await opened
    await foyer.connect({ connectorId: 'fake' })
    expect(frames).toHaveLength(0)
    come()
    await vi.waitFor(() => expect(frames).toHaveLength(1))
    expect(received).toEqual([])
    // What follows begins in the task after the frame, not in it.
    for (const run of frames.splice(0)) run()
    expect(received).toEqual([])
    await until(() => received.length > 0)
    expect(received.map(({ path }) => path)).toEqual(['/projects/v1/origins'])
  })

  test('[S7.29 S7.32] receives each event once, where project and host switched it on', async () => {
    const { api, events, until, received } = await localApi()
    const { foyer, clock } = kitOf({ api, features: { analytics: true } })
    foyer.open()
    await until(() => events().length === 1)
    await foyer.connect({ connectorId: 'fake' })
    await until(() => events().length === 2)
    expect(events()).toEqual([
      {
        eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        url: 'http://localhost:3000/',
        domain: 'localhost',
        timestamp: clock.now(),
        props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
      },
      expect.objectContaining({
        props: {
          type: 'track',
          event: 'CONNECT_SUCCESS',
          address: '0xA1',
          properties: { method: 'browser', name: 'Fake' },
        },
      }),
    ])
    expect(received.filter(({ method, path }) => method === 'GET' && path !== '/projects/v1/origins')).toHaveLength(1)
  })

  test('[S7.30] receives nothing where the project switched it off', async () => {
    const { api, events, until, received } = await localApi({ enabled: false })
    const { foyer, errors } = kitOf({ api, features: { analytics: true } })
    foyer.open()
    await until(() => received.length === 2)
    await foyer.connect({ connectorId: 'fake' })
    await foyer.disconnect()
    expect(events()).toEqual([])
    expect(errors).toEqual([])
  })

  test('[S8.22] refusing events with 403 alerts the developer once', async () => {
    const consoled = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { api, answers, events, until } = await localApi()
    answers.status = 403
    const kit = kitOf({ api, features: { analytics: true } })
    kit.foyer.open()
    await kit.until(({ alert }) => alert?.key === 'INVALID_APP_CONFIGURATION')
    const { alert } = kit.foyer.store.getState()
    await kit.foyer.connect({ connectorId: 'fake' })
    await until(() => events().length === 2)
    await vi.waitUntil(() => consoled.mock.calls.length > 0, { interval: 1 })
    expect(kit.foyer.store.getState().alert).toBe(alert)
    expect(consoled.mock.calls).toEqual([[expect.stringContaining('http://localhost:3000')]])
    consoled.mockRestore()
  })

  test("[S5.5 S5.6] an origin that isn't the project's alerts the developer", async () => {
    const consoled = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.stubGlobal('location', new URL('https://dapp.example/page'))
    const { api } = await localApi({ origins: ['https://other.example'] })
    const kit = kitOf({ api })
    kit.foyer.open()
    await kit.until(({ alert }) => alert?.key === 'INVALID_APP_CONFIGURATION')
    expect(kit.foyer.store.getState().alert?.values).toEqual({ origin: 'https://dapp.example' })
    await vi.waitUntil(() => kit.errors.length > 0, { interval: 1 })
    expect(kit.errors).toMatchObject([{ code: 'invalid_app_configuration' }])
    vi.unstubAllGlobals()
    consoled.mockRestore()
  })

  test("[S7.32] receives the kit's own failures, not the visitor's refusals", async () => {
    const { api, events, until } = await localApi()
    const { foyer, happened } = kitOf({ api, features: { analytics: true } })
    const opened = happened('MODAL_OPEN')
    foyer.open()
    await opened
    class Refusal extends FoyerError {
      readonly code = 'refusal'
    }
    contextOf(foyer).report(new Refusal('no'))
    contextOf(foyer).report(new TypeError('a slip'))
    await until(() => events().length === 2)
    expect(events()).toContainEqual(
      expect.objectContaining({
        eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        url: 'http://localhost:3000/',
        domain: 'localhost',
        timestamp: expect.any(String),
        props: expect.objectContaining({ type: 'error', event: 'INTERNAL_SDK_ERROR', errorType: 'TypeError' }),
      }),
    )
  })
})
