import { expect, type Page } from '@playwright/test'
import { createPublicClient, http, isAddress, isHex, verifyMessage } from 'viem'
import { setBalance } from '../setBalance.js'
import { approveIn } from '../wallet/approveIn.js'
import { approve, emailOf, logIn, testIn, walletIn } from './embeddedWallet.js'
import { modalOf } from './modal.js'

const shownIn = (page: Page) => page.locator('#demo').getByText(/^0x[0-9a-fA-F]{40}$/)
const outcomeOf = (page: Page) => page.getByRole('status').filter({ hasText: '0x' })
const toSign = (page: Page) => page.getByRole('button', { name: 'Sign a message' }).click()
const toReview = (page: Page) => walletIn(page).getByRole('button', { name: 'Open a window' })

async function addressIn(page: Page): Promise<`0x${string}`> {
  const address = await shownIn(page).textContent()
  if (!address || !isAddress(address)) throw new Error('The demo shows no address.')
  return address
}

/** Whether the demo shows a signature by an address over a text. */
async function isSigned(page: Page, { address, message }: { address: `0x${string}`; message: string }) {
  await expect(outcomeOf(page)).toContainText(/0x[0-9a-f]{130}/)
  const signature = /0x[0-9a-f]{130}/.exec((await outcomeOf(page).textContent()) ?? '')?.[0]
  return isHex(signature) && verifyMessage({ address, message, signature })
}

/** Opens the wallet's own window in a press on the frame. */
async function review(page: Page): Promise<Page> {
  const opening = page.context().waitForEvent('page')
  await toReview(page).click()
  return opening
}

const approveInWindow = async (window: Page) => {
  const closing = window.waitForEvent('close')
  await approveIn(window)
  await closing
}

const blocked = testIn('blocked')

blocked(
  '[F30] where storage is blocked, the address is restored, and the wallet signs and sends in a window of its own',
  async ({ page, journey }) => {
    const { local } = journey
    journey.expectTrouble(/IndexedDB|indexedDB|SecurityError|UnknownError/)
    const [chain] = local.chains
    await page.goto(local.demo)
    await logIn({ page, journey, email: emailOf('blocked') })
    const address = await addressIn(page)

    await toSign(page)
    await approveInWindow(await review(page))
    await expect(outcomeOf(page)).toContainText(/0x[0-9a-f]{130}/)

    await page.reload()
    await expect(shownIn(page)).toHaveText(address)
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch(/vault|refreshToken|privateKey/)

    await toSign(page)
    const signing = await review(page)
    await expect(signing.locator('[data-part="asks"]')).toContainText(new URL(local.demo).host)
    const message = (await signing.locator('section.content').textContent()) ?? ''
    await approveInWindow(signing)
    expect(await isSigned(page, { address, message })).toBe(true)

    await setBalance({ chain, address, ether: '2' })
    const recipient = await page.getByLabel('Recipient').inputValue()
    if (!isAddress(recipient)) throw new Error('The demo sends to nobody.')
    const client = createPublicClient({ transport: http(chain.url) })
    const before = await client.getBalance({ address: recipient })
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await approveInWindow(await review(page))
    await expect.poll(() => client.getBalance({ address: recipient })).toBe(before + 10n ** 16n)
    // The chain has it before the page is told, and until then the frame is that of the transfer.
    const outcome = page.locator('[data-part="outcome"]')
    await expect(outcome).toHaveAttribute('data-status', 'done')

    await toSign(page)
    const closed = await review(page)
    await expect(closed.locator('[part~="approve"]')).toBeVisible()
    await closed.close({ runBeforeUnload: true })
    await expect(outcome).toHaveAttribute('data-status', 'failed')

    await toSign(page)
    const frame = page.frames().find((each) => each.url().startsWith(local.wallet))
    await frame?.evaluate(() => {
      window.open = () => null
    })
    await toReview(page).click()
    await expect(walletIn(page).getByText('The wallet’s window couldn’t be opened')).toBeVisible()
    await walletIn(page).getByRole('button', { name: 'Reject' }).click()
    await expect(outcome).toHaveAttribute('data-status', 'failed')
  },
)

const shared = testIn('shared')

shared(
  'where storage is shared, a reload finds the login, Escape rejects, and the frame itself signs',
  async ({ page, journey }) => {
    await page.goto(journey.local.demo)
    await logIn({ page, journey, email: emailOf('shared') })
    const address = await addressIn(page)
    await page.reload()
    await expect(shownIn(page)).toHaveText(address)
    const wallet = walletIn(page)
    await toSign(page)
    await wallet.getByRole('heading', { name: 'Sign a message' }).press('Escape')
    await expect(page.locator('[data-part="outcome"]')).toHaveAttribute('data-status', 'failed')
    await expect(modalOf(page).dialog).toHaveCount(0)
    await toSign(page)
    const message = (await wallet.locator('section.content').textContent()) ?? ''
    await approve(page)
    expect(await isSigned(page, { address, message })).toBe(true)
  },
)
