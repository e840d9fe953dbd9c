import { createClient, createTestClient, http, parseEther } from 'viem'
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

test('gives up after its time', async () => {
  const { url, client } = await started()
  await createTestClient({ mode: 'anvil', transport: http(url) }).setAutomine(false)
  await expect(sendUnlocked({ client, transaction, limitMs: 30 })).rejects.toThrow('no receipt for 30 ms')
})
