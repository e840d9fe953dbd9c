import { createServer } from 'node:http'
import { type Client, createTestClient, http, numberToHex, parseEther } from 'viem'
import { getBalance, getBlockNumber } from 'viem/actions'
import { expect, onTestFinished, test, vi } from 'vitest'
import { devAccounts } from './accounts.js'
import { startAnvil } from './anvil.js'
import { listenForPending } from './listenForPending.js'
import { startChain } from './startChain.js'
import { keepLooking, watchStuck } from './stuckTransactions.js'

const [{ address: from }, { address: to }] = devAccounts

/** A chain in whose pool a transaction lies: nothing was mined when it arrived. */
async function chainWithOneLying() {
  const anvil = await startAnvil({ chainId: 31337 })
  onTestFinished(() => anvil.stop())
  const client = createTestClient({ mode: 'anvil', transport: http(anvil.url) })
  await client.setAutomine(false)
  const params = [{ from, to, value: numberToHex(parseEther('1')) }]
  await client.request<{ Method: 'eth_sendTransaction'; Parameters: typeof params; ReturnType: unknown }>({
    method: 'eth_sendTransaction',
    params,
  })
  return { url: anvil.url, client }
}

/** What anvil is when it missed one: it says that it mines at once, and doesn't. */
async function forgetful(url: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const { id, method }: { id?: unknown; method?: unknown } = JSON.parse(body)
    const answer =
      method === 'anvil_getAutomine'
        ? JSON.stringify({ jsonrpc: '2.0', id, result: true })
        : await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } }).then((real) =>
            real.text(),
          )
    response.setHeader('content-type', 'application/json').end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return `http://127.0.0.1:${address.port}`
}

const stateOf = async (client: Client) => ({
  blocks: await getBlockNumber(client, { cacheTime: 0 }),
  received: (await getBalance(client, { address: to })) - parseEther('10000'),
})

test('a transaction that lies in the pool at two looks gets its block, and no other is made', async () => {
  const { url, client } = await chainWithOneLying()
  const watch = watchStuck({ url: await forgetful(url) })
  await watch.look()
  expect(await stateOf(client)).toEqual({ blocks: 0n, received: 0n })
  for (let looks = 0; looks < 4; looks += 1) await watch.look()
  expect(await stateOf(client)).toEqual({ blocks: 1n, received: parseEther('1') })
})

test('one that is kept pending on purpose is left alone', async () => {
  const { url, client } = await chainWithOneLying()
  const watch = watchStuck({ url })
  for (let looks = 0; looks < 4; looks += 1) await watch.look()
  expect(await stateOf(client)).toEqual({ blocks: 0n, received: 0n })
})

test('looks go on until they are ended, past those that fail, and not for ever', async () => {
  let looks = 0
  const look = async () => {
    looks += 1
    if (looks % 9 !== 0) throw new Error('slow')
    return true
  }
  const end = keepLooking({ watch: { look }, everyMs: 1 })
  await vi.waitFor(() => expect(looks).toBeGreaterThan(20))
  end()
  const logged: string[] = []
  const gone = () => Promise.reject(new Error('gone'))
  keepLooking({ watch: { look: gone }, everyMs: 1, log: (line) => logged.push(line) })
  await vi.waitFor(() => expect(logged).toEqual([expect.stringContaining('gone')]))
})

test('an empty pool is left alone until a transaction reaches it', async () => {
  const chain = await startAnvil({ chainId: 31337 })
  onTestFinished(() => chain.stop())
  let looks = 0
  const look = async () => {
    looks += 1
    return false
  }
  let subscribed = () => {}
  const isSubscribed = new Promise<void>((resolve) => {
    subscribed = resolve
  })
  const end = keepLooking({
    watch: { look },
    everyMs: 1,
    restMs: 3_600_000,
    listen: (onPending) =>
      listenForPending({
        url: chain.url,
        onPending() {
          subscribed()
          onPending()
        },
      }),
  })
  onTestFinished(end)
  await isSubscribed
  await vi.waitFor(() => expect(looks).toBeGreaterThan(1))
  const before = looks
  await createTestClient({ mode: 'anvil', transport: http(chain.url) }).request<{
    Method: 'eth_sendTransaction'
    Parameters: [{ from: string; to: string }]
    ReturnType: unknown
  }>({ method: 'eth_sendTransaction', params: [{ from, to }] })
  await vi.waitFor(() => expect(looks).toBeGreaterThan(before))
})

test('a chain’s log has no line of the watch', async () => {
  const log: string[] = []
  const chain = await startChain({ id: 31337, log: (line) => log.push(line) })
  onTestFinished(() => chain.stop())
  const client = createTestClient({ mode: 'anvil', transport: http(chain.url) })
  await client.request<{ Method: 'txpool_content'; Parameters?: undefined; ReturnType: unknown }>({
    method: 'txpool_content',
  })
  await stateOf(client)
  await vi.waitFor(() => expect(log).toContain('eth_getBalance'))
  expect(log).not.toContain('txpool_content')
})
