import { createServer, type Server } from 'node:http'
import { type AdapterHost, systemClock } from '@foyer/core'
import { defineNetwork } from '@foyer/core/networks'
import { devAccounts, type StartedChain, startChain } from '@foyer/stack'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { evm } from '../evm.js'

let chain: StartedChain
let server: Server | undefined

beforeAll(async () => {
  chain = await startChain({ id: 31337 })
})
afterAll(() => chain.stop())
afterEach(() => server?.close())

const address = devAccounts[0]?.address ?? ''

const host: AdapterHost = {
  rpc: {},
  clock: systemClock,
  report() {},
  announced: true,
  injected: true,
}
const networkAt = (http: readonly string[]) => {
  const { id, name, nativeCurrency } = chain
  return defineNetwork({ id, name, nativeCurrency, rpcUrls: { default: { http } } })
}
const balanceAt = async (urls: readonly string[]) =>
  (await evm().actions(host)).nativeBalance({ address, network: networkAt(urls) })

async function answering(body: string): Promise<string> {
  server = createServer((_, response) => response.end(body))
  const listening = server
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const bound = listening.address()
  if (typeof bound !== 'object' || !bound) throw new Error('The server has no port.')
  return `http://127.0.0.1:${bound.port}`
}

test('reads a balance in wei from the chain', async () => {
  expect(await balanceAt([chain.url])).toBe(10_000n * 10n ** 18n)
})

test('goes on to the next address where one answers a web page', async () => {
  expect(await balanceAt([await answering('<html>'), chain.url])).toBe(10_000n * 10n ** 18n)
})

test('[F18] a web page for an answer is a named failure', async () => {
  await expect(balanceAt([await answering('<html>')])).rejects.toMatchObject({ code: 'invalid_response' })
})

test('[F18] so is a balance that is no number', async () => {
  const url = await answering(JSON.stringify({ jsonrpc: '2.0', id: 1, result: 'lots' }))
  await expect(balanceAt([url])).rejects.toMatchObject({ code: 'invalid_response' })
})

test('a network without an address is named', async () => {
  await expect(balanceAt([])).rejects.toMatchObject({ code: 'no_rpc_url', facts: { networkId: 'eip155:31337' } })
})

test('one kit has one set of actions, another kit its own', async () => {
  const adapter = evm()
  expect(await adapter.actions(host)).toBe(await adapter.actions(host))
  expect(await adapter.actions(host)).not.toBe(await adapter.actions({ ...host }))
})
