import { type Account, accountOf, networkOf } from '@foyer/core'
import { displayWorth, heldTokens, totalUsd } from '@foyer/core/account'
import { shortenAddress } from '@foyer/core/chain'
import { chooseAccount } from '@foyer/core/connection'
import type { TokenBalance } from '@foyer/core/connector'
import { type Fetched, watch } from '@foyer/core/query'
import { useCallback } from 'react'
import { useKit } from '../kit.js'
import { useStable } from '../useFetched.js'
import { useSelect } from '../useSelect.js'
import { useWatched } from '../useWatched.js'
import type { OfFamily } from './account.js'

/** An account that the visitor may go to. */
export interface AccountChoice extends Account {
  /** Its first four and last six characters [S9.43]. */
  readonly shortAddress: string
  /** The one in use. */
  readonly selected: boolean
  /** The status of the query of its worth. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  /** All that it holds on the active network, such as `$1,234.50`; `$0.00` on a test network, and where no price is known. */
  readonly total: string
}

export interface AccountChoices {
  /** The wallet’s accounts, the chosen one marked. */
  readonly choices: readonly AccountChoice[]
  /** Any other address changes nothing. */
  readonly choose: (address: string) => void
}

/**
 * The accounts of the connected wallet with what each is worth: one call of the operator's server for each, while it is mounted.
 *
 * @throws ProviderMissingError outside of a provider
 * @see S9.43; S9.9: an answer counts as fresh for 30 s
 * @example
 * const { choices, choose } = useFoyerAccountChoices()
 * return choices.map(({ address, total }) => <button key={address} onClick={() => choose(address)}>{address} {total}</button>)
 */
export function useFoyerAccountChoices({ family }: OfFamily = {}): AccountChoices {
  const { foyer, shown } = useKit()
  const { address, accounts, active, testnet } = useSelect((state) => {
    const { address, accounts } = accountOf(state, family)
    return { address, accounts, active: family ?? state.family, testnet: networkOf(state, family)?.testnet }
  })
  const asked = useStable(accounts.map((account) => account.address))
  const follow = useCallback(
    (emit: (held: ReadonlyMap<string, Fetched<readonly TokenBalance[]>>) => void) => {
      const known = new Map<string, Fetched<readonly TokenBalance[]>>()
      const stops = asked.map((each) =>
        watch(shown, 'tokens', { family, address: each }, (fetched) => {
          known.set(each, fetched)
          emit(new Map(known))
        }),
      )
      return () => {
        for (const stop of stops) stop()
      }
    },
    [shown, family, asked],
  )
  const held = useWatched({ initial: none, watch: follow })
  return {
    choices: accounts.map((account) => {
      const { status = 'loading', data = [] } = held.get(account.address) ?? {}
      return {
        ...account,
        shortAddress: shortenAddress({ address: account.address }),
        selected: account.address === address,
        status,
        total: displayWorth({
          usd: totalUsd({ tokens: heldTokens(data), testnet }),
          locale: shown.options.locale.tag,
        }),
      }
    }),
    choose: (chosen) => chooseAccount(foyer, { family: active, address: chosen }),
  }
}

const none: ReadonlyMap<string, Fetched<readonly TokenBalance[]>> = new Map()
