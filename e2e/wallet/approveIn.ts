import { expect, type Frame, type FrameLocator, type Page } from '@playwright/test'
import { patience } from '../../scripts/pace.mjs'
import { pointAtAsked } from './pointAt.js'
import { readThrough } from './readThrough.js'

type Wallet = Page | Frame | FrameLocator

/** A step of a page that may be drawn anew meanwhile: then the whole is begun again. */
const step = { timeout: patience(8_000) }

/**
 * Presses what approves a request, once it is armed: for somebody whose pointer has been over what is asked, and over the wallet's page for as long as that takes, and who has
 * read it to its end [F11]. A click by itself would come with its pointer, which is how a press comes that was meant for something else.
 */
export async function approveIn(wallet: Wallet, limit: { readonly timeout?: number } = {}): Promise<void> {
  const button = wallet.locator('[part~="approve"]')
  await pointAtAsked(button, limit)
  await wallet.locator('.screen').evaluate(readThrough, undefined, limit)
  // What takes a step of its own, as typed data does whose effect isn't known.
  const understood = wallet.getByRole('checkbox', { name: 'I have read the warning, and want this' })
  if (await understood.isVisible()) await understood.check(limit)
  // The pointer rests where it presses, until that is armed.
  await button.hover({ ...limit, force: true })
  await button.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await button.click(limit)
}

/** The frame's button that opens the wallet's window, in whichever language. */
export const windowButton = (wallet: Wallet) => wallet.locator('.message .actions button').last()

/** The wallet's window, which may be there for a request before this one. */
const windowOf = (page: Page): Page | undefined =>
  page
    .context()
    .pages()
    .find((each) => each !== page && new URL(each.url()).pathname === '/approve' && !each.isClosed())

interface Asking {
  /** What presses the frame's button. */
  readonly by?: 'mouse' | 'keyboard'
}

/** Finds where a request is asked: in the frame, or in the window, which the frame's button opens. */
export async function askedIn<Framed extends Frame | FrameLocator>(
  page: Page,
  wallet: Framed,
  { by = 'mouse' }: Asking = {},
): Promise<Page | Framed> {
  let found: Page | Framed = wallet
  await expect(async () => {
    const asks = wallet.locator('[data-part="asks"]')
    await expect(windowButton(wallet).or(asks)).toBeVisible()
    found = wallet
    if (await asks.isVisible()) return
    if (by === 'mouse') await windowButton(wallet).click(step)
    else await windowButton(wallet).press('Enter', step)
    await expect.poll(() => windowOf(page) !== undefined).toBe(true)
    found = windowOf(page) ?? wallet
    await expect(found.locator('[data-part="asks"]')).toBeVisible(step)
  }).toPass()
  return found
}

/**
 * Approves a request wherever it is asked. Where that is may change while it is read.
 * @returns where it was
 */
export async function approveAsked(
  page: Page,
  wallet: Frame | FrameLocator,
  asking: Asking = {},
): Promise<'frame' | 'window'> {
  let asked: 'frame' | 'window' = 'frame'
  await expect(async () => {
    const where = await askedIn(page, wallet, asking)
    if (where === wallet) return approveIn(wallet, step)
    asked = 'window'
    // It closes with the press.
    await approveIn(where, step).catch((error: unknown) => {
      if (windowOf(page)) throw error
    })
  }).toPass()
  return asked
}
