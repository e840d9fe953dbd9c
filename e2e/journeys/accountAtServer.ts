import type { AccountMetadata } from '@foyer/core/signin'
import type { Page } from '@playwright/test'

/** Who is signed in, as the operator's server says. */
export interface AccountAtServer {
  readonly address: string
  readonly caip2Network: string
  readonly metadata: AccountMetadata | undefined
}

/** What the operator's server says of who is signed in, as the page's own code asks it. */
export const accountAtServer = (page: Page): Promise<AccountAtServer> =>
  page.evaluate(async () => {
    const [kit] = window.kits
    if (!kit) throw new Error('The page has no kit.')
    const { address, caip2Network, appKitAccount } = await window.actions.sessionAccount(kit)
    return { address, caip2Network, metadata: appKitAccount?.metadata }
  })
