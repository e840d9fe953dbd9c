import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from '../fixtures.js'
import { still } from './shown.js'

const widths = [1280, 390] as const
const looks = [
  { name: 'light', colorScheme: 'light', forcedColors: 'none' },
  { name: 'dark', colorScheme: 'dark', forcedColors: 'none' },
  { name: 'forced colours', colorScheme: 'dark', forcedColors: 'active' },
] as const

/** Lets axe look at the page in every look and width. */
export async function examine({ page, name }: { readonly page: Page; readonly name: string }): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 860 })
    await examineLooks({ page, name: `${name}, ${width} px` })
  }
}

/** Lets axe look at the page in every look. */
export async function examineLooks({ page, name }: { readonly page: Page; readonly name: string }): Promise<void> {
  for (const { name: look, ...media } of looks) {
    await page.emulateMedia(media)
    await still(page)
    const found = await violations({ page, forced: media.forcedColors === 'active' })
    expect.soft(found, `${name}, ${look}`).toEqual([])
  }
}

/**
 * What axe finds, in every tree of the page. It comes by the debugger, which a content policy doesn't stop. Forced colours are
 * the visitor's own, so nobody measures their contrast; axe would read the page's, which the browser still answers with
 * (`-webkit-text-fill-color`).
 */
export async function violations({
  page,
  forced = false,
}: {
  readonly page: Page
  readonly forced?: boolean | undefined
}): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (isForced) => {
    const { violations: found } = await window.axe.run(document, {
      resultTypes: ['violations'],
      rules: { 'color-contrast': { enabled: !isForced } },
    })
    return found.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)}`,
    )
  }, forced)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
