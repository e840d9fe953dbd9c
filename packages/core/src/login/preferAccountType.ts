import { runAttempt } from '../attempt/runAttempt.js'
import type { Family } from '../chain/ids.js'
import type { Account, AccountType } from '../connector/live.js'
import { contextOf } from '../context.js'
import { AccountTypeNotOfferedError } from '../errors/feature.js'
import type { Foyer } from '../foyer.js'
import { accountOf, networkOf } from '../state/selectors.js'
import type { FoyerState } from '../state/state.js'

export interface PreferAccountTypeParameters {
  /** The kind that the account is to be. */
  readonly type: AccountType
  /** The active one by default. */
  readonly family?: Family | undefined
  readonly signal?: AbortSignal | undefined
}

/** The chosen account of a family, with its kind; undefined while none is connected. */
export function chosenAccount(state: FoyerState, family?: Family | undefined): Account | undefined {
  const { address, accounts } = accountOf(state, family)
  return accounts.find((each) => each.address === address)
}

/** Whether the connected wallet has smart accounts on the network that a family is on [S3.11]: there an account is what its owner chooses. */
export function isSmartAccountOffered(state: FoyerState, family?: Family | undefined): boolean {
  const id = networkOf(state, family)?.id
  const numbers = accountOf(state, family).connection?.profile?.smartAccountEnabledNetworks ?? []
  return numbers.some((number) => number === id)
}

/**
 * Has the account of a login be a smart one, or that of a key alone, under the same address: shown as the attempt `preferAccountType`, of which a newer one takes
 * the place. Where the wallet fails, the account is that of a key [S4.28].
 *
 * @returns what the account is from then on, which is the wallet's word
 * @throws AccountTypeNotOfferedError where the wallet has no choice on the network · what the connector throws · RequestTimeoutError · AbortedError
 * @example
 * if (isSmartAccountOffered(foyer.store.getState())) await preferAccountType(foyer, { type: 'smartAccount' })
 */
export async function preferAccountType(
  foyer: Foyer,
  { type, family: wanted, signal }: PreferAccountTypeParameters,
): Promise<{ readonly type: AccountType }> {
  const kit = contextOf(foyer)
  const state = foyer.store.getState()
  const family = wanted ?? state.family
  const { connection } = accountOf(state, family)
  const live = connection && kit.live.get(connection.id)?.live
  const networkId = networkOf(state, family)?.caipNetworkId
  if (!live?.preferAccountType || !networkId || !isSmartAccountOffered(state, family))
    throw new AccountTypeNotOfferedError({ family })
  const { preferAccountType: prefer } = live
  return runAttempt(kit, {
    attempt: { kind: 'preferAccountType', family, type },
    signal,
    run: ({ signal: ended }) => prefer({ type, networkId, signal: ended }),
    settle() {
      const { type: accountType = 'eoa' } = chosenAccount(foyer.store.getState(), family) ?? {}
      kit.track({ event: 'SET_PREFERRED_ACCOUNT_TYPE', properties: { accountType, network: networkId } })
      return { type: accountType }
    },
  })
}
