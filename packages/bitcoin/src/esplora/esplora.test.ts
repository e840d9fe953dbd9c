import { createTestHost } from '@foyer/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { networkAt } from '../test/ledger.js'
import { FeeEstimates } from './answers.js'
import { createEsploras, type EsploraParameters } from './esplora.js'

afterEach(() => vi.restoreAllMocks())

const network = networkAt({ url: 'https://one.example/api/' })
const asked = { path: '/fee-estimates', schema: FeeEstimates, expected: 'fee rates' }

function esploras({
  rpc = {},
  esplora = {},
}: Partial<EsploraParameters> & { readonly rpc?: EsploraParameters['host']['rpc'] } = {}) {
  const clock = {
    now: () => 0,
    // Waits between two tries are over at once, deadlines never come.
    setTimeout(callback: () => void, ms: number) {
      if (ms < 5000) queueMicrotask(callback)
      return () => {}
    },
  }
  return createEsploras({ host: createTestHost({ rpc, clock }), esplora })(network)
}

function answers(by: (url: string) => Response) {
  const urls: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    urls.push(String(input))
    return by(String(input))
  })
  return urls
}

test('[S7.33] reads at what is named for the network, else at its custom and own addresses, and never at the JSON-RPC proxy', async () => {
  const urls = answers(() => new Response('{"1":2}'))
  const rpc = {
    customRpcUrls: { [network.caipNetworkId]: [{ url: 'https://custom.example' }] },
    proxy: { api: 'https://api.example', projectId: 'p' },
  }
  await esploras().read(asked)
  await esploras({ rpc }).read(asked)
  await esploras({ rpc, esplora: { [network.caipNetworkId]: 'https://named.example/api' } }).read(asked)
  expect(urls).toEqual([
    'https://one.example/api/fee-estimates',
    'https://custom.example/fee-estimates',
    'https://named.example/api/fee-estimates',
  ])
})

test('one that fails is followed by the next, which is then asked first', async () => {
  const rpc = { customRpcUrls: { [network.caipNetworkId]: [{ url: 'https://down.example' }] } }
  const urls = answers((url) => (url.includes('down') ? new Response('', { status: 500 }) : new Response('{"1":2}')))
  const reader = esploras({ rpc })
  expect(await reader.read(asked)).toEqual({ '1': 2 })
  // Once and three times more.
  expect(urls).toHaveLength(5)
  await reader.read(asked)
  await reader.broadcast({ hex: '00' })
  expect(urls.slice(5)).toEqual(['https://one.example/api/fee-estimates', 'https://one.example/api/tx'])
})

test('[F22] what is broadcast is sent once, whatever comes back', async () => {
  const urls = answers(() => new Response('busy', { status: 503 }))
  await expect(esploras().broadcast({ hex: '00' })).rejects.toMatchObject({
    code: 'broadcast_unclear',
    cause: { status: 503 },
  })
  expect(urls).toHaveLength(1)
})

test.each(['<html>', '{"1":"2"}', '{"1":100001}', '{"one":1}', ''])('an answer of %s is none', async (text) => {
  answers(() => new Response(text))
  await expect(esploras().read(asked)).rejects.toMatchObject({ code: 'invalid_response' })
})

test('what the ledger doesn’t know is no failure', async () => {
  answers(() => new Response('not found', { status: 404 }))
  expect(await esploras().find(asked)).toBeUndefined()
  await expect(esploras().read(asked)).rejects.toMatchObject({ code: 'http' })
})

test('a network without an Esplora says so', () => {
  const bare = { ...network, rpcUrls: { default: { http: [] } } }
  const make = createEsploras({ host: createTestHost(), esplora: {} })
  expect(() => make(bare)).toThrow(expect.objectContaining({ code: 'no_esplora' }))
})
