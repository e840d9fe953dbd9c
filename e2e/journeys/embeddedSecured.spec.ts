import { type Browser, expect, type Page } from '@playwright/test'
import type { Journey } from '../fixtures.js'
import { openHost } from '../host.js'
import { pressArmed } from '../wallet/pressArmed.js'
import {
  addressShown,
  approve,
  askForMail,
  asksToConfirm,
  cameTo,
  emailOf,
  logIn,
  mailThat,
  newestCode,
  walletIn,
} from './embeddedWallet.js'
import { addAuthenticator } from './ownPage.js'
import { test } from './ownServices.js'

const evmAddress = /^0x[0-9a-fA-F]{40}$/
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Presses a button of the frame's, which opens the wallet's window. */
async function inWindow(page: Page, name: string): Promise<Page> {
  const opening = page.context().waitForEvent('page')
  await walletIn(page).getByRole('button', { name }).click()
  return opening
}

interface Securing {
  readonly journey: Journey
  readonly email: string
  readonly after: number
  readonly passBetweenMails: () => void
}

/** Opens the wallet on its own page, as this browser is known, and leaves it to a passkey and a paper alone. @returns the paper */
async function secure(page: Page, { journey, email, after, passBetweenMails }: Securing): Promise<readonly string[]> {
  await page.getByLabel('Your email address').fill(email)
  await pressArmed(button(page, 'Continue'))
  await page.getByText(/^Used this wallet/).click()
  await button(page, 'Continue without the link').click()
  const go = button(page, 'Continue')
  await pressArmed(go)
  await expect(go).toHaveCount(0)
  passBetweenMails() // what is asked about the mail's link is answered
  const { code } = await newestCode({ journey, email, after })
  await page.getByLabel(/^We sent six digits/).fill(code)
  await button(page, 'Add a passkey').click()
  await pressArmed(button(page, 'Add a passkey'))
  await pressArmed(button(page, 'Use it once more'))
  await button(page, 'Print a paper').click()
  await expect(page.locator('.groups code')).toHaveCount(8)
  const groups = await page.locator('.groups code').allTextContents()
  const asked = Number(/\d/.exec((await page.getByText(/^Type group/).textContent()) ?? '')?.[0])
  await page.getByLabel(/^Type group/).fill(groups[asked - 1] ?? '')
  await pressArmed(button(page, 'I have it'))
  await button(page, 'Turn off opening by email').click()
  await pressArmed(button(page, 'Turn it off'))
  await expect(page.getByText(/^Only what you have opens this wallet/)).toBeVisible()
  return groups
}

/** Signs at a dapp, with what its frame has by itself. */
async function sign(page: Page): Promise<void> {
  await button(page, 'Sign a message').click()
  await approve(page)
  expect(await cameTo(page, 'Sign a message')).toMatch(/^0x[0-9a-f]{130}/)
}

const linkOf = ({ links }: { readonly links: readonly string[] }) =>
  links.find((each) => each.includes('/confirm#')) ?? ''

test('[F8 F15] a wallet that no mail opens any more is had at a second dapp, in another browser, by its paper, and signs there', async ({
  browser,
  page,
  journey,
  passBetweenMails,
}) => {
  const { wallet } = journey.local
  const email = emailOf('emmy')
  await openHost({ page, journey, settings: { secureOrigin: wallet } })
  await logIn({ page, journey, email })
  const address = await page.evaluate(() => window.kits[0]?.account('eip155').address)
  const { arrivedAt: after } = await newestCode({ journey, email })
  passBetweenMails()

  const own = await page.context().newPage()
  await own.goto(`${wallet}/dashboard`)
  await addAuthenticator(own)
  const groups = await secure(own, { journey, email, after, passBetweenMails })

  passBetweenMails()
  await openByPaper(browser, { journey, email, groups, address })
})

interface ByPaper extends Pick<Securing, 'journey' | 'email'> {
  readonly groups: readonly string[]
  readonly address: string | undefined
}

/** In a browser that has never had it, where the mail's link alone opens nothing. */
async function openByPaper(browser: Browser, { journey, email, groups, address }: ByPaper): Promise<void> {
  const { demo } = journey.local
  const { arrivedAt: before } = await mailThat(journey, { email, says: asksToConfirm })
  const context = await browser.newContext()
  try {
    const other = await context.newPage()
    await other.goto(demo)
    await askForMail({ page: other, email })
    const digits = walletIn(other).locator('.digits')
    await expect(digits).toBeVisible()
    const confirming = await context.newPage()
    await confirming.goto(linkOf(await mailThat(journey, { email, says: asksToConfirm, after: before })))
    await confirming.getByRole('textbox').fill(((await digits.textContent()) ?? '').trim())
    await pressArmed(button(confirming, /^Yes/))
    await expect(confirming.getByRole('textbox')).toHaveCount(0) // it was heard
    await confirming.close()
    const frame = walletIn(other)
    await expect(frame.getByRole('heading', { name: 'Open your wallet' })).toBeVisible()
    const popup = await inWindow(other, 'Open it now')
    await button(popup, 'Use a printed paper').click()
    await popup.getByRole('textbox').fill([...groups.slice(0, 2), 'ABCD EFGH', ...groups.slice(3)].join('\n'))
    await pressArmed(button(popup, 'Open'))
    await expect(popup.getByText('Group 3 isn’t as it was printed.')).toBeVisible()
    await popup.getByRole('textbox').fill(groups.join(' '))
    await pressArmed(button(popup, 'Open'))
    expect(await addressShown(other, evmAddress)).toBe(address)
    await sign(other)
  } finally {
    await context.close()
  }
}
