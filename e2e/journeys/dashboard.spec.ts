import { expect, type Page } from '@playwright/test'
import { pressArmed } from '../wallet/pressArmed.js'
import { onAnotherDevice } from './anotherDevice.js'
import { emailOf, mailThat } from './embeddedWallet.js'
import { addAuthenticator, forgetWallet, logInOnOwnPage } from './ownPage.js'
import { test } from './ownServices.js'

test.use({ endsServers: true })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const title = (page: Page, name: string) => page.getByRole('heading', { name })
const addressOf = async (page: Page) => (await page.locator('.address').first().textContent()) ?? ''

test('[F15] a wallet is deleted after a wait that a mail’s link cancels, is forgotten here, and the same mailbox makes another', async ({
  page,
  journey,
  passTime,
}) => {
  const email = emailOf('hypatia')
  await page.goto(`${journey.local.wallet}/dashboard`)
  await logInOnOwnPage(page, { journey, email })
  const address = await addressOf(page)
  const ask = async () => {
    await button(page, 'Delete the wallet').click()
    await expect(button(page, 'Delete it')).toBeDisabled()
    await page.getByLabel(`Type ${email} to go on`).fill(email)
    await pressArmed(button(page, 'Delete it'))
    await expect(page.getByRole('alert')).toContainText('This wallet will be deleted on')
  }
  await ask()
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('This wallet will be deleted on')
  const { links } = await mailThat(journey, { email, says: /Someone who is signed in asked/ })
  const cancelling = await page.context().newPage()
  await cancelling.goto(links.find((each) => each.includes('/confirm#')) ?? '')
  await expect(title(cancelling, 'Your wallet will be deleted on')).toBeVisible()
  await pressArmed(button(cancelling, 'Cancel it'))
  await expect(title(cancelling, 'Cancelled. Your wallet stays.')).toBeVisible()
  await cancelling.close()
  await page.reload()
  await expect(button(page, 'Delete the wallet')).toBeVisible()

  await ask()
  passTime(24 * 3_600_000 + 5_000)
  await mailThat(journey, { email, says: /Your wallet was deleted here/ })
  journey.expectTrouble(/401|Failed to load resource/)
  await page.reload()
  await expect(title(page, 'Your wallet was deleted')).toBeVisible()
  await button(page, /^Continue$/).click()
  passTime(31_000)
  await logInOnOwnPage(page, { journey, email })
  expect(await addressOf(page)).not.toBe(address)
})

test('[F15] a wallet is secured by a passkey and a paper, the way by mail is closed, and each opens it elsewhere without the keeper, and from its file without any server', async ({
  page,
  journey,
  stopOf,
  browser,
}, info) => {
  const { wallet } = journey.local
  const email = emailOf('rosalind')
  await page.goto(`${wallet}/dashboard`)
  await addAuthenticator(page)
  await logInOnOwnPage(page, { journey, email })
  await page.screenshot({ path: info.outputPath('home.png'), fullPage: true })
  const address = await addressOf(page)
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)

  await button(page, 'Add a passkey').click()
  await pressArmed(button(page, 'Add a passkey'))
  await pressArmed(button(page, 'Use it once more'))
  await expect(page.getByText(/^Opens the wallet with your device’s lock.*Added/)).toBeVisible()
  await button(page, 'Print a paper').click()
  await expect(page.locator('.groups code')).toHaveCount(8)
  const groups = await page.locator('.groups code').allTextContents()
  const asked = Number(/\d/.exec((await page.getByText(/^Type group/).textContent()) ?? '')?.[0])
  await page.getByLabel(/^Type group/).fill('ABCD')
  await pressArmed(button(page, 'I have it'))
  await expect(page.getByText(`That isn’t group ${asked}. Look at the paper again.`)).toBeVisible()
  await page.screenshot({ path: info.outputPath('paper.png'), fullPage: true })
  await page.getByLabel(/^Type group/).fill(groups[asked - 1]?.toLowerCase() ?? '')
  await pressArmed(button(page, 'I have it'))
  await expect(button(page, 'Turn off opening by email')).toBeVisible()
  const saving = page.waitForEvent('download')
  await pressArmed(button(page, 'Download').first())
  const file = info.outputPath('recovery.json')
  await (await saving).saveAs(file)
  await button(page, 'Turn off opening by email').click()
  await pressArmed(button(page, 'Turn it off'))
  await expect(page.getByText(/^Only what you have opens this wallet/)).toBeVisible()
  await page.screenshot({ path: info.outputPath('secured.png'), fullPage: true })

  await stopOf.keeper()
  journey.expectTrouble(/502|Failed to load resource/)
  await forgetWallet(page)
  await page.reload()
  await button(page, 'Use a passkey').click()
  await expect(title(page, 'Your wallet')).toBeVisible()
  expect(await addressOf(page)).toBe(address)
  await expect(page.getByText('this browser', { exact: true })).toBeVisible()
  await onAnotherDevice(browser, async (other) => {
    await other.goto(`${wallet}/dashboard`)
    await button(other, 'Use a printed paper').click()
    await other.getByRole('textbox').fill([...groups.slice(0, 2), 'ABCD EFGH', ...groups.slice(3)].join('\n'))
    await pressArmed(button(other, 'Open'))
    await expect(other.getByText('Group 3 isn’t as it was printed.')).toBeVisible()
    await other.getByRole('textbox').fill(groups.join(' '))
    await pressArmed(button(other, 'Open'))
    await expect(title(other, 'Your wallet')).toBeVisible()
    expect(await addressOf(other)).toBe(address)
  })

  await stopOf.server()
  await onAnotherDevice(browser, async (other) => {
    await other.goto(`${wallet}/recover`)
    await other.locator('input[type=file]').setInputFiles(file)
    await button(other, 'Use a printed paper').click()
    await other.getByRole('textbox').fill(groups.join(' '))
    await pressArmed(button(other, 'Open'))
    await expect(title(other, 'Your wallet opens')).toBeVisible()
    expect(await addressOf(other)).toBe(address)
    await other.getByLabel('Password for the file').fill('correct horse battery')
    const saving = other.waitForEvent('download')
    await pressArmed(button(other, 'Download the file'))
    expect((await saving).suggestedFilename()).toBe('wallet.json')
    await button(other, 'Show the words').click()
    await pressArmed(button(other, 'Show them'))
    await expect(other.locator('.words li')).toHaveCount(12)
    await other.screenshot({ path: info.outputPath('recovered.png'), fullPage: true })
  })
})
