import { expect } from '@playwright/test'
import { mailThat, newestCode } from '../journeys/embeddedWallet.js'
import { test } from '../journeys/ownServices.js'
import {
  addressOf,
  closeModal,
  digitsSaid,
  followLink,
  logIn,
  openSettings,
  originalModal,
  signOut,
  typeAddress,
  typeCode,
  wrongOf,
} from './originalModal.js'
import { openOriginal, serveOriginal } from './originalStage.js'

const [from, to] = ['original.ada@example.com', 'original.lovelace@example.com']

test('[S4.24 S4.25 S7.39] a page on AppKit goes to another address: both codes, the links of both mailboxes, the new one after the wait; and logs in by it again', async ({
  context,
  journey,
  local,
  passTime,
  passBetweenMails,
}) => {
  // A wrong code is refused; and AppKit's client logs each request that was.
  journey.expectTrouble(/status of 403/)
  journey.expectTrouble(/W3mFrameLogger, error: Error: Digits for the mail’s page/)
  journey.expectTrouble(/W3mFrameLogger, error: Error: original.lovelace@example.com opens/)
  const host = await serveOriginal(local)
  try {
    const original = await openOriginal({ context, journey, host })
    const modal = originalModal(original.page)
    const row = modal.locator('[data-testid="w3m-account-email-update"]')
    const address = await logIn(original, journey, from)
    const first = await newestCode({ journey, email: from })
    await test.step('the new address is typed, and a code goes to the old one', async () => {
      passBetweenMails()
      await openSettings(original)
      await expect(row).toContainText(from)
      await row.click()
      await modal.locator('wui-email-input input').fill(to)
      await modal.getByRole('button', { name: 'Save' }).click()
      await expect(modal.getByText('Confirm Current Email')).toBeVisible()
    })
    await test.step('a wrong code is refused and said, and the right one leads to the new address', async () => {
      const { code } = await newestCode({ journey, email: from, after: first.arrivedAt })
      await typeCode(original, wrongOf(code))
      await expect(modal.getByText('Invalid code. Try Again')).toBeVisible()
      await typeCode(original, code)
      await expect(modal.getByText('Confirm New Email')).toBeVisible()
    })
    await test.step('its code waits for both mailboxes’ links, and it is said from when the new address opens the wallet', async () => {
      const { code } = await newestCode({ journey, email: to })
      await typeCode(original, code)
      const digits = await digitsSaid(original)
      // Once they are read, the same code is typed again.
      await typeCode(original, code)
      for (const email of [from, to])
        await followLink(original, journey, { email, digits, says: /New address[\s\S]*\/confirm#/ })
      await expect(modal.getByText(`${to} opens your wallet from`)).toBeVisible()
    })
    await test.step('after the wait the account has the new address', async () => {
      passTime(86_400_000)
      await original.page.reload()
      expect(await addressOf(original)).toBe(address)
      await openSettings(original)
      await expect(row).toContainText(to)
    })
    await test.step('after signing out, the new address logs in to the same account', async () => {
      await closeModal(original)
      await signOut(original)
      passBetweenMails()
      const { arrivedAt } = await mailThat(journey, { email: to, says: /./ })
      await typeAddress(original, to)
      await expect(modal.getByText('Enter the code we sent to')).toBeVisible()
      await typeCode(original, (await newestCode({ journey, email: to, after: arrivedAt })).code)
      expect(await addressOf(original)).toBe(address)
    })
  } finally {
    await host.stop()
  }
})
