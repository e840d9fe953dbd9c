import type { Page, WebSocketRoute } from '@playwright/test'
import { createPublicClient, http, parseEther, verifyMessage } from 'viem'
import { expect, test } from '../fixtures.js'
import { accountButton, connectButton, fact, modalOf } from './modal.js'
import { openSampleWallet } from './sampleWallet.js'
import { still } from './shown.js'
import { watchTraffic } from './traffic.js'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** A picture of what is there: to be looked at, and not kept. */
async function look(page: Page, name: string): Promise<void> {
  await still(page)
  await page.screenshot({ path: `test-results/screens/wallet-connect-${name}.png` })
}

/** Goes the visitor's way to the pairing code, and copies it. */
async function copyCode(page: Page): Promise<string> {
  const modal = modalOf(page)
  await connectButton(page).click()
  await modal.wallet('WalletConnect').click()
  await expect(modal.dialog.getByRole('img', { name: 'QR code that connects a wallet' })).toBeVisible()
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await modal.part('copy-link').click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^wc:[0-9a-f]{64}@2\?/)
  return page.evaluate(() => navigator.clipboard.readText())
}

/** What the code's link is once it isn't the former any more. */
async function copied(page: Page, former: string): Promise<string> {
  const read = async () => {
    await modalOf(page).part('copy-link').click()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  await expect.poll(read).not.toBe(former)
  return page.evaluate(() => navigator.clipboard.readText())
}

/** The page's way to the relay, which can be cut. */
async function interruptible(page: Page, relay: string) {
  const open = new Set<WebSocketRoute>()
  let isUp = true
  let refused = 0
  await page.routeWebSocket(
    (url) => url.origin === relay,
    (socket) => {
      if (!isUp) {
        refused += 1
        void socket.close({ code: 1013 })
        return
      }
      socket.connectToServer()
      open.add(socket)
    },
  )
  return {
    refused: () => refused,
    async stop() {
      isUp = false
      for (const socket of open) await socket.close({ code: 1001 })
      open.clear()
    },
    start() {
      isUp = true
    },
  }
}

test('[S1.1 S4.19 S7.36] [W10] a visitor connects a wallet elsewhere by its code, signs and sends; what the wallet does is followed, until it ends the session', async ({
  page,
  context,
  journey: { local },
}) => {
  test.setTimeout(180_000)
  const [home, away] = local.chains
  const traffic = watchTraffic(context)
  await page.goto('/')
  const uri = await copyCode(page)
  await look(page, '1-code')
  const wallet = await openSampleWallet({ context, local })
  await wallet.pair(uri)
  await expect(wallet.card.getByRole('heading')).toHaveText('Connection request')
  await expect(wallet.card).toContainText('Foyer demo')
  await expect(wallet.card).toContainText(new URL(local.demo).host)
  await look(wallet.page, '2-proposal')
  await wallet.press('Connect')
  await expect(wallet.card).toBeHidden()
  await expect(modalOf(page).dialog).toBeHidden()
  await expect(fact(page, 'address')).toHaveText(wallet.address)
  await expect(fact(page, 'network')).toHaveText(home.name)
  await expect(fact(page, 'balance')).toHaveText('10 ETH')
  await look(page, '3-connected')
  await look(wallet.page, '4-connected')

  const outcome = page.locator('[data-part="outcome"]')
  await page.getByRole('button', { name: 'Sign a message' }).click()
  await expect(wallet.card).toContainText('Good morning from Foyer')
  await look(wallet.page, '5-message')
  await wallet.press('Sign')
  await expect(outcome).toHaveAttribute('data-status', 'done')
  const signature = (await outcome.textContent())?.match(/0x[0-9a-f]+/)?.[0] ?? '0x'
  expect(
    await verifyMessage({
      address: wallet.address,
      message: 'Good morning from Foyer',
      signature: `0x${signature.slice(2)}`,
    }),
  ).toBe(true)

  await page.getByRole('button', { name: 'Sign typed data' }).click()
  await expect(wallet.card.getByRole('heading').first()).toHaveText('Sign typed data')
  await look(wallet.page, '6-typed-data')
  await wallet.press('Reject')
  await expect(outcome).toHaveText(/user_rejected/)

  const chain = createPublicClient({ transport: http(home.url) })
  const recipient = '0x00000000000000000000000000000000000f0ae3'
  const before = await chain.getBalance({ address: recipient })
  await page.getByLabel('Recipient').fill(recipient)
  await page.getByLabel('Amount, ETH').fill('1.25')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(wallet.card).toContainText('1.25 ETH')
  await look(wallet.page, '7-transaction')
  await wallet.press('Send')
  await expect(outcome).toHaveText(/^Send: 0x[0-9a-f]{64} mined in block \d+$/)
  expect((await chain.getBalance({ address: recipient })) - before).toBe(parseEther('1.25'))

  // The wallet goes to another network and to another account; the page follows.
  await wallet.page.getByRole('button', { name: 'Keys' }).click()
  await wallet.press('Add an account')
  await wallet.press('Close')
  await wallet.openApplication('Foyer demo')
  await wallet.card.getByLabel('Network').selectOption(`eip155:${away.id}`)
  await expect(fact(page, 'network')).toHaveText(away.name)
  await wallet.card.getByLabel('Account').selectOption({ index: 1 })
  await expect(fact(page, 'address')).not.toHaveText(wallet.address)
  await wallet.card.getByLabel('Account').selectOption(wallet.address)
  await expect(fact(page, 'address')).toHaveText(wallet.address)
  await wallet.press('Ping')
  await expect(wallet.notice).toHaveText('The application has answered.')
  await wallet.press('Extend')
  await expect(wallet.notice).toHaveText('The session lasts a week from now.')
  await look(wallet.page, '8-application')

  // The page goes back by itself: both networks were agreed to.
  await page.getByRole('button', { name: `Switch to ${home.name}`, exact: true }).click()
  await expect(outcome).toHaveText(`Switch to ${home.name}: On ${home.name}`)
  await expect(fact(page, 'network')).toHaveText(home.name)

  await page.reload()
  await expect(fact(page, 'status')).toHaveText('connected')
  await expect(fact(page, 'address')).toHaveText(wallet.address)
  await page.getByRole('button', { name: 'Sign a message' }).click()
  await wallet.press('Sign')
  await expect(outcome).toHaveAttribute('data-status', 'done')

  await accountButton(page).click()
  await look(page, '9-account')
  await expect(wallet.card.getByRole('heading')).toHaveText('Connected application')
  await wallet.press('Disconnect')
  await expect(fact(page, 'status')).toHaveText('disconnected')
  await expect(modalOf(page).dialog).toBeHidden()
  await expect(wallet.page.getByText('None so far')).toBeVisible()
  await look(wallet.page, '10-ended')

  // What pairs is known to the two and to nobody between them.
  const [, symKey = ''] = /symKey=([0-9a-f]{64})/.exec(uri) ?? []
  expect(symKey).not.toBe('')
  expect(traffic.sent()).toContain('irn_publish')
  expect(traffic.sent()).not.toMatch(/personal_sign|eth_signTypedData|Good morning/)
  expect(traffic.sent()).not.toContain(symKey)
})

test('[S1.1 S2.5] a wallet that declines is told of, and another try connects; a code that is no code is refused', async ({
  page,
  context,
  journey: { local },
}) => {
  await page.goto('/')
  const uri = await copyCode(page)
  const wallet = await openSampleWallet({ context, local })
  await wallet.pair('wc:nonsense')
  await expect(wallet.notice).toHaveText('This is no pairing code. It begins with “wc:”.')
  await wallet.pair(uri.replace(/expiryTimestamp=\d+/, 'expiryTimestamp=1700000000'))
  await expect(wallet.notice).toHaveText('This code has expired. Ask the application for a new one.')
  await wallet.pair(uri)
  await wallet.press('Reject')
  const modal = modalOf(page)
  await expect(modal.part('waiting-title')).toHaveText('Connection declined')
  await look(page, '11-declined')
  await expect(fact(page, 'status')).toHaveText('disconnected')
  await modal.part('retry').click()
  await expect(modal.dialog.getByRole('img', { name: 'QR code that connects a wallet' })).toBeVisible()
  const another = await copied(page, uri)
  await wallet.pair(another)
  await wallet.press('Connect')
  await expect(fact(page, 'address')).toHaveText(wallet.address)
})

test('[S4.4 S9.1 S9.2] ten seconds before its four minutes are over the code is renewed in place; the new one connects', async ({
  page,
  context,
  journey: { local },
}) => {
  await page.clock.install()
  await page.goto('/')
  const uri = await copyCode(page)
  await page.clock.fastForward(225_000)
  await modalOf(page).part('copy-link').click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(uri)
  await page.clock.fastForward(6_000)
  const renewed = await copied(page, uri)
  const wallet = await openSampleWallet({ context, local })
  await wallet.pair(renewed)
  await wallet.press('Connect')
  await expect(fact(page, 'address')).toHaveText(wallet.address)
})

test('[S1.1 S4.19] the page’s tabs have the session together: the second signs with it, and ends it for both', async ({
  page,
  context,
  journey: { local },
}) => {
  await page.goto('/')
  const second = await context.newPage()
  await second.goto('/')
  await page.bringToFront()
  const uri = await copyCode(page)
  const wallet = await openSampleWallet({ context, local })
  await wallet.pair(uri)
  await wallet.press('Connect')
  for (const tab of [page, second]) await expect(fact(tab, 'address')).toHaveText(wallet.address)
  await second.getByRole('button', { name: 'Sign a message' }).click()
  await wallet.press('Sign')
  await expect(second.locator('[data-part="outcome"]')).toHaveAttribute('data-status', 'done')
  // The tab that paired may go: the other has all that it takes.
  await page.close()
  await second.getByRole('button', { name: 'Sign a message' }).click()
  await wallet.press('Sign')
  await expect(second.locator('[data-part="outcome"]')).toHaveAttribute('data-status', 'done')
  await accountButton(second).click()
  await modalOf(second).button('Disconnect').click()
  await expect(fact(second, 'status')).toHaveText('disconnected')
  await expect(wallet.notice).toHaveText('Foyer demo is disconnected.')
  await expect(wallet.page.getByText('None so far')).toBeVisible()
})

test('[S1.1 S4.19] with the relay gone and back nothing is lost: neither what the wallet did nor what the page asked', async ({
  page,
  context,
  journey,
}) => {
  test.setTimeout(120_000)
  const { local } = journey
  const [, away] = local.chains
  const relay = await interruptible(page, local.relay)
  journey.expectTrouble(/WebSocket|relay/i)
  await page.goto('/')
  const uri = await copyCode(page)
  const wallet = await openSampleWallet({ context, local })
  await wallet.pair(uri)
  await wallet.press('Connect')
  await expect(fact(page, 'address')).toHaveText(wallet.address)

  await relay.stop()
  await wallet.openApplication('Foyer demo')
  await wallet.card.getByLabel('Network').selectOption(`eip155:${away.id}`)
  await wallet.press('Close')
  await page.getByRole('button', { name: 'Sign a message' }).click()
  await expect.poll(() => relay.refused()).toBeGreaterThan(0)
  await expect(fact(page, 'network')).not.toHaveText(away.name)
  relay.start()
  await expect(fact(page, 'network')).toHaveText(away.name, { timeout: 40_000 })
  await wallet.press('Sign')
  await expect(page.locator('[data-part="outcome"]')).toHaveAttribute('data-status', 'done')
})
