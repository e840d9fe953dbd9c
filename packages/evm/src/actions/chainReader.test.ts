import type { AdapterHost } from '@foyer/core'
import { defineNetwork } from '@foyer/core/networks'
import { createReaders } from '@foyer/core/rpc'
import { createTestClock, createTestHost } from '@foyer/testing'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

const network = defineNetwork({
  id: 31337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://one.test/', 'http://two.test/'] } },
})

/** Every node answers; what was asked is kept by node and method. */
function nodes() {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: URL | string, { body }: { readonly body: string }) => {
    const calls: { readonly id: number; readonly method: string }[] = [JSON.parse(body)].flat()
    for (const { method } of calls) asked.push(`${new URL(url).host} ${method}`)
    return Response.json(calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' })))
  })
  return asked
}

async function readWith(rank: AdapterHost['rank']) {
  const asked = nodes()
  const clock = createTestClock()
  const host = createTestHost({ clock, rank })
  const reading = createReaders(host)(network)({ method: 'eth_gasPrice', params: [] })
  const moving = setInterval(() => clock.advance(1))
  await reading
  clearInterval(moving)
  return { asked, clock, host }
}

test('[S9.38] a host that ranks has its nodes pinged while they are used, until the kit stops', async () => {
  const { asked, clock, host } = await readWith(true)
  await vi.waitFor(() => {
    clock.advance(1)
    expect(asked).toEqual(expect.arrayContaining(['one.test eth_blockNumber', 'two.test eth_blockNumber']))
  })
  await vi.waitFor(() => {
    clock.advance(1)
    expect(clock.pending).toBe(1)
  })
  const before = asked.length
  host.stop()
  expect(clock.pending).toBe(0)
  clock.advance(10_000)
  expect(asked).toHaveLength(before)
})

test('without, the order is the host’s own, and nothing is pinged', async () => {
  const { asked } = await readWith(undefined)
  expect(asked).toEqual(['one.test eth_gasPrice'])
})
