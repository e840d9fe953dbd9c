import { type Account, accountOf, type FoyerState, networkOf } from '@foyer/core'
import { type BalanceState, type IdentityState, watchBalance, watchIdentity } from '@foyer/core/account'
import { displayQuantity, shortenAddress } from '@foyer/core/chain'
import { chooseAccount } from '@foyer/core/connection'
import { contextOf } from '@foyer/core/internal'
import { linkUrl } from '@foyer/parts'
import { useEffect, useState } from 'react'
import { useModal } from '../modalContext.js'
import { shownName } from '../walletNames.js'
import { useCopy } from './useCopy.js'

export interface AccountOverview {
  readonly address: string
  /** The account's name, else the address's first and last four characters. */
  readonly label: string
  readonly avatar: string | undefined
  /** All that the wallet gave; more than one can be chosen from. */
  readonly accounts: readonly Account[]
  readonly choose: (address: string) => void
  readonly copy: () => void
  /** The account's page at the network's explorer. */
  readonly explorerUrl: string | undefined
  /** Undefined where no network is there to ask, or no adapter that could. */
  readonly balance: Balance | undefined
}

/** The connected account; undefined where there is none. */
export function useAccount(): AccountOverview | undefined {
  const { foyer, state } = useModal()
  const copy = useCopy({ copied: 'account.copied' })
  const balance = useBalance()
  const identity = useIdentity()
  const { address, accounts } = accountOf(state)
  if (address === undefined) return undefined
  return {
    address,
    label: identity.name ?? shortenAddress({ address, charsEnd: 4 }),
    avatar: identity.avatar,
    accounts,
    choose: (chosen) => chooseAccount(foyer, { family: state.family, address: chosen }),
    copy: () => void copy(address),
    explorerUrl: explorerUrlOf({ state, address }),
    balance: networkOf(state) && contextOf(foyer).adapters.has(state.family) ? balance : undefined,
  }
}

function explorerUrlOf({
  state,
  address,
}: {
  readonly state: FoyerState
  readonly address: string
}): string | undefined {
  const explorer = linkUrl(networkOf(state)?.blockExplorers?.default.url)
  return explorer && `${explorer.replace(/\/+$/, '')}/address/${encodeURIComponent(address)}`
}

export type Balance =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly retry: () => void }
  /** The number in two parts, so that the lesser may be dimmer. */
  | { readonly status: 'ready'; readonly whole: string; readonly fraction: string; readonly symbol: string }

/** What the active account holds of its network's own coin. */
export function useBalance(): Balance {
  const { foyer } = useModal()
  const [watched, setWatched] = useState<BalanceState>()
  useEffect(
    // When the session ends, what was seen last stays while the card fades.
    () => watchBalance(foyer, {}, (next) => setWatched((last) => (next.status === 'idle' ? last : next))),
    [foyer],
  )
  if (watched?.value !== undefined) {
    const { value, decimals, symbol } = watched
    const [whole = '', fraction = ''] = displayQuantity({ quantity: { value, decimals } }).split('.')
    return { status: 'ready', whole, fraction, symbol }
  }
  return watched?.status === 'failed' ? { status: 'failed', retry: watched.refetch } : { status: 'loading' }
}

/** How much of a name is shown. */
const nameLength = 20

export interface ShownIdentity {
  readonly name: string | undefined
  readonly avatar: string | undefined
}

/** The active account's name and picture, where a server knows them. */
export function useIdentity(): ShownIdentity {
  const { foyer } = useModal()
  const [watched, setWatched] = useState<IdentityState>()
  useEffect(
    // When the session ends, what was seen last stays while the card fades.
    () => watchIdentity(foyer, {}, (next) => setWatched((last) => (next.status === 'idle' ? last : next))),
    [foyer],
  )
  const letters = [...shownName(watched?.name ?? '')]
  const name = letters.length > nameLength ? `${letters.slice(0, nameLength).join('')}…` : letters.join('')
  return { name: name || undefined, avatar: watched?.avatar }
}
