import { devices, type Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { modalOf } from './modal.js'
import { openSampleWallet, sampleWalletIn } from './sampleWallet.js'
import { look } from './shown.js'

const { defaultBrowserType: _chromiumAllTheSame, ...iphone } = devices['iPhone 14']
test.use(iphone)

/** A phone takes links to a wallet out of the page, which stays where it is. @returns the links that the page led to */
async function takeLinks({ page, wallet }: { readonly page: Page; readonly wallet: string }): Promise<string[]> {
  const links: string[] = []
  await page.route(
    (url) => url.origin === wallet && url.pathname === '/wc',
    (route) => {
      links.push(route.request().url())
      return route.fulfill({ status: 204 })
    },
  )
  return links
}

test('[S1.1 S2.5 S4.19] [F29] on a phone a wallet is opened by its link, for pairing and for each request', async ({
  page,
  context,
  journey,
}) => {
  const { local } = journey
  const links = await takeLinks({ page, wallet: local.sampleWallet })
  // Listed as an app with a link, as a wallet of the web is opened in a page of its own.
  const customWallets = [{ id: 'sample', name: 'Sample Wallet', mobile_link: local.sampleWallet }]
  await openHost({ page, journey, settings: { relay: local.relay, customWallets } })
  const modal = modalOf(page)
  await hostButton(page).tap()
  await look({ page, name: 'wallet-phone-1-wallets' })
  await modal.wallet('Sample Wallet').tap()
  await expect.poll(() => links.length).toBe(1)
  const [link = ''] = links
  expect(link).toMatch(new RegExp(`^${local.sampleWallet}/wc\\?uri=wc%3A[0-9a-f]{64}%402%3F`))
  await expect(modal.part('waiting-title')).toHaveText('Continue in Sample Wallet')
  await look({ page, name: 'wallet-phone-2-opened' })

  const wallet = await openSampleWallet({ context, local, url: link })
  // The code stands in no address, and so in no history.
  await expect(wallet.page).toHaveURL(`${local.sampleWallet}/`)
  await expect(wallet.card.getByRole('heading')).toHaveText('Connection request')
  await look({ page: wallet.page, name: 'wallet-phone-3-proposal' })
  await wallet.press('Connect')
  await expect.poll(wallet.told).toContainEqual(expect.stringContaining('You can go back to it.'))
  await page.bringToFront()
  await expect(modal.dialog).toBeHidden()
  await expect.poll(() => page.evaluate(() => window.kits[0]?.account().address)).toBe(wallet.address)
  await look({ page, name: 'wallet-phone-4-connected' })

  // The wallet is opened for a request in a page of its own, and takes over from the one before.
  const opened = context.waitForEvent('page')
  const signed = page.evaluate(async () => {
    const [kit] = window.kits
    return kit && window.actions.signMessage(kit, { message: 'Good morning from Foyer' })
  })
  const front = await sampleWalletIn({ page: await opened, address: wallet.address })
  await expect(front.card).toContainText('Good morning from Foyer')
  await expect(wallet.page.getByRole('heading', { name: 'The wallet is open in another tab' })).toBeVisible()
  await look({ page: front.page, name: 'wallet-phone-5-message' })
  await front.press('Sign')
  expect((await signed)?.signature).toMatch(/^0x[0-9a-f]{130}$/)
  await wallet.page.getByRole('button', { name: 'Use it here' }).tap()
  await expect(front.page.getByRole('heading', { name: 'The wallet is open in another tab' })).toBeVisible()
  await wallet.openApplication('A host')
  await wallet.press('Disconnect')
  await expect(hostStatus(page)).toHaveText('disconnected')
})
