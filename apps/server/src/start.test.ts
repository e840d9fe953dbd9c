import { systemClock } from '@foyer/service/clock'
import { afterEach, expect, test, vi } from 'vitest'
import type { ChainConfig } from './chains/chain.js'
import { type Answer, type FakeNode, json, results, startFakeNode } from './chains/test/fakeNode.js'
import { type RunningServer, startServer } from './start.js'

const projects = [
  {
    id: 'foyer-demo',
    name: 'Demo',
    allowedOrigins: [],
    vouchedOrigins: [],
    analyticsEnabled: false,
    development: true,
  },
]

const chain: ChainConfig = {
  id: 'eip155:1',
  name: 'One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  iconUrl: '',
  upstreams: [],
  tokens: [],
}

const ask = ({ url, signal = null }: { url: string; signal?: AbortSignal | null }) =>
  fetch(`${url}/v1/?chainId=eip155:1&projectId=foyer-demo`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'eth_chainId' }),
    signal,
  })

/** A node that says it is well, and answers clients as scripted. */
const startNode = (answer: Answer) =>
  startFakeNode((request) => {
    const isProbe = Array.isArray(request.body)
    if (isProbe) results({ eth_chainId: '0x1', eth_blockNumber: '0x1' })(request)
    else answer(request)
  })

let server: RunningServer | undefined
let node: FakeNode | undefined
afterEach(async () => {
  await node?.stop()
  await server?.stop()
})

const quiet = { port: 0, logLevel: 'silent', projects } as const

test('answers on a free port of the own machine, in memory', async () => {
  server = await startServer({ ...quiet, host: undefined })
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`)
  const answer = await fetch(`${server.url}/getAnalyticsConfig?projectId=foyer-demo`, {
    headers: { origin: 'http://dapp.localhost:4000' },
  })
  expect([answer.status, await answer.json()]).toEqual([200, { isAnalyticsEnabled: false }])
  const stranger = await fetch(`${server.url}/e?projectId=foyer-demo`, {
    method: 'POST',
    headers: { origin: 'https://elsewhere.example' },
    body: '{}',
  })
  expect(stranger.status).toBe(403)
})

test('a taken port is reported in a sentence, and the database is released', async () => {
  node = await startFakeNode(json({ body: null }))
  await expect(startServer({ ...quiet, port: Number(new URL(node.url).port) })).rejects.toMatchObject({
    code: 'port',
    message: expect.stringMatching(/EADDRINUSE.*set PORT/),
  })
})

test('a client that goes away ends what is asked of the node in its name', async () => {
  const leaving = new AbortController()
  let onEnded = () => {}
  const ended = new Promise<void>((resolve) => {
    onEnded = resolve
  })
  node = await startNode(({ response }) => {
    response.once('close', onEnded)
    leaving.abort()
  })
  server = await startServer({ ...quiet, chains: [{ ...chain, upstreams: [node.url] }], upstreamTimeoutMs: 60_000 })
  await expect(ask({ url: server.url, signal: leaving.signal })).rejects.toThrow('aborted')
  await ended
})

test('stopping lets the request that runs finish, and takes no other', async () => {
  let onAsked = (_answer: () => void) => {}
  const asked = new Promise<() => void>((resolve) => {
    onAsked = resolve
  })
  node = await startNode(({ body, response }) => {
    onAsked(() => json({ body: { jsonrpc: '2.0', id: 0, result: '0x2a' } })({ body, response }))
  })
  server = await startServer({ ...quiet, chains: [{ ...chain, upstreams: [node.url] }] })
  const { url, port, stop } = server
  await fetch(`${url}/healthz`) // leaves an idle connection, which mustn't hold the server open
  const running = ask({ url })
  const answer = await asked
  let stopped = false
  const stopping = stop().then(() => {
    stopped = true
  })
  expect(stop()).toBe(stop())
  // A connection that the system has taken by then is still answered.
  await vi.waitFor(() => expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow())
  expect(stopped).toBe(false)
  answer()
  expect(await (await running).json()).toEqual({ jsonrpc: '2.0', id: 9, result: '0x2a' })
  await stopping
})

test('while it drains it says that it is leaving and answers on; then the port closes', async () => {
  const drainSeconds = 12_345 // a time that nothing else takes, and that is over when the test says so
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let onDraining = () => {}
  const draining = new Promise<void>((resolve) => {
    onDraining = resolve
  })
  const { now, setTimeout } = systemClock
  const clock = {
    now,
    setTimeout(callback: () => void, ms: number) {
      if (ms !== drainSeconds * 1_000) return setTimeout(callback, ms)
      onDraining()
      void ended.then(callback)
      return () => {}
    },
  }
  try {
    server = await startServer({ ...quiet, drainSeconds, clock })
    const { url, stop } = server
    const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status
    expect(await statusOf('/readyz')).toBe(200)
    const stopping = stop()
    await draining
    expect([await statusOf('/readyz'), await statusOf('/getAnalyticsConfig?projectId=foyer-demo')]).toEqual([503, 200])
    end()
    await stopping
    await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  } finally {
    end()
  }
})

test('isn’t reached from other machines without a name of its own', async () => {
  const outside = { ...quiet, host: '0.0.0.0' }
  await expect(startServer(outside)).rejects.toThrow('PUBLIC_URL must be set')
  server = await startServer({ ...outside, publicUrl: 'https://foyer.example' })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})
