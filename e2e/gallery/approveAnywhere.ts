import type { Page } from '@playwright/test'
import { approve, walletIn } from '../journeys/embeddedWallet.js'

/** Approves what the wallet shows, in whichever language; what takes a step of its own is ticked before. */
export async function approveAnywhere(page: Page): Promise<void> {
  const understood = walletIn(page).getByRole('checkbox')
  if (await understood.isVisible()) await understood.check()
  await approve(page)
}
