import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { modalOf } from './modal.js'
import { serveWallets } from './serveWallets.js'
import { settled, show, still } from './shown.js'

test.describe.configure({ mode: 'parallel' })

/** Scrolls as far as the list goes, until a cell is there. @returns the most elements that there were, in the page and in the modal */
const scrollUntil = (page: Page, cell: number): Promise<number> =>
  page.evaluate(async (wanted) => {
    const root = document.querySelector('[data-foyer]')?.shadowRoot
    const grid = root?.querySelector('[data-part="grid"]')
    if (!root || !grid) throw new Error('There is no grid.')
    let most = 0
    while (!grid.querySelector(`[data-cell="${wanted}"]`)) {
      grid.scrollTop = grid.scrollHeight
      await new Promise(requestAnimationFrame)
      most = Math.max(most, document.querySelectorAll('*').length + root.querySelectorAll('*').length)
    }
    return most
  }, cell)

test('[S2.3 S9.3] a thousand wallets are there by scrolling, and never more than 600 elements; what flies past fetches no picture', async ({
  page,
  journey,
}) => {
  test.setTimeout(120_000)
  const wallets = await serveWallets({ page, journey, count: 1_000 })
  const modal = modalOf(page)
  await openHost({ page, journey, settings: { scriptedPairing: true } })
  await show(page, { view: 'AllWallets' })
  await expect(modal.part('wallets-count')).toHaveText('1000 wallets')
  await expect(modal.part('lazy-picture-loaded')).toHaveCount(16)
  const atFirst = wallets.pictures.size
  expect(atFirst).toBeLessThanOrEqual(20)
  const most = await scrollUntil(page, 999)
  await expect(modal.part('wallet-tile').last()).toHaveAttribute('data-cell', '999')
  await expect(modal.part('wallet-tile-skeleton')).toHaveCount(0)
  expect(most).toBeLessThanOrEqual(600)
  const pages = wallets.asked.filter((query) => query.get('entries') === '40').map((query) => Number(query.get('page')))
  expect(pages).toEqual(Array.from({ length: pages.length }, (_, index) => index + 1))
  expect(pages.length).toBeGreaterThanOrEqual(25)
  await expect(modal.part('lazy-picture-loaded').first()).toBeVisible()
  expect(wallets.pictures.size).toBeLessThan(1_000)
})

test('[S2.3] every row stands where it would among all of them: four to a row, three in a small window', async ({
  page,
  journey,
}) => {
  await serveWallets({ page, journey, count: 120 })
  const modal = modalOf(page)
  await openHost({ page, journey, settings: { scriptedPairing: true } })
  await show(page, { view: 'AllWallets' })
  await expect(modal.part('wallets-count')).toHaveText('120 wallets')
  for (const [width, columns] of [
    [1280, 4],
    [352, 4],
    [351, 3],
    [320, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 860 })
    await expect(modal.part('grid')).toHaveAttribute('aria-colcount', `${columns}`)
    await expect(modal.part('grid')).toHaveAttribute('aria-rowcount', `${120 / columns}`)
    const image = await modal.part('wallet-image').first().boundingBox()
    expect([image?.width, image?.height].map((side) => side?.toFixed(2))).toEqual(['56.00', '56.00'])
    const tops = await modal.part('grid-row').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top))
    const gaps = tops.slice(1).map((top, index) => top - (tops[index] ?? 0))
    expect(new Set(gaps.map((gap) => gap.toFixed(2))).size).toBe(1)
  }
})

test('[S2.3 S9.5] by keyboard alone: searches, walks over all of them, and chooses one', async ({ page, journey }) => {
  await serveWallets({ page, journey, count: 300 })
  const modal = modalOf(page)
  await openHost({ page, journey, settings: { scriptedPairing: true } })
  await show(page, { view: 'AllWallets' })
  await expect(modal.part('wallets-count')).toHaveText('300 wallets')
  const focused = modal.dialog.locator(':focus')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(modal.dialog.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(modal.dialog.getByRole('switch', { name: 'Certified' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(focused).toHaveAttribute('data-cell', '0')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(focused).toHaveAttribute('data-cell', '5')
  await page.keyboard.press('End')
  // Four are recommended, and forty make a page.
  await expect(focused).toHaveAttribute('data-cell', '43')
  await expect(focused).toBeInViewport()
  // The next page comes, and the focus stays where it is.
  await expect(modal.dialog.locator('[data-cell="47"]')).toHaveCount(1)
  await expect(focused).toHaveAttribute('data-cell', '43')
  await page.keyboard.press('PageDown')
  await expect(focused).toHaveAttribute('data-cell', '55')
  await modal.part('grid').evaluate((node) => {
    node.scrollTop = 0
  })
  await expect(focused).toHaveAttribute('data-cell', '55')
  await page.keyboard.press('Home')
  await expect(focused).toHaveAttribute('data-cell', '0')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('maple 2')
  await expect(modal.part('wallets-count')).toHaveText(/^\d+ wallets$/)
  await expect(modal.part('wallet-tile-name').first()).toHaveText(/^Maple 2/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(focused).toHaveAttribute('data-cell', '0')
  await page.keyboard.press('Enter')
  await settled(page, 'ConnectingWalletConnect')
  await expect(modal.title).toHaveText(/^Maple 2/)
})

test('from right to left the arrows follow the eye', async ({ page, journey }) => {
  await serveWallets({ page, journey, count: 40 })
  const modal = modalOf(page)
  await openHost({ page, journey, settings: { scriptedPairing: true, locale: 'ar' } })
  await show(page, { view: 'AllWallets' })
  await modal.part('wallet-tile').first().focus()
  const place = () => modal.dialog.locator(':focus').boundingBox()
  const before = await place()
  await page.keyboard.press('ArrowLeft')
  await still(page)
  expect((await place())?.x ?? 0).toBeLessThan(before?.x ?? 0)
})
