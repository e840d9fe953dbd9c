import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures.js'
import { emailOf } from './embeddedWallet.js'
import { violations } from './examine.js'
import { still } from './shown.js'
import { tourOfOwnPages } from './tourOfOwnPages.js'

/** FOYER_FULL=1: each state in each. Else they take turns. */
const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const

interface Stop {
  readonly name: string
  readonly isSeen: boolean
}

/** What can be pressed or typed into, in the order in which it stands, and whether the focus is seen on it: by an outline, by the ring of its field, or by that of a code's box. */
const stops = (page: Page): Promise<readonly Stop[]> =>
  page.evaluate(() => {
    const root = document.querySelector('#wallet')?.shadowRoot
    const all = root?.querySelectorAll<HTMLElement>('a[href], button, input, summary, textarea') ?? []
    return [...all]
      .filter((each) => each.checkVisibility() && !each.matches(':disabled'))
      .map((each) => ({
        name: each.getAttribute('aria-label') ?? each.textContent ?? '',
        isSeen: false,
      }))
  })

/** What has the focus now. What is moved away by something that comes above it meanwhile is measured where it is afterwards. */
async function focused(page: Page): Promise<Stop | undefined> {
  let stop = await focusedNow(page)
  for (let again = 0; again < 30 && stop?.isSeen === false; again += 1) stop = await focusedNow(page)
  return stop
}

const focusedNow = (page: Page): Promise<Stop | undefined> =>
  page.evaluate(() => {
    const active = document.activeElement?.shadowRoot?.activeElement
    if (!active) return undefined
    const code = active.closest('[data-part~="code-field"]')?.querySelector('[data-part~="code-box"][data-current]')
    const shown = [active, active.closest('[data-part~="field-box"]'), active.closest('label'), code]
    const { top, bottom } = active.getBoundingClientRect()
    const isRinged = shown.some((each) => each && getComputedStyle(each).outlineStyle !== 'none')
    const isSeen = isRinged && bottom > 0 && top < window.innerHeight
    return { name: active.getAttribute('aria-label') ?? active.textContent ?? '', isSeen }
  })

/** Walks over the page by Tab: from its beginning to its end every stop has its turn, and is seen. */
async function walk(page: Page, state: string, more = 3): Promise<void> {
  const all = await stops(page)
  await page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
    window.scrollTo(0, 0)
  })
  const walked: (Stop | undefined)[] = []
  for (let press = 0; press < all.length; press += 1) {
    await page.keyboard.press('Tab')
    walked.push(await focused(page))
  }
  // What has come to the page meanwhile has its turn in another walk.
  const names = (await stops(page)).map(({ name }) => name)
  if (more > 0 && names.join('\n') !== all.map(({ name }) => name).join('\n')) return walk(page, state, more - 1)
  expect.soft(walked, state).toEqual(all.map(({ name }) => ({ name, isSeen: true })))
}

test('axe finds nothing on the wallet’s own pages in any of their states, and each is walked through by keyboard', async ({
  page,
  journey,
}, info) => {
  let visits = 0
  const visit = async (state: string) => {
    const turn = visits++ % looks.length
    for (const [at, { width, colorScheme }] of looks.entries()) {
      if (!process.env.FOYER_FULL && at !== turn) continue
      await page.setViewportSize({ width, height: 860 })
      await page.emulateMedia({ colorScheme })
      await still(page)
      expect.soft(await violations({ page }), `${state}, ${width} px`).toEqual([])
    }
    if (!state.endsWith('printed')) await walk(page, state)
  }
  await tourOfOwnPages({ page, journey, info, email: emailOf('tour'), visit })
})
