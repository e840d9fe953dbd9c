import type { Family } from '../chain/ids.js'
import type { Foyer } from '../foyer.js'
import type { Network } from '../networks/network.js'
import { accountOf, networkOf } from '../store/selectors.js'

/** An account on a network. */
export interface AccountSubject {
  readonly address: string
  readonly network: Network
}

/** Whose account is asked about. */
export interface OfAccount {
  /** The active chain family by default. */
  readonly family?: Family | undefined
  /** Another account of the wallet than the chosen one; it is asked about once, and not polled. */
  readonly address?: string | undefined
}

/** The account, on the network that its family is on; undefined where none is connected, or the network isn't configured. */
export function accountSubject(
  { store }: Pick<Foyer, 'store'>,
  { family, address: wanted }: OfAccount,
): AccountSubject | undefined {
  const state = store.getState()
  const network = networkOf(state, family)
  const { address: chosen, accounts } = accountOf(state, family)
  const address = wanted === undefined ? chosen : accounts.find((each) => each.address === wanted)?.address
  return network && address ? { address, network } : undefined
}
