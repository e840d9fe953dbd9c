import type { Page, WebSocketRoute } from '@playwright/test'
import { createPublicClient, http, parseEther, verifyMessage } from 'viem'
import { expect, test } from '../fixtures.js'
import { hostStatus, openHost } from '../host.js'
import { newAddress } from '../newAddress.js'
import { copyLink } from './copyLink.js'
import { hearRequests } from './hearRequests.js'
import { accountButton, connectButton, disconnect, fact, modalOf, outcome, signatureShown } from './modal.js'
import { readClipboard } from './readClipboard.js'
import { openSampleWallet, pairSampleWallet, type SampleWallet } from './sampleWallet.js'
import { look } from './shown.js'
import { watchTraffic } from './traffic.js'

test.describe.configure({ mode: 'parallel' })

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** Goes the visitor's way to the pairing code, and copies it. */
async function copyCode(page: Page): Promise<string> {
  const modal = modalOf(page)
  await connectButton(page).click()
  await modal.wallet('WalletConnect').click()
  await expect(modal.code).toBeVisible()
  return copyLink(page)
}

/** What the code's link is once it isn't the former any more. */
async function copied(page: Page, former: string): Promise<string> {
  const read = async () => {
    await modalOf(page).part('copy-link').click()
    return readClipboard(page)
  }
  await expect.poll(read).not.toBe(former)
  return readClipboard(page)
}

/** Has a message signed, which the visitor agrees to. */
async function signMessage({ page, wallet }: { readonly page: Page; readonly wallet: SampleWallet }): Promise<void> {
  await page.getByRole('button', { name: 'Sign a message' }).click()
  await wallet.press('Sign')
  await signatureShown(page)
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
  const [home, away] = local.chains
  const traffic = watchTraffic(context)
  await page.goto('/')
  const uri = await copyCode(page)
  await look({ page, name: 'wallet-connect-1-code' })
  const wallet = await openSampleWallet({ context, local })
  await wallet.pair(uri)
  await expect(wallet.card.getByRole('heading')).toHaveText('Connection request')
  await expect(wallet.card).toContainText('Foyer demo')
  await expect(wallet.card).toContainText(new URL(local.demo).host)
  await look({ page: wallet.page, name: 'wallet-connect-2-proposal' })
  await wallet.press('Connect')
  await expect(wallet.card).toBeHidden()
  await expect(modalOf(page).dialog).toBeHidden()
  await expect(fact(page, 'address')).toHaveText(wallet.address)
  await expect(fact(page, 'network')).toHaveText(home.name)
  // One figure, in the page, its button and the wallet.
  await expect(fact(page, 'balance')).toHaveText('10.000 ETH')
  await expect(wallet.page.locator('[data-part="balance"]')).toHaveText('10.000 ETH')
  await look({ page, name: 'wallet-connect-3-connected' })
  await look({ page: wallet.page, name: 'wallet-connect-4-connected' })

  await page.getByRole('button', { name: 'Sign a message' }).click()
  await expect(wallet.card).toContainText('Good morning from Foyer')
  await look({ page: wallet.page, name: 'wallet-connect-5-message' })
  await wallet.press('Sign')
  const signature = await signatureShown(page)
  expect(await verifyMessage({ address: wallet.address, message: 'Good morning from Foyer', signature })).toBe(true)

  await page.getByRole('button', { name: 'Sign typed data' }).click()
  await expect(wallet.card.getByRole('heading').first()).toHaveText('Sign typed data')
  await look({ page: wallet.page, name: 'wallet-connect-6-typed-data' })
  await wallet.press('Reject')
  await expect(outcome(page)).toHaveText(/user_rejected/)

  const chain = createPublicClient({ transport: http(home.url) })
  const recipient = newAddress()
  await page.getByLabel('Recipient').fill(recipient)
  await page.getByLabel('Amount, ETH').fill('1.25')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(wallet.card).toContainText('1.25 ETH')
  await look({ page: wallet.page, name: 'wallet-connect-7-transaction' })
  await wallet.press('Send')
  await expect(outcome(page)).toHaveText(/^Send: 0x[0-9a-f]{64} mined in block \d+$/)
  await expect.poll(() => chain.getBalance({ address: recipient })).toBe(parseEther('1.25'))

  // The wallet goes to another network and to another account; the page follows.
  await wallet.page.getByRole('button', { name: 'Keys' }).click()
  await wallet.press('Add an account')
  await wallet.press('Add an account')
  await wallet.press('Close')
  await wallet.openApplication('Foyer demo')
  await wallet.card.getByLabel('Network').selectOption(`eip155:${away.id}`)
  await expect(fact(page, 'network')).toHaveText(away.name)
  // Whoever chooses again while the first choice is being told gets the second.
  const last = await wallet.card.getByLabel('Account').evaluate((list) => {
    if (!(list instanceof HTMLSelectElement)) throw new TypeError('The accounts are no list.')
    const [, second, third] = [...list.options].map(({ value }) => value)
    for (const each of [second, third]) {
      list.value = String(each)
      list.dispatchEvent(new Event('change', { bubbles: true }))
    }
    return String(third)
  })
  await expect(fact(page, 'address')).toHaveText(last)
  await wallet.card.getByLabel('Account').selectOption(wallet.address)
  await expect(fact(page, 'address')).toHaveText(wallet.address)
  await wallet.press('Ping')
  await expect.poll(wallet.told).toContain('The application has answered.')
  await wallet.press('Extend')
  await expect.poll(wallet.told).toContain('The session lasts a week from now.')
  await look({ page: wallet.page, name: 'wallet-connect-8-application' })

  // The page goes back by itself: both networks were agreed to.
  await page.getByRole('button', { name: `Switch to ${home.name}`, exact: true }).click()
  await expect(outcome(page)).toHaveText(`Switch to ${home.name}: On ${home.name}`)
  await expect(fact(page, 'network')).toHaveText(home.name)

  await page.reload()
  await expect(fact(page, 'status')).toHaveText('connected')
  await expect(fact(page, 'address')).toHaveText(wallet.address)
  await signMessage({ page, wallet })

  await accountButton(page).click()
  await look({ page, name: 'wallet-connect-9-account' })
  await expect(wallet.card.getByRole('heading')).toHaveText('Connected application')
  await wallet.press('Disconnect')
  await expect(fact(page, 'status')).toHaveText('disconnected')
  await expect(modalOf(page).dialog).toBeHidden()
  await expect(wallet.page.getByText('None so far')).toBeVisible()
  await look({ page: wallet.page, name: 'wallet-connect-10-ended' })

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
  await expect.poll(wallet.told).toContain('This is no pairing code. It begins with “wc:”.')
  await wallet.pair(uri.replace(/expiryTimestamp=\d+/, 'expiryTimestamp=1700000000'))
  await expect.poll(wallet.told).toContain('This code has expired. Ask the application for a new one.')
  await wallet.pair(uri)
  await wallet.press('Reject')
  const modal = modalOf(page)
  await expect(modal.part('waiting-title')).toHaveText('Connection not approved')
  await look({ page, name: 'wallet-connect-11-declined' })
  await expect(fact(page, 'status')).toHaveText('disconnected')
  await modal.part('retry').click()
  await expect(modal.code).toBeVisible()
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
  const heard = hearRequests(page)
  await page.goto('/')
  const uri = await copyCode(page)
  // Else time runs out for what is on its way.
  await heard.answered()
  // A code is made five minutes before it expires. The clock stands still just before it's renewed, however long the way there took.
  const [, expiry = ''] = /expiryTimestamp=(\d+)/.exec(uri) ?? []
  const madeAt = (Number(expiry) - 300) * 1_000
  await page.clock.pauseAt(madeAt + 229_000)
  expect(await copyLink(page)).toBe(uri)
  await page.clock.fastForward(2_000)
  await page.clock.resume()
  const renewed = await copied(page, uri)
  await pairSampleWallet({ page, context, local, uri: renewed })
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
  const wallet = await pairSampleWallet({ page, context, local, uri })
  await expect(fact(second, 'address')).toHaveText(wallet.address)
  await signMessage({ page: second, wallet })
  // The tab that paired may go: the other has all that it takes.
  await page.close()
  await signMessage({ page: second, wallet })
  await disconnect(second)
  await expect.poll(wallet.told).toContain('Foyer demo is disconnected.')
  await expect(wallet.page.getByText('None so far')).toBeVisible()
})

test('[S1.1] another wallet takes the place of the first, which shows no session any more; the page’s other tab goes along', async ({
  page,
  browser,
  context,
  journey,
}) => {
  const { local } = journey
  const tab = await context.newPage()
  const pages = [page, tab]
  for (const each of pages) await openHost({ page: each, journey, settings: { relay: local.relay } })
  const connectAt = async (row: string, wallet: SampleWallet) => {
    await page.bringToFront()
    await page.evaluate(() => window.kits[0]?.open({ view: 'Connect' }))
    await modalOf(page).wallet(row).click()
    await wallet.pair(await copied(page, await readClipboard(page)))
    await wallet.press('Connect')
    await expect(modalOf(page).dialog).toBeHidden()
    for (const each of pages)
      await expect.poll(() => each.evaluate(() => window.kits[0]?.account().address)).toBe(wallet.address)
  }
  const first = await openSampleWallet({ context, local })
  await connectAt('WalletConnect', first)

  const elsewhere = await browser.newContext()
  const second = await openSampleWallet({ context: elsewhere, local })
  await connectAt('MetaMask', second) // any row that leads to a code
  await expect.poll(first.told).toContain('A host is disconnected.')
  await expect(first.page.getByText('None so far')).toBeVisible()
  await expect(second.page.getByRole('button', { name: 'A host' })).toBeVisible()
  await look({ page: first.page, name: 'wallet-connect-12-replaced' })
  for (const each of pages) {
    await each.reload()
    await expect.poll(() => each.evaluate(() => window.kits[0]?.account().address)).toBe(second.address)
  }
  await page.evaluate(() => window.kits[0]?.disconnect())
  await expect(hostStatus(tab)).toHaveText('disconnected')
  await expect(second.page.getByText('None so far')).toBeVisible()
  await elsewhere.close()
})

test('[S1.1 S4.19] with the relay gone and back nothing is lost: neither what the wallet did nor what the page asked', async ({
  page,
  context,
  journey,
}) => {
  const { local } = journey
  const [, away] = local.chains
  const relay = await interruptible(page, local.relay)
  journey.expectTrouble(/WebSocket|relay/i)
  await page.goto('/')
  const uri = await copyCode(page)
  const wallet = await pairSampleWallet({ page, context, local, uri })

  await relay.stop()
  await wallet.openApplication('Foyer demo')
  await wallet.card.getByLabel('Network').selectOption(`eip155:${away.id}`)
  await wallet.press('Close')
  await page.getByRole('button', { name: 'Sign a message' }).click()
  await expect.poll(() => relay.refused()).toBeGreaterThan(0)
  await expect(fact(page, 'network')).not.toHaveText(away.name)
  relay.start()
  await expect(fact(page, 'network')).toHaveText(away.name)
  await wallet.press('Sign')
  await signatureShown(page)
})
