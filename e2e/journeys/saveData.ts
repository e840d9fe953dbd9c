import type { Page } from '@playwright/test'

/** Makes the page one of a visitor who saves data: a button that is in view has nothing fetched, so that a press is the first to ask. */
export const saveData = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
