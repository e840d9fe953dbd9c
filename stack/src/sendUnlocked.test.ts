import { createClient, createTestClient, custom, http, numberToHex, pad, parseEther } from 'viem'
import { getBlock } from 'viem/actions'
import { expect, onTestFinished, test } from 'vitest'
import { devAccounts } from './accounts.js'
import { sendUnlocked } from './sendUnlocked.js'
import { startChain } from './startChain.js'

const [{ address: from }, { address: to }] = devAccounts
const transaction = { from, to, data: '0x', value: parseEther('1') } as const

async function started() {
  const chain = await startChain({ id: 31337 })
  onTestFinished(() => chain.stop())
  return { url: chain.url, client: createClient({ transport: http(chain.url, { retryCount: 0 }) }) }
}

test('gives the receipt, of what reverts too, and says what the chain refuses', async () => {
  const { client } = await started()
  expect(await sendUnlocked({ client, transaction })).toMatchObject({ status: 'success', gasUsed: 21_000n })
  const reverting = { from, data: '0xfe', gas: 100_000n } as const
  expect(await sendUnlocked({ client, transaction: reverting })).toMatchObject({ status: 'reverted' })
  await expect(sendUnlocked({ client, transaction: { ...transaction, value: parseEther('1000000') } })).rejects.toThrow(
    /funds/i,
  )
})

test('what takes more in the second in which it comes than in the one in which it was estimated goes through', async () => {
  const { url, client } = await started()
  const anvil = createTestClient({ mode: 'anvil', transport: http(url) })
  const { timestamp } = await getBlock(client)
  // Where the block is of ten seconds from now or later, another value is written where there is one.
  const writing = `0x63${numberToHex(timestamp + 10n, { size: 4 }).slice(2)}4211600b57005b600160005500` as const
  await anvil.setCode({ address: to, bytecode: writing })
  await anvil.setStorageAt({ address: to, index: 0, value: pad('0x05') })
  const late = createClient({
    transport: custom({
      async request(call) {
        const answer = await client.request(call)
        if (call.method === 'eth_estimateGas') await anvil.increaseTime({ seconds: 20 })
        return answer
      },
    }),
  })
  const { status, gasUsed } = await sendUnlocked({ client: late, transaction: { from, to, data: '0x' } })
  expect(status).toBe('success')
  expect(gasUsed).toBeGreaterThan(23_000n)
})

test('gives up after its time', async () => {
  const { url, client } = await started()
  await createTestClient({ mode: 'anvil', transport: http(url) }).setAutomine(false)
  await expect(sendUnlocked({ client, transaction, limitMs: 30 })).rejects.toThrow('no receipt for 30 ms')
})
