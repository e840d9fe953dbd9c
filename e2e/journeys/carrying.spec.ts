import { expect, type Page, type TestInfo } from '@playwright/test'
import { addresses } from '../addresses.js'
import type { Journey } from '../fixtures.js'
import { pressArmed } from '../wallet/pressArmed.js'
import { emailOf } from './embeddedWallet.js'
import { logInHere } from './ownPage.js'
import { test } from './ownServices.js'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const title = (page: Page, name: string) => page.getByRole('heading', { name })
const password = 'correct horse battery staple'

/** Downloads the wallet in a file. @returns its path */
async function download(page: Page, info: TestInfo): Promise<string> {
  await page.getByLabel('Password for the file').fill(password)
  const saving = page.waitForEvent('download')
  await pressArmed(button(page, 'Download the file'))
  const path = info.outputPath('wallet.json')
  await (await saving).saveAs(path)
  return path
}

test('a wallet goes to another operator by its file: the same accounts are there after the first login', async ({
  page,
  journey,
}, info) => {
  const [here, there] = [addresses(), journey.local]
  for (const each of [here.demo, here.server, here.wallet, here.mailbox]) journey.admit(each)
  const email = emailOf('hedy')
  const at: Journey = { ...journey, local: here }
  await page.goto(`${here.wallet}/dashboard`)
  await logInHere({ page, journey: at, email })
  await expect(title(page, 'Your wallet')).toBeVisible()
  const address = (await page.locator('.address').first().textContent()) ?? ''
  const file = await download(page, info)
  await title(page, 'Move to another operator').click()
  await page.getByLabel('Address of the other wallet’s page').fill(there.wallet)
  const way = page.getByRole('link', { name: /^Continue at/ })
  await expect(way).toHaveAttribute('href', `${there.wallet}/import`)
  await page.screenshot({ path: info.outputPath('move.png'), fullPage: true })
  const opening = page.context().waitForEvent('page')
  await way.click()
  const other = await opening
  await other.locator('input[type=file]').setInputFiles(file)
  await other.getByLabel('Password for the file').fill('incorrect horse battery')
  await button(other, 'Open the file').click()
  await expect(other.getByText('This password doesn’t open the file.')).toBeVisible()
  await other.getByLabel('Password for the file').fill(password)
  await button(other, 'Open the file').click()
  await expect(title(other, 'Your file has these accounts')).toBeVisible()
  await other.screenshot({ path: info.outputPath('import.png'), fullPage: true })
  await logInHere({ page: other, journey, email })
  await expect(title(other, 'Your wallet is here')).toBeVisible()
  expect(await other.locator('.address').first().textContent()).toBe(address)
})
