import type { Page } from '@playwright/test'
import { expect, type Journey, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { modalOf } from './modal.js'
import { serveWallets } from './serveWallets.js'
import { settled, show, still } from './shown.js'

test.describe.configure({ mode: 'parallel' })

/** Shows all wallets, of which there are so many. */
async function openAllWallets({ page, journey, count }: { page: Page; journey: Journey; count: number }) {
  const wallets = await serveWallets({ page, journey, count })
  const modal = modalOf(page)
  await openHost({ page, journey, settings: { scriptedPairing: true } })
  await show(page, { view: 'AllWallets' })
  await expect(modal.part('wallets-count')).toHaveText(`${count} wallets`)
  return { modal, wallets }
}

/** Scrolls as far as the list goes, until a cell is there. @returns the most elements that there were, in the page and in the modal */
async function scrollUntil(page: Page, cell: number): Promise<number> {
  await expect(modalOf(page).part('grid-row').first()).toBeVisible()
  return page.evaluate(async (wanted) => {
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
}

test('[S2.3 S9.3] a thousand wallets are there by scrolling, and never more than 600 elements; what flies past fetches no picture', async ({
  page,
  journey,
}) => {
  const { modal, wallets } = await openAllWallets({ page, journey, count: 1_000 })
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
  const { modal } = await openAllWallets({ page, journey, count: 120 })
  for (const [width, columns] of [
    [1280, 4],
    [352, 4],
    [351, 3],
    [320, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 860 })
    await expect(modal.part('grid')).toHaveAttribute('aria-colcount', `${columns}`)
    await expect(modal.part('grid')).toHaveAttribute('aria-rowcount', `${120 / columns}`)
    await still(page)
    const image = await modal.part('wallet-image').first().boundingBox()
    expect([image?.width, image?.height].map((side) => side?.toFixed(2))).toEqual(['56.00', '56.00'])
    const tops = await modal.part('grid-row').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top))
    const gaps = tops.slice(1).map((top, index) => top - (tops[index] ?? 0))
    expect(new Set(gaps.map((gap) => gap.toFixed(2))).size).toBe(1)
  }
})

test('[S2.3] a window that gets smaller shows no rows over each other, not even for a frame', async ({
  page,
  journey,
}) => {
  const { modal } = await openAllWallets({ page, journey, count: 120 })
  // An observer is told after those that were there before it, and before the browser paints.
  const shown = await page.evaluateHandle(() => {
    const grid = document.querySelector('[data-foyer]')?.shadowRoot?.querySelector('[data-part="grid"]')
    const body = grid?.querySelector('[role="row"]')?.parentElement
    if (!grid || !body) throw new Error('There is no grid.')
    const frames: { readonly fits: number; readonly drawn: number }[] = []
    new ResizeObserver(() => {
      const fits = getComputedStyle(body).gridTemplateColumns.split(' ').length
      frames.push({
        fits,
        drawn: grid.querySelector('[role="row"]')?.querySelectorAll('[role="gridcell"]').length ?? 0,
      })
    }).observe(body)
    return frames
  })
  for (const [width, columns] of [
    [320, 3],
    [640, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 860 })
    await expect(modal.part('grid')).toHaveAttribute('aria-colcount', `${columns}`)
  }
  await expect.poll(() => shown.evaluate((frames) => frames.at(-1))).toEqual({ fits: 4, drawn: 4 })
  const seen = await shown.jsonValue()
  expect(seen).toContainEqual({ fits: 3, drawn: 3 })
  expect(seen.filter(({ fits, drawn }) => fits !== drawn)).toEqual([])
})

test('[S2.3] by keyboard alone: searches, walks over all of them, and chooses one', async ({ page, journey }) => {
  const { modal } = await openAllWallets({ page, journey, count: 300 })
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
  await expect(modal.dialog.locator('[data-cell="0"]')).toHaveCount(1)
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

test('[S2.22 S2.3] who comes back from a wallet finds the list as they left it, and the focus on that wallet; opened anew it begins afresh', async ({
  page,
  journey,
}) => {
  const wallets = await serveWallets({ page, journey, count: 300 })
  const modal = modalOf(page)
  await openHost({ page, journey, settings: { scriptedPairing: true } })
  await show(page, { view: 'Connect' })
  await modal.part('all-wallets').click()
  await settled(page, 'AllWallets')
  const grid = modal.part('grid')
  const top = () => grid.evaluate(({ scrollTop }) => scrollTop)
  const comesBackTo = async (cell: string) => {
    const asked = wallets.asked.length
    const before = await top()
    await modal.dialog.locator(`[data-cell="${cell}"]`).click()
    await settled(page, 'ConnectingWalletConnect')
    await modal.part('back').click()
    await settled(page, 'AllWallets')
    await expect(modal.dialog.locator(':focus')).toHaveAttribute('data-cell', cell)
    await expect(modal.dialog.locator(':focus')).toBeInViewport({ ratio: 1 })
    await expect.poll(top).toBe(before)
    expect(wallets.asked).toHaveLength(asked)
  }
  // To its end and half the way back, so that no page is on its way any more.
  await scrollUntil(page, 299)
  await grid.evaluate((node) => {
    node.scrollTop = node.scrollHeight / 2
  })
  await modal.dialog.locator('[data-cell="150"]').scrollIntoViewIfNeeded()
  await expect(modal.part('wallet-tile-skeleton')).toHaveCount(0)
  await comesBackTo('150')

  await modal.part('certified').click()
  await modal.dialog.getByRole('searchbox').fill('alder')
  await expect(modal.part('wallets-count')).toHaveText('25 wallets')
  await comesBackTo('1')
  await expect(modal.dialog.getByRole('searchbox')).toHaveValue('alder')
  await expect(modal.part('certified')).toHaveAttribute('aria-checked', 'true')
  await expect(modal.part('wallets-count')).toHaveText('25 wallets')

  await modal.part('back').click()
  await settled(page, 'Connect')
  await modal.part('all-wallets').click()
  await settled(page, 'AllWallets')
  await expect(modal.dialog.getByRole('searchbox')).toHaveValue('')
  await expect(modal.part('certified')).toHaveAttribute('aria-checked', 'false')
  await expect.poll(top).toBe(0)
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
  await expect(modal.dialog.locator(':focus')).toHaveAttribute('data-cell', '1')
  await still(page)
  const after = await place()
  expect(after?.x ?? before?.x).toBeLessThan(before?.x ?? 0)
})
