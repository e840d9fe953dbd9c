import { expect, type Locator } from '@playwright/test'
import { patience } from '../../scripts/pace.mjs'
import { pointAtAsked } from './pointAt.js'
import { readThrough } from './readThrough.js'

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
    const around = await button.evaluateHandle(
      (each) => each.closest('.thing, .warning, .screen, .panel, .bar') ?? each,
    )
    await around.evaluate(readThrough)
    await pointAtAsked(button)
    await button.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await mouse.move(Math.max(1, x - 20), Math.max(1, y - 40))
    await mouse.move(x + width / 2, y + height / 2)
    // Then the pointer is moved once more: the page may have drawn the button anew since.
    await expect(button).toBeEnabled({ timeout: patience(3_000) })
  }).toPass()
}
