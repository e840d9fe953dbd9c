import { expect } from '@playwright/test'
import {
  approve,
  askedAt,
  askForMail,
  asksToConfirm,
  cameTo,
  confirmHere,
  emailOf,
  mailThat,
  typeCode,
  walletIn,
} from './embeddedWallet.js'
import { holdRequests } from './holdRequests.js'
import { fact, modalOf, outcome } from './modal.js'
import { test } from './ownServices.js'

/** What the wallet's frame draws with, once it has something to show. */
const views = /\/assets\/drawFrame-[^/]+\.js$/

test('[S2.16] while the wallet’s views don’t come the modal keeps its head, its X and a sentence, and can be left; once they do, the wallet lies over it', async ({
  page,
  journey,
}) => {
  journey.expectTrouble(/drawFrame|Failed to load resource|ERR_FAILED/)
  const modal = modalOf(page)
  const wallet = walletIn(page)
  const frame = page.locator('#w3m-iframe')
  const email = emailOf('slow')
  const letLogin = await holdRequests({ page, url: views })
  await page.goto(journey.local.demo)
  await askForMail({ page, email })
  // The digits would be the wallet's; until then the modal says what it knows.
  await expect(modal.part('login-mail')).toContainText(email)
  await expect(modal.part('close')).toBeVisible()
  await expect(frame).toBeHidden()
  letLogin()
  await expect(wallet.locator('.digits')).toBeVisible()
  const { links } = await mailThat(journey, { email, says: asksToConfirm })
  await confirmHere(page, links)
  await typeCode({ page, journey, email })
  await expect(fact(page, 'status')).toHaveText('connected')
  await page.unroute(views)

  const letRequest = await holdRequests({ page, url: views, answer: (route) => route.abort() })
  await page.reload()
  await expect(fact(page, 'status')).toHaveText('connected')
  const sign = page.getByRole('button', { name: 'Sign a message' })
  for (const isLeft of [true, false]) {
    await sign.click()
    await expect(modal.title).toHaveText('Approve Transaction')
    await expect(modal.dialog).toContainText('Your wallet is opening.')
    await expect(frame).toBeHidden()
    if (!isLeft) continue
    await modal.part('close').click()
    await expect(modal.dialog).toHaveCount(0)
    await expect(outcome(page)).toContainText('Sign a message')
    await expect(outcome(page)).toHaveAttribute('data-status', 'failed')
  }
  // What didn't come is asked for again, until it does.
  const again = page.waitForRequest(views)
  letRequest()
  await again
  await page.unroute(views)
  await expect((await askedAt(page)).getByText('Good morning from Foyer')).toBeVisible()
  await approve(page)
  expect(await cameTo(page, 'Sign a message')).toMatch(/^0x/)
})
