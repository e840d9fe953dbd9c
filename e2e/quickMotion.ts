import type { Page } from '@playwright/test'

/** A thousand times as fast: what fades or slides arrives with the next frame, and says so as ever. */
const playbackRate = 1_000

/**
 * Has a page's animations and transitions pass at once. A browser without a graphics card spends more on their frames than on all else that a journey does.
 */
export async function quickenMotion(page: Page): Promise<void> {
  const debug = await page.context().newCDPSession(page)
  // Else the next document that the page goes to has the usual rate.
  await debug.send('Animation.enable')
  await debug.send('Animation.setPlaybackRate', { playbackRate })
}
