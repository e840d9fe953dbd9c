import type { Locator, Mouse } from '@playwright/test'

/** Moves the pointer over what is asked, as a reader's is: a request's site and what it comes to; another page's title [F11]. */
export async function pointAtAsked(around: Locator, mouse: Mouse): Promise<void> {
  const named = around.locator('[data-part="asks"], [data-part="headline"]')
  const asked = (await named.count()) > 0 ? named : around.locator('h1')
  for (const each of await asked.all()) {
    await each.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await each.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await mouse.move(x + width / 2, y + height / 2)
  }
}
