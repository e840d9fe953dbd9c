import { expect } from '@playwright/test'
import { openHost } from '../host.js'
import { newAddress } from '../newAddress.js'
import {
  addressShown,
  askForMail,
  disconnect,
  emailOf,
  followLink,
  type LoggingIn,
  logIn,
  newestCode,
  typeAddress,
  walletIn,
} from './embeddedWallet.js'
import { fact, modalOf } from './modal.js'
import { betweenMailsMs, test } from './ownServices.js'

const address = /^0x[0-9a-fA-F]{40}$/
const other = (code: string) => code.replaceAll(/\d/g, (digit) => `${(Number(digit) + 1) % 10}`)

test('[S5.31] [F2] a visitor who left logs in again on the same device by one press and a code, as the address stands there, shortened: too early they read when, a wrong and an old one are refused', async ({
  page,
  journey,
  passBetweenMails,
}) => {
  const email = emailOf('mary')
  journey.expectTrouble(/429|403/)
  const modal = modalOf(page)
  await page.clock.install()
  await page.goto(journey.local.demo)
  await logIn({ page, journey, email })
  const first = await addressShown(page, address)
  const { arrivedAt } = await newestCode({ journey, email })
  await disconnect(page)
  // The first code came beside the keeper's mail, and delays none.
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await expect(modal.part('login-known')).toHaveText('Continue as m…@example.com')
  await modal.part('login-known').click()
  const old = await newestCode({ journey, email, after: arrivedAt })
  await expect(modal.part('code-input')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(modal.dialog).toHaveCount(0)

  await askForMail({ page, email })
  await expect(modal.part('field-note')).toHaveText(/^Please try again after \d+ seconds\.$/)
  await page.clock.fastForward(betweenMailsMs)
  passBetweenMails()
  await modal.part('login-email').getByRole('textbox').press('Enter')
  await expect(walletIn(page).getByRole('heading', { name: /mail/i })).toBeHidden()
  const { code } = await newestCode({ journey, email, after: old.arrivedAt })
  await expect(modal.part('code-input')).toBeFocused()

  await page.keyboard.type(other(code))
  await expect(modal.part('login-note')).toHaveText('That code is wrong. Try again.')
  await page.keyboard.type(old.code)
  await expect(modal.part('login-note')).toHaveText('That code is wrong. Try again.')
  await page.keyboard.type(code)
  await expect(modal.dialog).toHaveCount(0)
  expect(await addressShown(page, address)).toBe(first)
})

test('[S5.30] a new visitor who left before the code comes back without another link; one who stays has another code sent, after which the first counts no more, and comes back to what was to be paid', async ({
  page,
  journey,
  passBetweenMails,
}) => {
  journey.expectTrouble(/429|403/)
  await page.clock.install()
  // Both wait at once, under two sites: each has a device and a time of its own.
  const staying = { page: await page.context().newPage(), journey, email: emailOf('rose') }
  await beginToPay(staying)
  await followLink(staying)
  const email = emailOf('joan')
  const modal = modalOf(page)
  await page.goto(journey.local.demo)
  await askForMail({ page, email })
  await followLink({ page, journey, email })
  await expect(modal.part('code-input')).toBeFocused()
  await expect(modal.part('send-again')).toHaveText(/^Send again in (2\d|30) s$/)
  const old = await newestCode({ journey, email })
  await page.keyboard.press('Escape')
  await expect(modal.dialog).toHaveCount(0)
  await expect(fact(page, 'status')).toHaveText('disconnected')

  await askForMail({ page, email })
  await expect(modal.part('field-note')).toHaveText(/^Please try again after \d+ seconds\.$/)
  await page.clock.fastForward(betweenMailsMs)
  passBetweenMails()
  await modal.part('login-email').getByRole('textbox').press('Enter')
  const { code } = await newestCode({ journey, email, after: old.arrivedAt })
  await expect(modal.part('code-input')).toBeFocused()
  await page.keyboard.type(code)
  await expect(modal.dialog).toHaveCount(0)
  await addressShown(page, address)
  await sendAgain(staying)
})

/** Asked to pay, a visitor without a wallet begins to log in. */
async function beginToPay({ page, journey, email }: LoggingIn): Promise<void> {
  const { chains, wallet } = journey.local
  await openHost({ page, journey, settings: { secureOrigin: wallet, pay: true } })
  await page.evaluate((request) => window.pay(request), {
    recipient: newAddress(),
    amount: '0.5',
    asset: {
      networkId: `eip155:${chains[0].id}` as const,
      asset: 'native',
      metadata: { symbol: 'ETH', decimals: 18, name: 'Ether' },
    },
  })
  await modalOf(page).button('Pay from wallet').click()
  await typeAddress({ page, email })
}

/** Has another code sent, after which the first one is wrong; the login leads back to the payment. */
async function sendAgain({ page, journey, email }: LoggingIn): Promise<void> {
  const modal = modalOf(page)
  const first = await newestCode({ journey, email })
  await modal.button('Send again').click()
  await expect(modal.part('snackbar')).toHaveText('Code email resent')
  const { code } = await newestCode({ journey, email, after: first.arrivedAt })
  await page.keyboard.type(first.code)
  await expect(modal.part('login-note')).toHaveText('That code is wrong. Try again.')
  await page.keyboard.type(code)
  await expect(modal.button('Pay with Email')).toBeVisible()
}
