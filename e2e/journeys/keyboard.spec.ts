import type { ViewName } from '@foyer/core'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { accountButton, connectButton, embeddedOf, fact, modalOf } from './modal.js'
import { settled } from './shown.js'

/** More presses than any view has stops. */
const manyPresses = 40

interface Stop {
  readonly name: string
  readonly inDialog: boolean
  /** The width of the outline that shows where the focus is, in CSS pixels. */
  readonly outline: number
}

/** What has the focus, however deep in shadow roots. */
function focused(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    if (!active) return { name: '', inDialog: false, outline: 0 }
    const { outlineStyle, outlineWidth } = getComputedStyle(active)
    // A field shows the focus by the ring of its frame.
    const frame = active.tagName === 'INPUT' ? active.closest('[data-part="field-box"]') : null
    const ring = frame ? getComputedStyle(frame) : undefined
    return {
      name: active.getAttribute('aria-label') ?? active.getAttribute('placeholder') ?? active.textContent ?? '',
      inDialog: active.closest('dialog') !== null,
      outline: Number.parseFloat(outlineStyle === 'none' ? (ring?.outlineWidth ?? '0') : outlineWidth),
    }
  })
}

/** Runs in the page. @returns which parts have taken the focus from now on */
function watchFocus(): readonly (string | null)[] {
  const taken: (string | null)[] = []
  // As it comes: what happens in the modal doesn't leave it.
  document.addEventListener(
    'focusin',
    (event) => {
      const [target] = event.composedPath()
      if (target instanceof Element) taken.push(target.getAttribute('data-part'))
    },
    true,
  )
  return taken
}

/** Presses Tab until what has the focus is called that; the focus is seen at each step, and stays in an open dialog. */
async function tabTo({
  page,
  name,
  key = 'Tab',
}: {
  readonly page: Page
  readonly name: RegExp
  readonly key?: 'Tab' | 'Shift+Tab' | undefined
}): Promise<void> {
  const inDialog = await modalOf(page).dialog.isVisible()
  for (let presses = 0; presses < manyPresses; presses += 1) {
    await page.keyboard.press(key)
    const stop = await focused(page)
    expect(stop, `the focus is seen on "${stop.name}"`).toMatchObject({ inDialog })
    expect(stop.outline, `the focus is seen on "${stop.name}"`).toBeGreaterThanOrEqual(2)
    if (name.test(stop.name)) return
  }
  throw new Error(`Tab never came to ${name}.`)
}

test('by keyboard alone: connects, switches, disconnects; the focus is seen, stays in the modal, and comes back', async ({
  page,
  journey,
}) => {
  const [home, away] = journey.local.chains
  const maple = await journey.install({ name: 'Maple' })
  const modal = modalOf(page)
  await page.goto('/')
  await expect(connectButton(page)).toBeEnabled()

  await test.step('the theme, by arrows', async () => {
    await page.getByRole('radio', { name: 'system' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'dark' })).toBeChecked()
  })
  await test.step('Tab goes round within the modal, both ways; Escape closes', async () => {
    await tabTo({ page, name: /^Connect Wallet$/ })
    const taken = await page.evaluateHandle(watchFocus)
    await page.keyboard.press('Enter')
    await settled(page, 'Connect')
    // Not the first control for a moment, which would be read out, and have its tooltip.
    expect(await taken.jsonValue()).toEqual(['card'])
    for (const key of ['Tab', 'Shift+Tab'] as const) {
      await tabTo({ page, name: /^Close$/, key })
      await tabTo({ page, name: /^Privacy Policy/, key })
      await tabTo({ page, name: /^Close$/, key })
    }
    await page.keyboard.press('Escape')
    await expect(modal.dialog).toBeHidden()
    await expect(connectButton(page)).toBeFocused()
  })
  await test.step('help, and back', async () => {
    await page.keyboard.press('Space')
    await settled(page, 'Connect')
    await tabTo({ page, name: /^What is a wallet/ })
    await page.keyboard.press('Space')
    await settled(page, 'WhatIsAWallet')
    await tabTo({ page, name: /^Back$/, key: 'Shift+Tab' })
    await page.keyboard.press('Enter')
    await settled(page, 'Connect')
  })
  await test.step('a wallet; the focus comes to what has taken the place of the button that opened', async () => {
    await tabTo({ page, name: /^Maple/ })
    await page.keyboard.press('Enter')
    await expect(fact(page, 'address')).toHaveText(maple.accounts[0] ?? '')
    await expect(modal.dialog).toBeHidden()
    await expect(accountButton(page)).toBeFocused()
  })
  await test.step('the account; a network, in a list short enough to need no search', async () => {
    await page.keyboard.press('Enter')
    await settled(page, 'Account')
    await tabTo({ page, name: /Change network, now/ })
    await page.keyboard.press('Space')
    await settled(page, 'Networks')
    await expect(modal.part('network')).toHaveCount(4)
    await expect(modal.dialog.getByRole('searchbox')).toHaveCount(0)
    await tabTo({ page, name: new RegExp(`${away.name}$`) })
    await page.keyboard.press('Enter')
    await expect(fact(page, 'network')).toHaveText(away.name)
    await settled(page, 'Account')
    await page.keyboard.press('Escape')
    await expect(modal.dialog).toBeHidden()
    await expect(accountButton(page)).toBeFocused()
    expect(maple.chainId).not.toBe(home.id)
  })
  await test.step('the end of the session', async () => {
    await page.keyboard.press('Enter')
    await settled(page, 'Account')
    await tabTo({ page, name: /^Disconnect/ })
    await page.keyboard.press('Enter')
    await expect(fact(page, 'status')).toHaveText('disconnected')
    await expect(modal.dialog).toBeHidden()
    await expect(connectButton(page)).toBeFocused()
  })
})

test('a modal in the page is a part of it: Tab passes through, and the focus goes from view to view, never to nowhere', async ({
  page,
  journey,
}) => {
  await journey.install({ name: 'Maple' })
  const modal = embeddedOf(page)
  await page.goto('/?embedded')
  await settled(page, 'Connect')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Connect Wallet' })).toHaveCount(1)
  await expect(page.locator('body')).toBeFocused()
  const go = async ({ by, to }: { readonly by: Locator; readonly to: ViewName }) => {
    await by.focus()
    await page.keyboard.press('Enter')
    await settled(page, to)
    await expect(modal.part('view')).toBeFocused()
  }
  await go({ by: modal.part('help'), to: 'WhatIsAWallet' })
  await go({ by: modal.part('back'), to: 'Connect' })
  await go({ by: modal.part('help'), to: 'WhatIsAWallet' })
  await go({ by: modal.part('close'), to: 'Connect' })
  await go({ by: modal.wallet('Maple'), to: 'Account' })
  await go({ by: modal.part('network-select'), to: 'Networks' })
  await go({ by: modal.part('back'), to: 'Account' })
  await go({ by: modal.part('disconnect'), to: 'Connect' })

  await test.step('Tab leaves it at its end, and what happens in it then takes no focus', async () => {
    const outside = () => page.evaluate(() => document.activeElement?.closest('[data-foyer]') === null)
    for (let presses = 0; presses < manyPresses && !(await outside()); presses += 1) await page.keyboard.press('Tab')
    expect(await outside()).toBe(true)
    await page.getByRole('radio', { name: 'system' }).focus()
    await modal.part('help').evaluate((button) => button instanceof HTMLElement && button.click())
    await settled(page, 'WhatIsAWallet')
    await modal.part('back').evaluate((button) => button instanceof HTMLElement && button.click())
    await settled(page, 'Connect')
    await expect(page.getByRole('radio', { name: 'system' })).toBeFocused()
  })
})
