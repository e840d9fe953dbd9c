import type { Database } from '@foyer/service/db/database'
import { listen } from '@foyer/service/listen'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openApi, openTestDatabase, type TestApi } from '../../test/openApi.js'
import { defaultRelay, type RelayConfig } from '../limits.js'
import { type ConnectParameters, closed, connectClient, openSocket } from './relayClient.js'

interface StartRelay {
  readonly relay?: Partial<RelayConfig> | undefined
  readonly burst?: number | undefined
  readonly trustedProxies?: readonly string[] | undefined
}

/** For tests: the real relay on a port, with a clock that stands still; clients use the machine's. Called at the top of a test file. */
export function relayOfTest() {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database?.close())
  const closings: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closings.splice(0).reverse()) await close()
  })
  const startRelay = async ({ relay = {}, burst, trustedProxies = [] }: StartRelay = {}) => {
    const config = { relay: { ...defaultRelay, ...relay }, trustedProxies, metricsToken: 'a token for the tests' }
    const api: TestApi = await openApi({ database, burst, config })
    api.time = Date.now()
    const { relay: endpoint } = api.services
    const fetch = async () => new Response('HTTP')
    const listener = await listen({ fetch, upgrade: endpoint.upgrade, host: '127.0.0.1', port: 0 })
    closings.push(() =>
      Promise.all([listener.close(), endpoint.close(), endpoint.pings.stop(), endpoint.reviews.stop()]),
    )
    const connect = (parameters: Omit<ConnectParameters, 'url'> = {}) =>
      connectClient({ url: listener.url, ...parameters })
    const rejected = (parameters: Omit<ConnectParameters, 'url'> = {}) =>
      closed(openSocket({ url: listener.url, ...parameters }))
    return { api, url: listener.url, endpoint, connect, rejected }
  }
  return { startRelay, figures }
}

/** The relay's metrics. */
async function figures(api: TestApi): Promise<Record<string, number>> {
  const { text } = await api.services.metrics.read()
  return Object.fromEntries(
    [...text.matchAll(/^(foyer_relay_\w+(?:\{[^}]*\})?) (\S+)$/gm)].map(([, name = '', value]) => [
      name,
      Number(value),
    ]),
  )
}
