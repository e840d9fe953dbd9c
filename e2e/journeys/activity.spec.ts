import { devAccounts } from '@foyer/stack'
import {
  createClient,
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeErrorResult,
  formatEther,
  http,
  parseAbi,
  parseEther,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { deployContract } from 'viem/actions'
import { expect, test } from '../fixtures.js'
import { hostStatus, openHost } from '../host.js'
import { newAddress } from '../newAddress.js'
import { ownChain } from './activityChain.js'
import { examine } from './examine.js'
import { modalOf } from './modal.js'
import { look, show } from './shown.js'

test.describe.configure({ mode: 'parallel' })

const count = 200

test('[S1.5 S3.14 S5.17 S7.5 S9.40 S9.41] 200 transactions are paged through, by scrolling and by keyboard, and equal the chain’s', async ({
  page,
  journey,
}) => {
  const { local, install } = journey
  const [home] = local.chains
  const maple = await install({ name: 'Maple' })
  const [address = '0x'] = maple.accounts
  const chain = createPublicClient({ transport: http(home.url, { batch: { batchSize: 100 } }) })
  // Each amount is another one, of whole thousandths.
  const hashes = await sendMany({ url: home.url, to: address, ether: (index) => `${(index + 1) / 1000}` })
  await openHost({ page, journey })
  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), maple.rdns)
  await expect.poll(() => newestOf({ server: local.server, address, chainId: home.id })).toBe(hashes.at(-1))

  const modal = modalOf(page)
  const rows = modal.part('activity-item')
  const events = await page.evaluate(() => {
    const seen: string[] = []
    window.kits[0]?.onEvent(({ data }) => seen.push(data.event))
    return Object.assign(globalThis, { seen }).seen.length
  })
  expect(events).toBe(0)
  await show(page, { view: 'Transactions' })
  await expect(rows.first()).toBeVisible()
  await expect(modal.part('activity-title')).toHaveCount(1)
  const older = modal.button('Show older')
  await older.press('Enter')
  await expect(async () => {
    // It may have gone by then.
    await older.evaluateAll((all) => all[0]?.scrollIntoView())
    expect(await rows.count()).toBe(count)
  }).toPass()
  await expect(older).toHaveCount(0)

  const shown = await rows.evaluateAll((all) =>
    all.map((row) => [row.getAttribute('data-hash'), row.querySelector('[part~="activity-amount"]')?.textContent]),
  )
  const sent = await Promise.all(hashes.map((hash) => chain.getTransaction({ hash })))
  const expected = sent.map(({ hash, value }) => [hash, `+${Number(formatEther(value)).toFixed(3)} ETH`])
  expect(shown).toEqual(expected.reverse())
  expect(await page.evaluate(() => String(Reflect.get(globalThis, 'seen')))).toContain('LOAD_MORE_TRANSACTIONS')
  await look({ page, name: 'activity-200' })
})

test('[S9.24] a send shows at once, survives a reload, and is mined; it is sped up and cancelled in the wallet', async ({
  page,
  journey,
}) => {
  const own = await ownChain({ page, journey })
  const { client, control, wallet } = own
  await control.setAutomine(false)
  const modal = modalOf(page)
  const pending = modal.part('activity-pending')
  const row = (hash: string) => modal.dialog.locator(`[data-hash="${hash}"]`)
  await own.open()
  await own.connect()
  await show(page, { view: 'Transactions' })
  await expect(modal.dialog).toContainText('No Transactions yet')

  const first = newAddress()
  const hash = await own.send(first, '1')
  await expect(pending).toContainText('1.000 ETH')
  await expect(modal.button('Speed up')).toBeVisible()
  await look({ page, name: 'activity-pending' })
  const [line, way] = await Promise.all([
    modal.part('activity-item').first().boundingBox(),
    modal.button('Speed up').boundingBox(),
  ])
  expect((way?.y ?? 0) - (line?.y ?? 0) - (line?.height ?? 0)).toBeGreaterThanOrEqual(4)
  await page.reload()
  await expect(hostStatus(page)).toHaveText('connected with Maple')
  await show(page, { view: 'Transactions' })
  await expect(pending).toContainText('Pending')
  await control.mine({ blocks: 1 })
  await expect(pending).toHaveCount(0)
  await expect(row(hash)).toContainText('Sent')
  await expect(modal.part('snackbar')).toContainText('Transaction confirmed')
  expect(await client.getBalance({ address: first })).toBe(parseEther('1'))

  const second = newAddress()
  const slow = await own.send(second, '2')
  await modal.button('Speed up').press('Enter')
  await expect(modal.part('detail-list')).toBeVisible()
  await look({ page, name: 'activity-speed-up' })
  await examine({ page, name: 'speeding up' })
  wallet.next({ send: 'reject' })
  await modal.button('Continue in the wallet').press('Enter')
  await expect(modal.dialog).toContainText('The request was not approved in the wallet.')
  await modal.button('Try again').press('Enter')
  await modal.button('Show activity').press('Enter')
  await expect(pending).toContainText('2.000 ETH')
  await control.mine({ blocks: 1 })
  await expect(pending).toHaveCount(0)
  expect(await client.getBalance({ address: second })).toBe(parseEther('2'))
  await expect(row(slow)).toHaveCount(0)
  await expect(client.getTransactionReceipt({ hash: slow })).rejects.toThrow()

  const third = newAddress()
  await own.send(third, '3')
  await modal.button('Cancel').click()
  await modal.button('Continue in the wallet').click()
  await modal.button('Show activity').click()
  await expect(modal.button('Cancel')).toHaveCount(0)
  await control.mine({ blocks: 1 })
  await expect(pending).toHaveCount(0)
  await expect(modal.part('activity-item').first()).toContainText('Cancelled')
  expect(await client.getBalance({ address: third })).toBe(0n)
  expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(6)
})

// Reverts with whatever it is called with.
const revertsWithItsInput = '0x600a80600b6000396000f3366000600037366000fd'

test('a reverted transaction says why', async ({ page, journey }) => {
  const own = await ownChain({ page, journey })
  const { client, chain } = own
  const [dev] = devAccounts
  if (!dev) throw new Error('The development accounts are missing.')
  const account = privateKeyToAccount(dev.privateKey)
  const deployed = await deployContract(createClient({ transport: http(chain.url) }), {
    account,
    chain: null,
    abi: [],
    bytecode: revertsWithItsInput,
  })
  const { contractAddress: to } = await client.waitForTransactionReceipt({ hash: deployed })
  const data = encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: ['No more tickets'] })
  await own.open()
  await own.connect()
  await show(page, { view: 'Transactions' })
  await page.evaluate(
    async (call) => {
      const [foyer] = window.kits
      if (foyer) await window.actions.sendCall(foyer, { call })
    },
    { to, data, gas: 100_000n },
  )
  const modal = modalOf(page)
  await expect(modal.part('snackbar')).toContainText('Transaction error')
  await expect(modal.part('activity-item')).toContainText('Reason: No more tickets')
  await expect(modal.part('activity-item')).toContainText('Failed')
  await look({ page, name: 'activity-reverted' })
})

/** Newest first: the server follows the chain a moment behind. */
async function newestOf({
  server,
  address,
  chainId,
}: {
  readonly server: string
  readonly address: string
  readonly chainId: number
}): Promise<unknown> {
  const query = new URLSearchParams({
    projectId: 'foyer-demo',
    st: 'appkit',
    sv: 'react-evm-1.7.6',
    chainId: `eip155:${chainId}`,
  })
  const answer = await fetch(`${server}/v1/account/${address}/history?${query}`)
  const body: { data?: readonly { readonly metadata: { readonly hash: string } }[] } = await answer.json()
  return body.data?.[0]?.metadata.hash ?? JSON.stringify(body)
}

/** Sends ether from an account that the chain holds for the test. @returns the hashes, oldest first */
async function sendMany({
  url,
  to,
  ether,
}: {
  readonly url: string
  readonly to: `0x${string}`
  readonly ether: (index: number) => string
}): Promise<readonly `0x${string}`[]> {
  const control = createTestClient({ mode: 'anvil', transport: http(url) })
  const sender = createWalletClient({ transport: http(url) })
  const from = newAddress()
  await control.setBalance({ address: from, value: parseEther('1000') })
  await control.impersonateAccount({ address: from })
  const hashes: `0x${string}`[] = []
  // One after the other: of many at once anvil now and then loses one, and mines none of those after it.
  for (let nonce = 0; nonce < count; nonce++) {
    const value = parseEther(ether(nonce))
    hashes.push(await sender.sendTransaction({ account: from, chain: null, to, value, nonce, gas: 21_000n }))
  }
  return hashes
}
