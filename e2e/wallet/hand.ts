import type { Locator, Page } from '@playwright/test'

/** The middle of what is drawn, in its page. */
export async function middleOf(part: Locator): Promise<readonly [x: number, y: number]> {
  const box = await part.boundingBox()
  if (!box) throw new Error('It isn’t drawn.')
  const { x, y, width, height } = box
  return [x + width / 2, y + height / 2]
}

/** A press of the mouse where it is, without a movement before it. */
export async function press({ mouse }: Page): Promise<void> {
  await mouse.down()
  await mouse.up()
}

/** A window's button is armed by then, if it ever is: in milliseconds. */
const longMs = 1_200

/** Waits for as long as arming takes in a window. */
export async function pass(page: Page): Promise<void> {
  const since = await page.evaluate(() => performance.now())
  await page.waitForFunction((until) => performance.now() > until, since + longMs)
}

/** Whatever a press begins has begun once the page has drawn what came of it. */
export const isDrawn = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
