import { type Account, accountOf, type FoyerState, networkOf } from '@foyer/core'
import { shortenAddress } from '@foyer/core/chain'
import { chooseAccount } from '@foyer/core/connection'
import { contextOf } from '@foyer/core/internal'
import { linkUrl } from '@foyer/parts'
import { useModal } from '../modalContext.js'
import { type Balance, useBalance } from './useBalance.js'
import { useCopy } from './useCopy.js'
import { useIdentity } from './useIdentity.js'

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
