import { expect, type Page } from '@playwright/test'
import { unless } from '../onlyFull.js'
import { pressArmed } from '../wallet/pressArmed.js'
import { addressShown, approve, disconnect } from './embeddedWallet.js'
import { connectButton, modalOf } from './modal.js'
import { test } from './ownServices.js'

/** Presses a provider's button in Connect, or in the list of those that don't stand there. */
async function press(page: Page, provider: string): Promise<void> {
  const { dialog, part } = modalOf(page)
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  if (provider === 'apple' || provider === 'facebook') await part('more-socials').click()
  await dialog.locator(`[data-social="${provider}"]`).click()
}

/** @returns the window that has opened with the press */
async function choose(page: Page, provider: string): Promise<Page> {
  const opening = page.context().waitForEvent('page')
  await press(page, provider)
  return opening
}

const chooseGoogle = (page: Page): Promise<Page> => choose(page, 'google')

/** Goes on to the provider from the wallet's own window, which names the asking site. */
async function goOn(popup: Page, demo: string, name = 'Google'): Promise<void> {
  await expect(popup.getByRole('status')).toContainText(new URL(demo).origin)
  await pressArmed(popup.getByRole('button', { name: `Continue with ${name}` }))
}

/** Chooses an account there. Apple's page has the browser post a form. */
async function beAda(popup: Page, provider: string): Promise<void> {
  await popup.getByRole('link', { name: /Ada Lovelace/ }).click()
  if (provider === 'apple') await popup.getByRole('button', { name: 'Continue' }).click()
}

/** The ways to connect from top to bottom, each once, by their parts. */
const methodsShown = (page: Page): Promise<readonly string[]> =>
  modalOf(page)
    .dialog.locator('[part~="login-email"], [data-social], [data-wallet]')
    .evaluateAll((elements) => {
      const methods = elements
        .map((element) => ({
          top: element.getBoundingClientRect().top,
          method: element.matches('[data-social]')
            ? 'social'
            : element.matches('[data-wallet]')
              ? 'wallet'
              : 'login-email',
        }))
        .sort((one, other) => one.top - other.top)
        .map(({ method }) => method)
      return methods.filter((method, index) => method !== methods[index - 1])
    })

const address = /^0x[0-9a-fA-F]{40}$/

test('[S1.2 S1.3 S2.19] [F7] a visitor has a wallet by an account at Google: a reload finds it, it signs, and after leaving the same account opens the same wallet', async ({
  page,
  journey,
}) => {
  const { local } = journey
  await page.goto(local.demo)
  await connectButton(page).click()
  await expect.poll(() => methodsShown(page)).toEqual(['login-email', 'social', 'wallet'])
  await page.keyboard.press('Escape')
  const popup = await chooseGoogle(page)
  await goOn(popup, local.demo)
  // Its page hides the window from the one that opened it, which cancels nothing.
  await popup.getByRole('link', { name: /Ada Lovelace/ }).click()
  await expect(modalOf(page).dialog).toHaveCount(0)
  const shown = await addressShown(page, address)

  await page.reload()
  await addressShown(page, address)
  await page.getByRole('button', { name: 'Sign a message' }).click()
  await approve(page)
  await expect(page.getByRole('status').filter({ hasText: '0x' })).toContainText(/0x[0-9a-f]{130}/)

  await disconnect(page)
  const again = await chooseGoogle(page)
  await goOn(again, local.demo)
  await again.getByRole('link', { name: /Ada Lovelace/ }).click()
  expect(await addressShown(page, address)).toBe(shown)
})

test('a visitor who cancels at the provider, or whose address it hasn’t verified, is told so and may try again', async ({
  page,
  journey,
}) => {
  const { local } = journey
  const { dialog, part } = modalOf(page)
  // The login server's refusal.
  journey.expectTrouble(/status of 403/)
  await page.goto(local.demo)
  const popup = await chooseGoogle(page)
  await goOn(popup, local.demo)
  await popup.getByRole('link', { name: 'Cancel' }).click()
  await expect(dialog).toContainText(/Start again/)

  const opening = page.context().waitForEvent('page')
  await dialog.getByRole('button', { name: 'Start again' }).click()
  const again = await opening
  await goOn(again, local.demo)
  await again.getByRole('link', { name: /Bob Unverified/ }).click()
  await expect(dialog).toContainText('Verify your email address at the provider first.')
  await expect(part('fact-address')).toHaveCount(0)
})

for (const [provider, name] of Object.entries({
  ...{ apple: 'Apple', github: 'GitHub', x: 'X', discord: 'Discord', facebook: 'Facebook' },
}))
  test(
    `[S1.2 S1.3] [F7] a visitor has a wallet by an account at ${name}, which a reload finds`,
    unless(!['discord', 'facebook'].includes(provider)),
    async ({ page, journey }) => {
      const { local } = journey
      await page.goto(local.demo)
      const popup = await choose(page, provider)
      await goOn(popup, local.demo, name)
      await beAda(popup, provider)
      const shown = await addressShown(page, address)
      await page.reload()
      expect(await addressShown(page, address)).toBe(shown)
    },
  )

for (const [provider, name] of Object.entries({ google: 'Google', apple: 'Apple', github: 'GitHub' }))
  test(
    `[F30] where the browser opens no window the page is left for ${name}, and the login is taken up when it is back`,
    unless(provider === 'google'),
    async ({ page, journey }) => {
      const { local } = journey
      await page.addInitScript(() => {
        window.open = () => null
      })
      await page.goto(local.demo)
      await press(page, provider)
      await modalOf(page).part('open-window').click()
      await goOn(page, local.demo, name)
      await beAda(page, provider)
      await addressShown(page, address)
      expect(page.url()).not.toContain('result_uri')
    },
  )

test('[S1.2 S1.3 S2.5] [F7] a visitor has a wallet by an account at Farcaster, whose code a telephone opens, and which a reload finds', async ({
  page,
  journey,
  context,
}) => {
  const { local } = journey
  const { dialog, part } = modalOf(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(local.demo)
  await press(page, 'farcaster')
  await expect(dialog).toContainText('Scan this QR Code with your phone')
  await expect(dialog.getByRole('img', { name: 'QR code that opens Farcaster' })).toBeVisible()
  await part('copy-link').click()
  await expect(dialog).toContainText('Link copied')
  const telephone = await context.newPage()
  await telephone.goto(await page.evaluate(() => navigator.clipboard.readText()))
  await telephone.getByRole('button', { name: /Ada Lovelace/ }).click()
  await expect(telephone.getByText('Signed in')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const shown = await addressShown(page, address)
  await page.reload()
  expect(await addressShown(page, address)).toBe(shown)
})

test('[S1.2 S1.3] [F7] the wallet’s own page opens by the accounts that opened it elsewhere: it is left for the provider, and taken up when it is back', async ({
  page,
  journey,
  context,
}) => {
  const { local } = journey
  await page.goto(local.demo)
  const popup = await chooseGoogle(page)
  await goOn(popup, local.demo)
  await beAda(popup, 'google')
  const shown = await addressShown(page, address)

  const button = (name: string) => page.getByRole('button', { name })
  const shownHere = page.locator('.address').first()
  const signOut = async () => {
    await pressArmed(button('Sign out').first())
    await expect(button('Continue with Google')).toBeVisible()
  }
  // The keeper knows this browser by the window that saw the login through; the page has no session yet.
  await page.goto(`${local.wallet}/dashboard`)
  await button('Continue with Google').click()
  await beAda(page, 'google')
  await expect(shownHere).toHaveText(shown)
  expect(page.url()).toBe(`${local.wallet}/dashboard`)
  await expect(page.getByText('Your account at Google', { exact: true })).toBeVisible()
  await signOut()

  await button('Continue with Google').click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toHaveText('You didn’t log in at the provider.')

  await button('Continue with Apple').click()
  await beAda(page, 'apple')
  await expect(page.getByRole('heading', { name: 'Your wallet' })).toBeVisible()
  await expect(shownHere).not.toHaveText(shown)
  await signOut()

  await button('Continue with Farcaster').click()
  const open = page.getByRole('link', { name: 'Open Farcaster' })
  await expect(open).toBeVisible()
  const telephone = await context.newPage()
  await telephone.goto((await open.getAttribute('href')) ?? '')
  await telephone.getByRole('button', { name: /Ada Lovelace/ }).click()
  await expect(telephone.getByText('Signed in')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your wallet' })).toBeVisible()
})

test('[S1.3] [F7] a wallet’s file is brought to whoever logs in at a provider, in a window that the page is cut off from', async ({
  page,
  journey,
}, info) => {
  const { local } = journey
  const button = (name: string) => page.getByRole('button', { name })
  const shown = page.locator('.address').first()
  const password = 'correct horse battery staple'
  await page.goto(`${local.wallet}/dashboard`)
  await button('Continue with GitHub').click()
  await beAda(page, 'github')
  await expect(page.getByText('Your account at GitHub', { exact: true })).toBeVisible()
  const held = (await shown.textContent()) ?? ''
  await page.getByLabel('Password for the file').fill(password)
  const saving = page.waitForEvent('download')
  await pressArmed(button('Download the file'))
  const file = info.outputPath('wallet.json')
  await (await saving).saveAs(file)
  await pressArmed(button('Sign out').first())
  await expect(button('Continue with Discord')).toBeVisible()

  await page.goto(`${local.wallet}/import`)
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByLabel('Password for the file').fill(password)
  await button('Open the file').click()
  const opening = page.context().waitForEvent('page')
  await button('Continue with Discord').click()
  const popup = await opening
  await goOn(popup, local.wallet, 'Discord')
  // Somebody who has no wallet here: other journeys have made Ada's.
  await popup.getByRole('link', { name: /Cleo Without/ }).click()
  await expect(page.getByRole('heading', { name: 'Your wallet is here' })).toBeVisible()
  await expect(shown).toHaveText(held)
})
