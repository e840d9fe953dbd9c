import type { Page } from '@playwright/test'

/** A session as the page keeps it. */
export interface StoredSession {
  readonly data: { readonly accountAddress: string; readonly chainId: string; readonly nonce: string }
  readonly message: string
  readonly signature: string
}

/** The sessions that the page has stored. */
export function storedSessions(page: Page): Promise<readonly StoredSession[]> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => each.endsWith('siwx:sessions'))
    return JSON.parse((key && localStorage.getItem(key)) ?? '[]')
  })
}
