import type { Route } from '@foyer/core'
import { expect, type Page } from '@playwright/test'
import { openHost } from '../host.js'
import type { HostSettings } from '../hosts/kit/settings.js'
import type { Modal } from './modal.js'
import { offerPairing, pairingsBegun } from './pairings.js'
import { held, show, still } from './shown.js'
import { customWallets, type TourParameters } from './tour.js'

type ListedWallet = NonNullable<Extract<Route, { view: 'ConnectingWalletConnect' }>['wallet']>

const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><rect width="80" height="80" fill="#2f6fed"/><path d="M24 54 40 22l16 32-16-10z" fill="#fff"/></svg>')}`

/** A wallet that is nowhere but in the directory. */
export const birch: ListedWallet = {
  id: 'b'.repeat(64),
  name: 'Birch',
  image_url: icon,
  mobile_link: 'birch://',
  desktop_link: 'birch-desktop://',
  webapp_link: 'https://birch.example',
  rdns: 'example.birch',
  app_store: 'https://apps.apple.com/app/birch',
  play_store: 'https://play.google.com/store/apps/details?id=birch',
}

const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36'

/** Goes through pairing in each of its states: by a code, by a link, on a desktop and on a phone. */
export async function tourOfPairing({ page, journey, modal, settings, visit }: TourParameters): Promise<void> {
  journey.expectTrouble(/scheme does not have a registered handler/)
  const open = async (wallet?: ListedWallet, host: Partial<HostSettings> = {}) => {
    await openHost({ page, journey, settings: { ...settings, customWallets, scriptedPairing: true, ...host } })
    // No app is here to be opened, and no page elsewhere.
    await page.evaluate(() => Object.assign(window, { open: () => null }))
    const view = host.manualWCControl ? 'ConnectingWalletConnectBasic' : 'ConnectingWalletConnect'
    await show(page, view === 'ConnectingWalletConnect' ? { view, wallet } : { view })
    if (!host.manualWCControl) await expect.poll(() => pairingsBegun(page)).toBe(1)
  }
  // After 4 s it would be one without a connection.
  await open()
  await held(page, () => visit('ConnectingWalletConnect, preparing'))
  await offer({ page, modal })
  await visit('ConnectingWalletConnect, any wallet')
  await fail({ page, modal, code: 'relay_unreachable' })
  await visit('ConnectingWalletConnect, unreachable')

  await open(birch)
  await offer({ page, modal })
  await visit('ConnectingWalletConnect, a wallet')
  for (const tab of ['webapp', 'desktop', 'browser'] as const) {
    await modal.part(`tab-${tab}`).click()
    await still(page)
    await visit(`ConnectingWalletConnect, ${tab}`)
  }
  await modal.part('tab-mobile').click()
  await fail({ page, modal, code: 'user_rejected' })
  await visit('ConnectingWalletConnect, declined')

  await open({ ...birch, name: 'The wallet with the longest name that anybody has ever announced' })
  await offer({ page, modal })
  await visit('ConnectingWalletConnect, a long name')
  await modal.part('tab-webapp').click()
  await still(page)
  await visit('ConnectingWalletConnect, webapp of a long name')

  await open(undefined, { manualWCControl: true })
  await expect(modal.part('show-code')).toBeVisible()
  await visit('ConnectingWalletConnectBasic, by the host')

  await page.addInitScript((userAgent) => {
    if (sessionStorage.getItem('phone')) Object.defineProperty(navigator, 'userAgent', { get: () => userAgent })
  }, android)
  await page.evaluate(() => sessionStorage.setItem('phone', 'yes'))
  await open(birch)
  await held(page, () => visit('ConnectingWalletConnect, opening'))
  await offerPairing({ page, letter: 'a' })
  await expect(modal.part('open-wallet')).not.toHaveAttribute('aria-busy', 'true')
  await visit('ConnectingWalletConnect, opened')
  await open({ ...birch, mobile_link: 'javascript://%0aalert(1)', webapp_link: null })
  await visit('ConnectingWalletConnect, no link')
}

async function offer({ page, modal }: { readonly page: Page; readonly modal: Modal }): Promise<void> {
  await offerPairing({ page, letter: 'a' })
  await expect(modal.part('qr-code-ready')).toBeVisible()
  await still(page)
}

async function fail({
  page,
  modal,
  code,
}: {
  readonly page: Page
  readonly modal: Modal
  readonly code: string
}): Promise<void> {
  await page.evaluate((wanted) => globalThis.pairing?.fail(wanted), code)
  await expect(modal.part('retry')).toBeVisible()
  await still(page)
}
