import { type Account, type AddressOf, accountOf, type Family, type FamilyOr, type RegisteredFamily } from '@foyer/core'
import { displayQuantity, shortenAddress } from '@foyer/core/chain'
import { chooseAccount } from '@foyer/core/connection'
import { contextOf } from '@foyer/core/internal'
import { useState } from 'react'
import type { OneFamily } from '../hooks.js'
import { useFoyer, useKit } from '../kit.js'
import { useFoyerBalance } from '../useFoyerBalance.js'
import { useSelect } from '../useSelect.js'

export interface OfFamily {
  /** The active chain family by default. */
  readonly family?: Family | undefined
}

export interface Accounts<F extends Family = Family> {
  /** The chosen one's; undefined while nothing is connected. */
  readonly address: AddressOf<F> | undefined
  /** Its first four and last six characters, to be shown [S9.43]. */
  readonly shortAddress: string | undefined
  /** All that the wallet gave; more than one can be chosen from. */
  readonly accounts: readonly Account<F>[]
  /** Any other address changes nothing. */
  readonly choose: (address: string) => void
}

/**
 * The accounts of the connected wallet, of which one is in use.
 *
 * @throws ProviderMissingError outside of a provider
 * @example
 * const { address, accounts, choose } = useFoyerAccounts()
 */
export function useFoyerAccounts<F extends Family | undefined = undefined>(
  parameters?: OneFamily<F>,
): Accounts<FamilyOr<F, RegisteredFamily>>
export function useFoyerAccounts({ family }: OfFamily = {}): Accounts {
  const { foyer } = useKit()
  const { address, accounts, active } = useSelect((state) => {
    const { address, accounts } = accountOf(state, family)
    return { address, accounts, active: family ?? state.family }
  })
  return {
    address,
    shortAddress: address === undefined ? undefined : shortenAddress({ address }),
    accounts,
    choose: (chosen) => chooseAccount(foyer, { family: active, address: chosen }),
  }
}

export type Balance =
  /** Nothing is connected, the network isn't configured, or its family has no adapter. */
  | { readonly status: 'idle' | 'loading' }
  | { readonly status: 'failed'; readonly retry: () => void }
  | {
      readonly status: 'ready'
      /** In the smallest unit (wei, lamports, satoshi). */
      readonly value: bigint
      readonly decimals: number
      readonly symbol: string
      /** To be shown, in the kit's language: `12.345`, of little `0.000123`, from ten millions on `12.34M`. */
      readonly figure: string
    }

/**
 * Reads the chosen account's balance of its network's coin. It follows a transaction of this page and is asked again, once expired, when the page is
 * looked at again. A failure keeps the figure that was known.
 *
 * @throws ProviderMissingError outside of a provider
 * @see S9.9: an answer counts as fresh for 30 s
 * @example
 * const balance = useFoyerBalanceView()
 * return balance.status === 'ready' ? <p>{balance.figure} {balance.symbol}</p> : null
 */
export function useFoyerBalanceView({ family }: OfFamily = {}): Balance {
  const { shown } = useKit()
  const { status, balance, refetch } = useFoyerBalance({ family })
  if (balance) {
    const figure = displayQuantity({ quantity: balance, locale: shown.options.locale.tag })
    return { status: 'ready', ...balance, figure }
  }
  return status === 'failed' ? { status, retry: refetch } : { status: status === 'idle' ? 'idle' : 'loading' }
}

export interface Disconnect {
  /** Whether the wallet is being left. */
  readonly busy: boolean
  /** Leaves the wallet. */
  readonly disconnect: () => void
}

/**
 * Ends the visitor's connections. The state is clean afterwards, even where a wallet fails; its error goes to `onError` [S8.18].
 *
 * @throws ProviderMissingError outside of a provider
 * @example
 * const { busy, disconnect } = useFoyerDisconnecting()
 * return <button disabled={busy} onClick={disconnect}>Disconnect</button>
 */
export function useFoyerDisconnecting(): Disconnect {
  const foyer = useFoyer()
  const [busy, setBusy] = useState(false)
  return {
    busy,
    disconnect() {
      setBusy(true)
      foyer.disconnect().then(
        () => setBusy(false),
        (error: unknown) => {
          setBusy(false)
          const { report, track, update } = contextOf(foyer)
          report(error)
          track({ event: 'DISCONNECT_ERROR', properties: { message: error instanceof Error ? error.name : 'unknown' } })
          update(({ view }) =>
            view.open ? { snackbar: { variant: 'error', message: 'account.disconnectFailed' } } : {},
          )
        },
      )
    },
  }
}
