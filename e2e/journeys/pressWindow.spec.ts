import type { Page } from '@playwright/test'
import { hexToString, isAddress, isHex, recoverMessageAddress } from 'viem'
import { expect, type Journey, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { setBalance } from '../setBalance.js'
import { approveIn } from '../wallet/approveIn.js'
import { askForMail, emailOf, followLink, typeCode, walletIn } from './embeddedWallet.js'

const text = '0x68656c6c6f'

interface LoggedIn {
  readonly page: Page
  readonly journey: Journey
  readonly approvals?: 'window'
}

/** A page of the built kit for whose script no operator answers, and its visitor's address. */
async function loggedIn({ page, journey, approvals }: LoggedIn): Promise<`0x${string}`> {
  const email = emailOf('press')
  await openHost({ page, journey, settings: { secureOrigin: journey.local.wallet, approvals } })
  await askForMail({ page, email })
  await followLink({ page, journey, email })
  await typeCode({ page, journey, email })
  const address = await expect
    .poll(() => page.evaluate(() => window.kits[0]?.account('eip155').address))
    .toMatch(/^0x/)
    .then(() => page.evaluate(() => window.kits[0]?.account('eip155').address ?? ''))
  if (!isAddress(address)) throw new Error('Nobody is logged in.')
  return address
}

/** A button of the page's own that asks the wallet, and how what was asked last has ended. */
async function addButton(page: Page, request: { readonly method: string; readonly params: readonly unknown[] }) {
  await page.evaluate((asked) => {
    const button = document.createElement('button')
    button.textContent = 'Ask the wallet'
    button.onclick = () => {
      Reflect.deleteProperty(globalThis, 'answer')
      const end = (answer: unknown) => Reflect.set(globalThis, 'answer', `${answer}`)
      window.kits[0]?.provider('eip155')?.request(asked).then(end, end)
    }
    document.body.prepend(button)
  }, request)
  return {
    press: () => page.getByRole('button', { name: 'Ask the wallet' }).click(),
    answer: () => page.evaluate((): unknown => Reflect.get(globalThis, 'answer')),
  }
}

test('[F11] the press that asks opens the wallet’s own window, where one press more approves: two presses in all', async ({
  page,
  journey,
}) => {
  const address = await loggedIn({ page, journey, approvals: 'window' })
  const { press, answer } = await addButton(page, { method: 'personal_sign', params: [text, address] })
  const opening = page.waitForEvent('popup')
  await press()
  const window = await opening
  await expect(window.getByText(hexToString(text))).toBeVisible()
  await expect(window.locator('[data-part="asks"]')).toContainText(new URL(journey.local.host).host)
  await approveIn(window)
  await expect.poll(answer).toMatch(/^0x/)
  const signature = `${await answer()}`
  if (!isHex(signature)) throw new Error(signature)
  expect(await recoverMessageAddress({ message: hexToString(text), signature })).toBe(address)
  await expect.poll(() => window.isClosed()).toBe(true)

  // Closed in its stead, it has rejected.
  const again = page.waitForEvent('popup')
  await press()
  const second = await again
  await expect(second.getByText(hexToString(text))).toBeVisible()
  await second.close()
  await expect.poll(answer).toMatch(/./)
  expect(await answer()).not.toMatch(/^0x/)
})

test('[F11] a value that a page asks for is approved in the window alone where nobody answers for its script, however well its frame is seen', async ({
  page,
  journey,
}) => {
  const address = await loggedIn({ page, journey })
  const [chain] = journey.local.chains
  await setBalance({ chain, address, ether: '1' })
  const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const params = [{ from: address, to, value: '0x5af3107a4000' }]
  const { press, answer } = await addButton(page, { method: 'eth_sendTransaction', params })
  await press()
  const wallet = walletIn(page)
  await expect(wallet.getByRole('button', { name: 'Open a window' })).toBeVisible()
  await expect(wallet.getByText('A page can cover or hide what the wallet shows inside of it.')).toBeVisible()
  await expect(wallet.locator('[part~="approve"]')).toHaveCount(0)
  const opening = page.context().waitForEvent('page')
  await wallet.getByRole('button', { name: 'Open a window' }).click()
  await approveIn(await opening)
  await expect.poll(answer).toMatch(/^0x[0-9a-f]{64}$/)
})
