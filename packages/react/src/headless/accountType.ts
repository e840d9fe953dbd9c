import { type AccountType, accountOf } from '@foyer/core'
import { chosenAccount, isSmartAccountOffered, preferAccountType } from '@foyer/core/account'
import { isRunning } from '@foyer/core/attempt'
import { AbortedError } from '@foyer/core/errors'
import { contextOf, reportUnexpected } from '@foyer/core/internal'
import { useFoyer } from '../kit.js'
import { useSelect } from '../useSelect.js'
import type { OfFamily } from './account.js'

/** Which kind the chosen account is, and whether its owner has a choice. */
export interface AccountTypeChoice {
  /** The kind of the account; undefined while nothing is connected. */
  readonly type: AccountType | undefined
  /** Whether it may be a smart account or that of a key alone, on the network that it is on. */
  readonly isOffered: boolean
  /** The smart account's code stands at its address on that network. */
  readonly isDeployed: boolean
  /** The own ids of the networks on which the connected wallet has smart accounts; none where the wallet can't say [S3.11 S4.29]. */
  readonly smartAccountEnabledNetworks: readonly number[]
  /** The wallet is being asked. */
  readonly isBusy: boolean
  /** Has it be of a kind. A failure is said in the modal, and the account is that of a key then [S4.28]. */
  readonly prefer: (type: AccountType) => void
}

/**
 * Which kind the account of a login is: a smart account, which does several steps at once, or that of a key alone. The address is the same.
 *
 * @throws ProviderMissingError outside of a provider
 * @see S3.6, S3.11, S4.28
 * @example
 * const { type, isOffered, prefer } = useFoyerAccountType()
 * const isSmart = type === 'smartAccount'
 * return isOffered ? <button onClick={() => prefer(isSmart ? 'eoa' : 'smartAccount')}>{isSmart ? 'Smart' : 'Standard'}</button> : null
 */
export function useFoyerAccountType({ family }: OfFamily = {}): AccountTypeChoice {
  const foyer = useFoyer()
  const state = useSelect((now) => {
    const { smartAccountDeployed = false, smartAccountEnabledNetworks = [] } =
      accountOf(now, family).connection?.profile ?? {}
    return {
      type: chosenAccount(now, family)?.type,
      isOffered: isSmartAccountOffered(now, family),
      isDeployed: smartAccountDeployed,
      smartAccountEnabledNetworks,
      isBusy: isRunning(now.connection.attempts.preferAccountType),
    }
  })
  const prefer = (type: AccountType) => {
    preferAccountType(foyer, { type, family }).catch((error: unknown) => {
      const { update } = contextOf(foyer)
      reportUnexpected(contextOf(foyer), error)
      if (error instanceof AbortedError) return
      update(({ view }) => (view.open ? { snackbar: { variant: 'error', message: 'account.smartFailed' } } : {}))
    })
  }
  return { ...state, prefer }
}
