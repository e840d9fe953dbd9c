import type { Frame, FrameLocator, Page } from '@playwright/test'

/**
 * Presses what approves a request, once it is armed: for somebody whose pointer has been over the wallet's page for as long as that takes [F11]. A click by
 * itself would come with its pointer, which is how a press comes that was meant for something else.
 */
export async function approveIn(wallet: Page | Frame | FrameLocator): Promise<void> {
  await wallet.locator('[data-part="asks"]').hover()
  // What takes a step of its own, as typed data does whose effect isn't known.
  const understood = wallet.getByRole('checkbox', { name: 'I have read the warning, and want this' })
  if (await understood.isVisible()) await understood.check()
  await wallet.locator('[part~="approve"]').click()
}
