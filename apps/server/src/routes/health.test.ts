import type { Database } from '@foyer/service/db/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../app.js'
import type { ChainConfig } from '../chains/chain.js'
import { hangUp, results, startFakeNode } from '../chains/test/fakeNode.js'
import { openApi, openTestDatabase } from '../test/openApi.js'

const token = 'the-token-of-the-operator'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

const chainOf = (id: ChainConfig['id'], upstreams: string[]): ChainConfig => {
  return {
    id,
    name: id,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    iconUrl: '',
    upstreams,
    tokens: [],
  }
}
const signal = new AbortController().signal

const twoNodes = async () => {
  const well = await startFakeNode(results({ eth_chainId: '0x1', eth_blockNumber: '0x10' }))
  const mute = await startFakeNode(hangUp)
  const stop = () => Promise.all([well.stop(), mute.stop()])
  const chains = [
    chainOf('eip155:1', [well.url, mute.url]),
    chainOf('eip155:10', [mute.url]),
    chainOf('eip155:1337', []),
  ]
  return { chains, stop }
}

test('readiness depends on the database alone; networks that are away are reported', async () => {
  const { chains, stop } = await twoNodes()
  const api = await openApi({ database, chains })
  const ready = async () => (await api.get('/readyz')).json()
  expect(await ready()).toEqual({
    status: 'ok',
    redis: 'none',
    chains: { 'eip155:1': 'up', 'eip155:10': 'up', 'eip155:1337': 'up' },
    indexer: {},
  })
  await Promise.all(api.services.chains.all.map((chain) => chain.check({ signal })))
  expect(await ready()).toMatchObject({ status: 'ok', chains: { 'eip155:1': 'degraded', 'eip155:10': 'down' } })
  await stop()

  const silent = await openApi({ database, ping: () => Promise.reject(new Error('canary')) })
  const answer = await silent.get('/readyz')
  expect([answer.status, JSON.stringify(await answer.json())]).toEqual([503, expect.not.stringContaining('canary')])
  // A probe asks every few seconds: its line of the log says 503, and no error stands beside it.
  expect(silent.logged.filter((line) => line.includes('/readyz'))).toEqual([expect.stringContaining('"status":503')])
  expect(silent.logged.filter((line) => line.includes('could not answer'))).toEqual([])
  expect((await silent.get('/healthz')).status).toBe(200)
})

test('however many ask whether it is ready, the database is asked once a second', async () => {
  let pings = 0
  let state: Promise<void> = Promise.resolve()
  const ping = () => {
    pings += 1
    return state
  }
  const api = await openApi({ database, ping })
  const ask = async () => {
    const answers = await Promise.all(Array.from({ length: 400 }, () => api.get('/readyz')))
    return [pings, new Set(answers.map(({ status }) => status))]
  }
  expect(await ask()).toEqual([1, new Set([200])])
  api.time += 999
  expect(await ask()).toEqual([1, new Set([200])])
  api.time += 1
  state = Promise.reject(new Error('It is gone.'))
  expect(await ask()).toEqual([2, new Set([503])])
  api.time += 1_000
  let answer = () => {}
  state = new Promise((resolve) => {
    answer = resolve
  })
  const waiting = [api.get('/readyz')]
  api.time += 5_000
  waiting.push(api.get('/readyz'))
  answer()
  expect([(await Promise.all(waiting)).map(({ status }) => status), pings]).toEqual([[200, 200], 3])
})

test('how far behind the index is, is reported by the node that follows', async () => {
  const { services } = await openApi({ database })
  const state = { head: 20, indexed: 15, reorgs: 0, failures: 0, failuresInARow: 0, unread: 0 }
  const states = [
    { ...state, chainId: 'eip155:1', leads: true, lag: 5 },
    { ...state, chainId: 'eip155:10', leads: false, lag: null },
  ]
  const answer = await createApp({ ...services, indexer: { ...services.indexer, state: () => states } }).request(
    '/readyz',
  )
  expect(await answer.json()).toMatchObject({ indexer: { 'eip155:1': 5 } })
})

describe('metrics', () => {
  const bearer = (said: string) => ({ authorization: `Bearer ${said}` })

  test('stand nowhere without their token', async () => {
    const api = await openApi({ database, config: { metricsToken: token } })
    for (const headers of [{}, bearer(''), bearer(`${token}x`), { authorization: token }])
      expect((await api.get('/metrics', headers)).status).toBe(404)
    expect((await api.get('/metrics', bearer(token))).status).toBe(200)
    const off = await openApi({ database })
    expect((await off.get('/metrics', bearer('undefined'))).status).toBe(404)
    expect((await off.get('/metrics', bearer(''))).status).toBe(404)
  })

  test('[F28] report routes, nodes and limits, and nothing of visitors, projects or addresses of nodes', async () => {
    const { chains, stop } = await twoNodes()
    const api = await openApi({ database, chains, burst: 12, config: { metricsToken: token } })
    const path = '/v1/account/0x1111111111111111111111111111111111111111/balance?currency=usd&projectId=demo'
    const page = { origin: 'https://dapp.example' }
    await api.get(path, page)
    await api.get('/canary-path')
    await api.send('/canary-path', { method: 'CANARY' })
    await api.post('/v1/?chainId=eip155:10&projectId=demo', { jsonrpc: '2.0', id: 1, method: 'eth_chainId' }, page)
    for (let index = 0; index < 3; index++) await api.get('/v1/supported-chains?projectId=demo', page)
    await Promise.all(api.services.chains.all.map((chain) => chain.check({ signal })))

    const answer = await api.get('/metrics', bearer(token))
    const text = await answer.text()
    expect(answer.headers.get('content-type')).toContain('text/plain')
    for (const line of [
      'foyer_http_request_duration_seconds_count{method="GET",route="/v1/account/:address/balance",status=',
      'foyer_http_request_duration_seconds_count{method="other",route="/*",status="404"} 1',
      'foyer_http_request_duration_seconds_count{method="GET",route="/v1/supported-chains",status="429"} 2',
      'foyer_upstream_request_duration_seconds_count{chain="eip155:10",upstream="0",outcome="unreachable"}',
      'foyer_upstream_health{chain="eip155:1",upstream="0",status="healthy"} 1',
      'foyer_upstream_health{chain="eip155:1",upstream="1",status="silent"} 1',
      'foyer_limit_refusals_total{limit="client"} 2',
      'foyer_refusals_total{route="/*",code="not_found"} 2',
      'foyer_cache_lookups_total{cache="projects",result="hit"} 2',
      'nodejs_eventloop_lag_seconds',
      'process_resident_memory_bytes',
    ])
      expect(text).toContain(line)
    expect(text).not.toMatch(/canary|0x1111|127\.0\.0\.1|203\.0\.113|demo|dapp\.example/i)
    await stop()
  })

  test('have as many series as there are routes, however many paths are asked for', async () => {
    const api = await openApi({ database, config: { metricsToken: token } })
    // Those of the process itself come and go with what it does: which kinds of garbage were collected, what is waited for.
    const count = async () => (await (await api.get('/metrics', bearer(token))).text()).match(/^foyer_/gm)?.length ?? 0
    await api.get('/a')
    const before = await count()
    for (let index = 0; index < 50; index++) {
      await api.get(`/${index}`)
      await api.get(`/v1/identity/0x${index}?projectId=demo`)
    }
    expect((await count()) - before).toBeLessThan(60) // two histograms of one more route and status, not fifty
  })
})
