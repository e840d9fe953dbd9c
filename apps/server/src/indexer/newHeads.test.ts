import { once } from 'node:events'
import { type StartedChain, startChain } from '@foyer/stack'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { openTestDatabase } from '../test/openApi.js'
import { createNewHeads } from './newHeads.js'
import { followedChain, followForTest } from './test/followForTest.js'
import { rpc } from './test/randomActivity.js'

let chain: StartedChain
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
})
afterAll(() => chain?.stop())

test('a block that the node tells of is indexed at once, and one that it does not tell of with the next look', async () => {
  const { url } = chain
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const heads = url.replace('http', 'ws')
  // Without a word of the node it would look again in ten minutes.
  const config = followedChain({ url, index: { everyMs: 600_000, heads } })
  const indexer = followForTest({ database, chains: [config] })
  onTestFinished(() => indexer.stop())
  const indexed = () => indexer.state()[0]?.indexed
  await vi.waitFor(() => expect(indexer.state()[0]?.head).toBe(0))
  for (const height of [1, 2, 3]) {
    await rpc({ url, method: 'evm_mine', params: [] })
    await vi.waitFor(() => expect(indexed()).toBe(height), { interval: 10 })
  }
})

/** A node that answers subscriptions as it is told to. */
async function startNode() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => server.close())
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  const answers: string[] = []
  server.on('connection', (socket) => socket.on('message', () => socket.send(answers.shift() ?? '{')))
  return {
    url: `ws://127.0.0.1:${address.port}`,
    answers,
    drop() {
      for (const each of server.clients) each.terminate()
    },
  }
}

test('a node that refuses, or goes away, is asked again after longer and longer pauses, and tells of nothing meanwhile', async () => {
  const { url, answers, drop } = await startNode()
  const waits: { readonly ms: number; readonly go: () => void }[] = []
  const clock = {
    setTimeout(go: () => void, ms: number) {
      waits.push({ ms, go })
      return () => {}
    },
  }
  const onHead = vi.fn()
  const heads = createNewHeads({ url, clock, onHead })
  onTestFinished(heads.stop)
  answers.push('{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}')
  heads.start()
  for (const ms of [1_000, 2_000]) {
    await vi.waitFor(() => expect(waits.at(-1)?.ms).toBe(ms))
    expect(heads.isLive()).toBe(false)
    if (ms === 2_000) answers.push('{"jsonrpc":"2.0","id":1,"result":"0x1"}')
    waits.at(-1)?.go()
  }
  await vi.waitFor(() => expect(heads.isLive()).toBe(true))
  expect(onHead).toHaveBeenCalledTimes(1)
  drop()
  await vi.waitFor(() => expect(heads.isLive()).toBe(false))
  await vi.waitFor(() => expect(waits.map(({ ms }) => ms)).toEqual([1_000, 2_000, 1_000]))
})
