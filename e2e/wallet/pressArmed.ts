import { expect, type Locator } from '@playwright/test'
import { patience } from '../../scripts/pace.mjs'

/** So long a button may take to be armed, before the pointer is moved once more: the page may have drawn it anew since. */
const armedMs = patience(3_000)

/**
 * Presses what decides on a page of the wallet's own, as a hand does: all around it is looked at, the pointer comes from elsewhere in the page, and presses
 * once the button is armed [F11].
 */
export async function pressArmed(button: Locator): Promise<void> {
  await goToArmed(button)
  await button.click()
}

/** Comes to a button, and waits until it is armed. */
export async function goToArmed(button: Locator): Promise<void> {
  const { mouse } = button.page()
  await expect(async () => {
    await button.evaluate(readAround)
    const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await mouse.move(Math.max(1, x - 20), Math.max(1, y - 40))
    await mouse.move(x + width / 2, y + height / 2)
    await expect(button).toBeEnabled({ timeout: armedMs })
  }).toPass()
}

/** In the page: has all that stands around a button be in view once, and the button at last. */
async function readAround(button: Element): Promise<void> {
  const around = button.closest('.thing, .warning, .screen, .panel')
  for (const each of [...(around?.querySelectorAll('*') ?? []), button]) {
    const { top } = each.getBoundingClientRect()
    each.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    if (each.getBoundingClientRect().top !== top)
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  }
}
