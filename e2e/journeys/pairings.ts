import type { Page } from '@playwright/test'

/** A pairing as long as they are. */
export const pairingUri = (letter: string): string =>
  `wc:${letter.repeat(64)}@2?expiryTimestamp=1700000300&relay-protocol=irn&symKey=${letter.repeat(64)}`

/** How many pairings a page has begun whose pairings are what the test says. */
export const pairingsBegun = (page: Page): Promise<number | undefined> =>
  page.evaluate(() => globalThis.pairing?.begun())

/** Gives the pairing that was begun last its code. */
export const offerPairing = ({ page, letter }: { readonly page: Page; readonly letter: string }): Promise<void> =>
  page.evaluate((uri) => globalThis.pairing?.offer(uri), pairingUri(letter))
