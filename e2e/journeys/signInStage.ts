import type { Page } from '@playwright/test'
import { isAddress, isHex, verifyMessage } from 'viem'
import type { SignedByAccount } from '../hosts/kit/signInOf.js'

/** Has the page's kit verify what was signed by viem: a library of its own, which knows nothing of the kit. */
export async function verifyByViem(page: Page): Promise<void> {
  await page.exposeFunction(
    'verifySignature',
    async ({ address, message, signature }: SignedByAccount) =>
      isAddress(address) && isHex(signature) && verifyMessage({ address, message, signature }),
  )
}

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
