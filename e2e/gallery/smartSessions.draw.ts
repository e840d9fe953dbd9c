import type { Page } from '@playwright/test'
import { parseUnits } from 'viem'
import { test as base, expect } from '../fixtures.js'
import { giveTokens } from '../giveTokens.js'
import { openHost } from '../host.js'
import { walletIn } from '../journeys/embeddedWallet.js'
import { modalOf } from '../journeys/modal.js'
import { show } from '../journeys/shown.js'
import { fundedAddress, untilDelegateIsKnown } from '../journeys/smartStage.js'
import { approveAnywhere } from './approveAnywhere.js'
import { draw } from './draw.js'
import { logInAnywhere } from './logInAnywhere.js'

/** Nobody's, and always the same: what is drawn twice is compared. */
const key = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' as const

/** The page asks for a permission, by the kit; whether the visitor allows it is said later. */
const ask = (page: Page, asked: { readonly token: `0x${string}`; readonly kind: 'daily' | 'calls' }): Promise<void> =>
  page.evaluate(
    ({ to, token, kind }) => {
      const [kit] = window.kits
      if (!kit) return
      const expiresAt = Math.floor(Date.now() / 1_000) + 20 * 86_400
      const daily = { type: 'periodic', amount: 10_000_000n, periodSeconds: 86_400 } as const
      const permission =
        kind === 'daily'
          ? ({ type: 'spend', token, limit: daily } as const)
          : ({ type: 'call', target: to, selectors: ['0x12345678'] as const, count: 50 } as const)
      window.actions.grantPermissions(kit, { permissions: [{ to, permission, expiresAt }] }).catch(() => {})
    },
    { to: key, ...asked },
  )

/** What a visitor sees of the permissions of an account: none, just granted, all, and ended. */
for (const locale of ['en', 'de', 'ar'] as const) {
  const test = base.extend({ locale })

  test(`permissions, in ${locale}`, async ({ page, journey }) => {
    const [home] = journey.local.chains
    const modal = modalOf(page)
    const asks = walletIn(page).locator('[data-part="asks"]')
    const drawn = (state: string) =>
      draw({ page, group: 'permissions', state, languages: { [locale]: async () => {} } })
    await untilDelegateIsKnown(journey)
    await openHost({ page, journey, settings: { secureOrigin: journey.local.wallet, locale, smartSessions: true } })
    await logInAnywhere({ page, journey, email: `permissions-${locale}@example.com` })
    const address = await fundedAddress({ page, journey })
    await giveTokens({ chain: home, to: address, symbol: 'DUSD', amount: parseUnits('1204.5', 6) })
    const token = home.tokens.find(({ symbol }) => symbol === 'DUSD')?.address ?? '0x'

    await show(page, { view: 'SmartSessionList' })
    await expect(modal.part('empty-state')).toBeVisible()
    await drawn('none')
    await page.keyboard.press('Escape')
    await expect(modal.dialog).toHaveCount(0)
    for (const kind of ['daily', 'calls'] as const) {
      await ask(page, { token, kind })
      await expect(asks).toBeVisible()
      await approveAnywhere(page)
      // The wallet shows for a moment that it signed.
      await expect(page.locator('#w3m-iframe')).toBeHidden()
    }
    await show(page, { view: 'SmartSessionList' })
    await expect(modal.part('session')).toHaveCount(2)
    await drawn('listed')
    const [first] = await page.evaluate(async () => {
      const [kit] = window.kits
      return kit ? window.actions.permissions(kit) : []
    })
    await show(page, { view: 'SmartSessionCreated', contexts: first ? [first.context] : [] })
    await expect(modal.part('session')).toBeVisible()
    await drawn('just granted')
    await show(page, { view: 'SmartSessionList' })
    await modal.part('end-session').first().click()
    await expect(asks).toBeVisible()
    await approveAnywhere(page)
    await expect(modal.part('session').last()).toHaveAttribute('data-status', 'ended')
    await modal.part('session').first().getByRole('button').first().click()
    await drawn('ended, and unfolded')
  })
}
