import type { BrowserContext, Page } from '@playwright/test'
import { createPublicClient, http, parseEther, verifyMessage } from 'viem'
import { expect, type Journey, test } from '../fixtures.js'
import type { WagmiSettings } from '../hosts/wagmi/settings.js'
import { readClipboard } from './readClipboard.js'
import { openSampleWallet, type SampleWallet } from './sampleWallet.js'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** Goes to a page of wagmi's own connector. */
async function openWagmi(page: Page, { local: { host, relay, chains } }: Pick<Journey, 'local'>): Promise<void> {
  const settings: WagmiSettings = { relayUrl: relay, chains: chains.map(({ id, name, url }) => ({ id, name, url })) }
  await page.goto(`${host}/wagmi?host=${encodeURIComponent(JSON.stringify(settings))}`)
}
const shown = (page: Page, fact: string) => page.locator(`[data-fact="${fact}"]`)
/** The hex that came of what was pressed last. */
async function hexShown(page: Page, digits: number): Promise<`0x${string}`> {
  const outcome = shown(page, 'outcome')
  await expect(outcome).toHaveText(new RegExp(`^0x[0-9a-f]{${digits}}$`))
  return `0x${(await outcome.textContent())?.slice(2) ?? ''}`
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page) => page.getByRole('dialog', { name: 'WalletConnect' })

/** Connects the page by the link of the dialog that the provider shows. */
async function connect({
  page,
  context,
  journey: { local },
}: {
  readonly page: Page
  readonly context: BrowserContext
  readonly journey: Pick<Journey, 'local'>
}): Promise<SampleWallet> {
  await press(page, 'Connect')
  await expect(dialog(page).getByRole('img')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Copy link' }).click()
  await expect(dialog(page).getByRole('status')).toHaveText('Link copied')
  const uri = await readClipboard(page)
  const wallet = await openSampleWallet({ context, local })
  await wallet.pair(uri)
  await wallet.press('Connect')
  await expect(shown(page, 'address')).toHaveText(wallet.address)
  await expect(dialog(page)).toHaveCount(0)
  return wallet
}

test('[S7.37] wagmi’s own connector connects, signs, sends, switches, reloads and disconnects over this provider', async ({
  page,
  context,
  journey,
}) => {
  const [first, second] = journey.local.chains
  await openWagmi(page, journey)
  const wallet = await connect({ page, context, journey })
  await expect(shown(page, 'chain')).toHaveText(`${first.id}`)

  await press(page, 'Sign')
  await wallet.press('Sign')
  const signature = await hexShown(page, 130)
  expect(await verifyMessage({ address: wallet.address, message: 'hello', signature })).toBe(true)

  await press(page, 'Switch')
  await expect(shown(page, 'chain')).toHaveText(`${second.id}`)

  await press(page, 'Send')
  await wallet.press('Send')
  const hash = await hexShown(page, 64)
  const chain = createPublicClient({ transport: http(second.url) })
  const receipt = await chain.waitForTransactionReceipt({ hash })
  expect(receipt).toMatchObject({ status: 'success', from: wallet.address.toLowerCase() })
  expect((await chain.getTransaction({ hash })).value).toBe(parseEther('1'))

  await page.reload()
  await expect(shown(page, 'address')).toHaveText(wallet.address)
  await expect(shown(page, 'chain')).toHaveText(`${second.id}`)
  // What wagmi kept is shown before it has the provider, and a disconnect until then is undone by what it restores.
  await expect(shown(page, 'status')).toHaveText('connected')

  await press(page, 'Disconnect')
  await expect(shown(page, 'status')).toHaveText('disconnected')
  await expect(wallet.page.getByRole('list', { name: 'Connected applications' })).toHaveCount(0)
})

test('a visitor who closes the dialog by Escape has refused, and may connect after all', async ({
  page,
  context,
  journey,
}) => {
  await openWagmi(page, journey)
  await press(page, 'Connect')
  await expect(dialog(page).getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(shown(page, 'outcome')).toHaveText('UserRejectedRequestError')
  await connect({ page, context, journey })
})

test('two tabs have one session, which signs in either and ends in both', async ({ page, context, journey }) => {
  await openWagmi(page, journey)
  const wallet = await connect({ page, context, journey })
  const other = await context.newPage()
  await openWagmi(other, journey)
  await expect(shown(other, 'address')).toHaveText(wallet.address)
  for (const each of [page, other]) {
    await press(each, 'Sign')
    await wallet.press('Sign')
    await hexShown(each, 130)
  }
  await press(other, 'Disconnect')
  for (const each of [page, other]) await expect(shown(each, 'status')).toHaveText('disconnected')
})
