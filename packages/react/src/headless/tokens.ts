import { networkOf } from '@foyer/core'
import { displayWorth, type HeldToken, heldTokens, totalUsd } from '@foyer/core/account'
import type { Amount } from '@foyer/core/chain'
import type { TokenBalance } from '@foyer/core/connector'
import type { Fetched } from '@foyer/core/query'
import { useMemo } from 'react'
import { useKit } from '../kit.js'
import { useFetched } from '../useFetched.js'
import { useSelect } from '../useSelect.js'
import type { OfFamily } from './account.js'

export type { HeldToken } from '@foyer/core/account'

export interface Tokens extends Pick<Fetched<never>, 'status'> {
  /** The network's own coin, which has no address, first, then by worth. What can't be divided, and what nothing is held of, is left out. */
  readonly tokens: readonly HeldToken[]
  /** All of it in US dollars, such as `$1,234.50`; `$0.00` on a test network, and where no price is known. */
  readonly total: string
  /** The same exactly; undefined on a test network, and where no price is known. */
  readonly usd: Amount | undefined
  /** Fetches again what failed. */
  readonly retry: () => void
}

/**
 * Reads the chosen account's tokens on its network: at the operator's server, with prices, or from the chain. It does so every 10 s while the page is
 * seen, and after a transaction of this page; after a failure 30 s later, and no more by itself where the server is out of service.
 *
 * @throws ProviderMissingError outside of a provider
 * @see S5.15; S9.9: an answer counts as fresh for 30 s; S9.25; S9.45
 * @example
 * const { tokens, total } = useFoyerTokens()
 * return <>{total}{tokens.map(({ key, symbol, value, decimals }) => <p key={key}>{formatAmount({ value, decimals })} {symbol}</p>)}</>
 */
export function useFoyerTokens({ family }: OfFamily = {}): Tokens {
  const { shown } = useKit()
  const isTestnet = useSelect((state) => networkOf(state, family)?.testnet === true)
  const { status, data = none, refetch } = useFetched('tokens', { family })
  const tokens = useMemo(() => heldTokens(data), [data])
  const usd = useMemo(() => totalUsd({ tokens, testnet: isTestnet }), [tokens, isTestnet])
  return { status, tokens, total: displayWorth({ usd, locale: shown.options.locale.tag }), usd, retry: refetch }
}

const none: readonly TokenBalance[] = []
