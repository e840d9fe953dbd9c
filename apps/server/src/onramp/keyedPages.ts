import type { Budgets } from '@foyer/service/budget/budget'
import { widerNetwork } from '@foyer/service/budget/clientAddress'
import { refuseAt } from '@foyer/service/errors/refusals'

/** The client that asks for a seller's or an exchange's page. */
export interface PageAsker {
  /** whom a flood is counted against */
  readonly client: string
  /** the visitor's own address, whole: some sellers require it */
  readonly address: string
  /** throws for a caller that is neither on an allowed page nor signed in */
  readonly admit: () => Promise<void>
}

/**
 * Admits a caller to a page that is opened by a call under the operator's key, which isn't for everyone.
 * @throws RateLimitedError · what `admit` of the caller throws
 */
export type AdmitToPage = (asker: Pick<PageAsker, 'client' | 'admit'>) => Promise<void>

/** A visitor opens a few pages a minute, wherever they buy or pay. */
export function createAdmitToPage({ budgets }: { budgets: Budgets }): AdmitToPage {
  const shared = { withinMs: 60_000, whenAway: 'closed' } as const
  const ofClient = budgets.window({ ...shared, name: 'keyed pages', most: 10 })
  const ofAll = budgets.window({ ...shared, name: 'keyed pages of all', most: 300 })
  return async ({ client, admit }) => {
    await admit()
    refuseAt(await ofClient.take({ key: widerNetwork(client) ?? client }))
    refuseAt(await ofAll.take({ key: 'all' }))
  }
}
