import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from '../fixtures.js'
import { still } from './shown.js'

const widths = [1280, 390] as const

/** Lets axe look at the page in every theme and width. */
export async function examine({ page, name }: { readonly page: Page; readonly name: string }): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 860 })
    await examineThemes({ page, name: `${name}, ${width} px` })
  }
}

/** Lets axe look at the page, light and dark: of what it looks for, the colours alone differ. */
export async function examineThemes({ page, name }: { readonly page: Page; readonly name: string }): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await still(page)
  expect.soft(await violations({ page }), `${name}, light`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await still(page)
  expect.soft(await violations({ page, rules: ['color-contrast'] }), `${name}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/**
 * What axe finds, in every tree of the page. It comes by the debugger, which a content policy doesn't stop.
 *
 * @param parameters.rules - all of axe's usual ones unless said
 */
export async function violations({
  page,
  rules,
}: {
  readonly page: Page
  readonly rules?: readonly string[] | undefined
}): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (only) => {
    const { violations: found } = await window.axe.run(document, {
      resultTypes: ['violations'],
      // Sheets and films are fetched anew for rules that none of the usual ones are.
      preload: false,
      ...(only && { runOnly: { type: 'rule', values: [...only] } }),
    })
    return found.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)}`,
    )
  }, rules)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
