import type { Route, ViewName } from '@foyer/core'
import { expect, type Page } from '@playwright/test'

/** Shows a view of the page's kit. */
export async function show(page: Page, route: Route): Promise<void> {
  await page.evaluate((wanted) => window.kits[0]?.open(wanted), route)
  await settled(page, route.view)
}

/** Waits until a view is there and nothing moves any more, but for what moves for ever. */
export async function settled(page: Page, view: ViewName): Promise<void> {
  const shown = page.locator(`[data-part="view"][data-view="${view}"]`)
  await expect(shown).toBeVisible()
  await expect(shown).not.toHaveAttribute('data-phase', 'leaving')
  await still(page)
}

/** Waits until nothing moves any more, but for what moves for ever. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const trees = [document, ...[...document.querySelectorAll('body *')].map(({ shadowRoot }) => shadowRoot)]
    const moving = trees
      .flatMap((tree) => tree?.getAnimations() ?? [])
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(moving.map(({ finished }) => finished))
  })
}
