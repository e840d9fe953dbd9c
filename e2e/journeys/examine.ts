import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from '../fixtures.js'
import { still } from './shown.js'

/** As it is published for pages: each document is sent it, and compiles it. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export type Theme = 'light' | 'dark'

const both = ['light', 'dark'] as const

/** FOYER_FULL=1: both themes in both widths. Else each width has one. */
const looks: readonly { readonly width: number; readonly themes: readonly Theme[] }[] = process.env.FOYER_FULL
  ? [
      { width: 1280, themes: both },
      { width: 390, themes: both },
    ]
  : [
      { width: 1280, themes: ['light'] },
      { width: 390, themes: ['dark'] },
    ]

/** Lets axe look at the page, wide and on a phone, light and dark. */
export async function examine({ page, name }: { readonly page: Page; readonly name: string }): Promise<void> {
  for (const { width, themes } of looks) {
    await page.setViewportSize({ width, height: 860 })
    await examineThemes({ page, name: `${name}, ${width} px`, themes })
  }
}

/**
 * Lets axe look at the page in its themes, both unless said: of what it looks for, the colours alone differ, so that the second is asked for these only.
 */
export async function examineThemes({
  page,
  name,
  themes = both,
}: {
  readonly page: Page
  readonly name: string
  readonly themes?: readonly Theme[] | undefined
}): Promise<void> {
  for (const [index, theme] of themes.entries()) {
    await page.emulateMedia({ colorScheme: theme })
    await still(page)
    const rules = index === 0 ? undefined : ['color-contrast']
    expect.soft(await violations({ page, rules }), `${name}, ${theme}`).toEqual([])
  }
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
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
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
