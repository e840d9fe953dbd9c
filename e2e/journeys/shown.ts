import type { Route, ViewName } from '@foyer/core'
import { errors, expect, type Frame, type Page } from '@playwright/test'
import { patience } from '../../scripts/pace.mjs'

/** Shows a view of the page's kit. */
export async function show(page: Page, route: Route): Promise<void> {
  await page.evaluate((wanted) => window.kits[0]?.open(wanted), route)
  await settled(page, route.view)
}

/** Waits until a view is there, with its own code, and nothing moves any more, but for what moves for ever. */
export async function settled(page: Page, view: ViewName): Promise<void> {
  const places = page.locator(`[data-part="view"][data-view="${view}"]:not([data-phase="leaving"])`)
  // A closed modal has the card of its next opening ready.
  const shown = places.filter({ visible: true })
  await expect(shown).toBeVisible()
  // Rows stand for a view whose code is on its way. Connect comes with the modal: there they say that it looks for wallets.
  if (view !== 'Connect') await expect(shown.locator(':scope > [data-part="skeleton"]')).toHaveCount(0)
  await arrived(page)
}

/** Waits until the view that was there before has left, and nothing moves any more. */
export async function arrived(page: Page): Promise<void> {
  await expect(page.locator('[data-part="view"][data-phase="leaving"]')).toHaveCount(0)
  await still(page)
}

/** Takes a picture of what is there, in `npm run test:full`: to be looked at, and not kept. */
export async function look({ page, name }: { readonly page: Page; readonly name: string }): Promise<void> {
  await still(page)
  if (process.env.FOYER_FULL) await page.screenshot({ path: `test-results/screens/${name}.png` })
}

/** Waits until nothing moves any more, but for what moves for ever; nor begins to with the next frames, as after a change of size. */
export async function still(page: Page | Frame): Promise<void> {
  let before: string | undefined
  await expect
    .poll(
      async () => {
        await drawn(page)
        const now = JSON.stringify(await page.evaluate(timesOfMoving))
        const isStill = now === before
        before = now
        return isStill
      },
      { intervals: [20, 50, 100] },
    )
    .toBe(true)
}

/** Waits for two frames; or not for long, as a page at times draws none whose window was resized: then it calls nothing back, and ends no animation either. */
async function drawn(page: Page | Frame): Promise<void> {
  const isThird = () => {
    const frames = (globalThis.framesDrawn ?? 0) + 1
    globalThis.framesDrawn = frames
    return frames % 3 === 0
  }
  const options = { polling: 'raf', timeout: patience(2_000) } as const
  await page.waitForFunction(isThird, undefined, options).catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error
  })
}

declare global {
  /** In the page: how many frames `drawn` has waited for. */
  var framesDrawn: number | undefined
}

/** In the page: the times of what moves to an end. */
function timesOfMoving(): readonly unknown[] {
  return (
    [document, ...[...document.querySelectorAll('body *')].map(({ shadowRoot }) => shadowRoot)]
      .flatMap((tree) => tree?.getAnimations() ?? [])
      // What follows a scroll position stands for as long as nobody scrolls.
      .filter(({ playState, timeline }) => playState === 'running' && timeline instanceof DocumentTimeline)
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .map(({ currentTime }) => currentTime)
  )
}

/**
 * Stops the kit's time while a state is looked at that only lasts for a while.
 * @param fromMs - shorter waits end as ever; 2 s unless said
 */
export async function held(page: Page, look: () => Promise<void>, fromMs?: number | undefined): Promise<void> {
  await page.evaluate((from) => globalThis.time?.hold(from), fromMs)
  await look()
  await page.evaluate(() => globalThis.time?.release())
}

/**
 * Looks at what is said of a request, all of which comes then, however busy the machine is: for the names of tokens a page waits half a second at most, for a
 * simulation one and a half.
 */
export const readInFull = (page: Page, look: () => Promise<void>) => held(page, look, 500)

/** Waits until what was changed has been painted: what watches sizes is told on the way there. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}
