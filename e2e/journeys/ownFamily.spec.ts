import { createSuiNode, type SuiNode } from '../../examples/own-family/test/suiNode.js'
import { createSuiWallet, isSignedForSui } from '../../examples/own-family/test/suiWallet.js'
import { expect, test } from '../fixtures.js'
import { type ExampleHost, exampleFolder, phone, serveExample, wider } from './exampleHost.js'
import { modalOf } from './modal.js'
import { look, settled } from './shown.js'

let example: ExampleHost | undefined
let node: SuiNode | undefined
test.afterEach(async ({ page }) => {
  // What it still fetches isn't refused.
  await page.close()
  await example?.stop()
  await node?.close()
  example = undefined
  node = undefined
})

test('[S1.10 S2.23 S3.3 S4.2 S4.3] a family that the kit doesn’t have: its wallet is found, connects, signs in at the page’s own backend, signs, sends, is restored, and disconnects', async ({
  page,
  journey,
}) => {
  node = await createSuiNode()
  const wallet = createSuiWallet({ name: 'Slush', nodeUrl: node.url })
  const [address = ''] = wallet.accounts
  node.give(address, 10n ** 9n)
  await wallet.installIn(page.context())
  example = await serveExample({ root: exampleFolder('own-family'), env: { VITE_LOCAL_SUI: node.url } })
  journey.admit(example.origin)
  journey.admit(new URL(node.url).origin)
  await page.setViewportSize(phone)
  await page.goto(example.origin)
  const modal = modalOf(page)
  const account = page.getByRole('region', { name: 'Account' })
  const outcome = account.getByRole('status')
  const atBackend = async () => (await (await page.request.get(`${example?.origin}/siwx/session`)).json()).accountId

  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await expect(modal.wallet('Slush')).toBeVisible()
  await look({ page, name: 'own-family-1-connect' })
  wallet.next({ connect: 'reject' })
  await modal.wallet('Slush').click()
  await expect(modal.button('Try again')).toBeVisible()
  await modal.button('Try again').click()
  await settled(page, 'SIWXSignMessage')
  await look({ page, name: 'own-family-2-sign-in' })
  expect(await atBackend()).toBe(null)
  await modal.part('sign-in-sign').click()
  await expect(modal.dialog).toBeHidden()
  expect(await atBackend()).toBe(`other:sui-localnet:${address}`)
  await expect(account).toContainText(address)
  await expect(account).toContainText('Balance: 1.000 SUI')

  await account.getByRole('button', { name: 'Sign a message' }).click()
  await expect(outcome).toContainText(/^verified: /)
  const [, signature = ''] = (await outcome.textContent())?.split(': ') ?? []
  expect(await isSignedForSui({ address, message: 'Hello', signature })).toBe(true)
  expect(await page.evaluate(wider)).toBe(0)
  await account.getByRole('button', { name: 'Send 0.001 to yourself' }).click()
  await expect(outcome).toContainText(/^success: [1-9A-HJ-NP-Za-km-z]{43,44}$/)
  const [, hash = ''] = (await outcome.textContent())?.split(': ') ?? []
  await expect(account.getByRole('link')).toHaveAttribute('href', `https://custom.suiscan.xyz/custom/tx/${hash}`)
  // It paid the fee alone: what it sent came back.
  expect(node.balanceOf(address)).toBe(10n ** 9n - 1_997_880n)
  await expect(account).toContainText('Balance: 0.998 SUI')

  await page.reload()
  await expect(account).toContainText(address)
  await expect(modal.dialog).toBeHidden()
  expect(wallet.promptCount).toBe(5) // connecting, twice; the sign-in, the message, the transfer
  await page.locator('[data-part="account-button"]').click()
  await expect(modal.dialog).toContainText('SUI')
  await look({ page, name: 'own-family-3-account' })
  await modal.button('Disconnect').click()
  await expect(page.getByText('Not connected yet.')).toBeVisible()
  expect(await atBackend()).toBe(null)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
  await expect(page.getByText('Not connected yet.')).toBeVisible()
})
