import type { Family } from '../chain/ids.js'
import type { Foyer } from '../foyer.js'
import { withChosenAccount } from './withChosenAccount.js'

/**
 * Chooses among the accounts that the wallet gave; any other address changes nothing.
 * @example chooseAccount(foyer, { family: 'eip155', address })
 */
export function chooseAccount(
  { context: { update } }: Foyer,
  account: { readonly family: Family; readonly address: string },
): void {
  update((state) => {
    const connection = withChosenAccount(state.connection, account)
    return connection === state.connection ? state : { connection }
  })
}
