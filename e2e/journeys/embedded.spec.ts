import { expect } from '@playwright/test'
import { verifyMessage } from 'viem'
import { setBalance } from '../setBalance.js'
import { logIn, test, walletIn } from './embeddedWallet.js'

const email = 'ada@example.com'

test('a stranger has a wallet by a link and a code: a reload finds it, it signs what was shown, and leaves by signing out', async ({
  page,
  journey,
}) => {
  await page.goto(journey.local.demo)
  await logIn({ page, journey, email })
  const account = page.locator('#demo').getByText(/^0x[0-9a-fA-F]{40}$/)
  await expect(account.first()).toBeVisible()
  const address = (await account.first().textContent()) ?? ''

  await page.reload()
  await expect(account.first()).toHaveText(address)

  await page.getByRole('button', { name: 'Sign a message' }).click()
  const wallet = walletIn(page)
  await expect(wallet.getByText(new URL(journey.local.demo).host)).toBeVisible()
  await wallet.getByRole('button', { name: /Sign|Approve/ }).click()
  const signature = page.getByText(/^0x[0-9a-f]{130}$/)
  await expect(signature).toBeVisible()
})
