import { accountOf, networkOf } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { explorerUrl } from '@foyer/core/networks'
import { shownName } from '@foyer/core/wallets'
import { type Accounts, type Balance, useFoyerAccounts, useFoyerBalanceView } from '../../headless/account.js'
import { useFoyerIdentity, useFoyerNameOffered } from '../../headless/identity.js'
import { useModal } from '../modalContext.js'
import { useCopy } from './useCopy.js'

export interface AccountOverview extends Pick<Accounts, 'accounts'> {
  readonly address: string
  /** The account's name, else the address's first four and last six characters [S9.43]. */
  readonly label: string
  readonly avatar: string | undefined
  /** The wallet that holds its keys. */
  readonly wallet: { readonly name: string; readonly icon: string | undefined }
  /** The operator keeps its wallet, which was logged in to. */
  readonly kept: boolean
  /** Whether the account may have a name, and has none yet. */
  readonly mayChooseName: boolean
  readonly copy: () => void
  /** The address was, a moment ago. */
  readonly copied: boolean
  /** The account's page at the network's explorer. */
  readonly explorerUrl: string | undefined
  /** Undefined where no network is there to ask, or no adapter that could. */
  readonly balance: Balance | undefined
}

/** The connected account; undefined where there is none. */
export function useAccount(): AccountOverview | undefined {
  const { foyer, state } = useModal()
  const { copy, copied } = useCopy({ copied: 'account.copied' })
  const balance = useFoyerBalanceView()
  const identity = useFoyerIdentity()
  const isNameOffered = useFoyerNameOffered()
  const { address, shortAddress, accounts } = useFoyerAccounts()
  const { connection } = accountOf(state)
  if (address === undefined || shortAddress === undefined || connection === undefined) return undefined
  const { connector, wallet } = connection
  return {
    address,
    label: identity.name ?? shortAddress,
    avatar: identity.avatar,
    wallet: {
      name: shownName(wallet?.name ?? connector.name),
      icon: foyer.options.connectorImages?.[connector.id] ?? wallet?.icon ?? connector.icon,
    },
    kept: connector.type === 'AUTH',
    mayChooseName: isNameOffered && identity.name === undefined,
    accounts,
    copy: () => void copy(address),
    copied,
    explorerUrl: explorerUrl({ network: networkOf(state), page: { address } }),
    balance: networkOf(state) && contextOf(foyer).adapters.has(state.family) ? balance : undefined,
  }
}
