import { createTestClient, http, numberToHex, parseEther } from 'viem'
import { getBalance, getBlockNumber } from 'viem/actions'
import { expect, onTestFinished, test, vi } from 'vitest'
import { devAccounts } from './accounts.js'
import { startAnvil } from './anvil.js'
import { startChain } from './startChain.js'
import { watchStuck } from './stuckTransactions.js'

const [{ address: from }, { address: to }] = devAccounts

function clientOf(url: string) {
  const client = createTestClient({ mode: 'anvil', transport: http(url) })
  return {
    ...client,
    /** Sends so that it lies in the pool: nothing is mined while it arrives. */
    async leaveLying() {
      await client.setAutomine(false)
      const params = [{ from, to, value: numberToHex(parseEther('1')) }]
      await client.request<{ Method: 'eth_sendTransaction'; Parameters: typeof params; ReturnType: unknown }>({
        method: 'eth_sendTransaction',
        params,
      })
    },
    block: () => getBlockNumber(client, { cacheTime: 0 }),
    received: async () => (await getBalance(client, { address: to })) - parseEther('10000'),
  }
}

test('a transaction that lies in the pool at two looks gets its block, and no other is made', async () => {
  const anvil = await startAnvil({ chainId: 31337 })
  onTestFinished(() => anvil.stop())
  const client = clientOf(anvil.url)
  const watch = watchStuck({ url: anvil.url })
  await watch.look()
  await client.leaveLying()
  await client.setAutomine(true)
  await watch.look()
  await watch.look()
  expect([await client.received(), await client.block()]).toEqual([parseEther('1'), 1n])
  await watch.look()
  await watch.look()
  expect(await client.block()).toBe(1n)
})

test('one that somebody wants to lie is left alone', async () => {
  const anvil = await startAnvil({ chainId: 31337 })
  onTestFinished(() => anvil.stop())
  const client = clientOf(anvil.url)
  const watch = watchStuck({ url: anvil.url })
  await client.leaveLying()
  for (let looks = 0; looks < 4; looks += 1) await watch.look()
  expect([await client.received(), await client.block()]).toEqual([0n, 0n])
})

test('a chain looks after its transactions by itself, and its log doesn’t tell of it', async () => {
  const log: string[] = []
  const chain = await startChain({ id: 31337, log: (line) => log.push(line) })
  onTestFinished(() => chain.stop())
  const client = clientOf(chain.url)
  await client.leaveLying()
  await client.setAutomine(true)
  await vi.waitFor(async () => expect(await client.received()).toBe(parseEther('1')), { timeout: 20_000 })
  expect(log.join()).not.toMatch(/txpool_content|anvil_getAutomine/)
})
