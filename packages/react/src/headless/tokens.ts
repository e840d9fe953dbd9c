import { accountOf, networkOf } from '@foyer/core'
import { displayWorth, type HeldToken, heldTokens, totalUsd } from '@foyer/core/account'
import type { Amount } from '@foyer/core/chain'
import type { TokenBalance } from '@foyer/core/connector'
import { whenLoaded } from '@foyer/core/internal'
import { useCallback, useMemo } from 'react'
import { useKit } from '../kit.js'
import { useSelect } from '../useSelect.js'
import { useWatched } from '../useWatched.js'
import type { OfFamily } from './account.js'

export type { HeldToken } from '@foyer/core/account'

export interface Tokens {
  /** `idle`: nothing is connected, or the network isn't configured. A failure keeps what was known. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
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
 * What the chosen account holds on its network: at the operator's server, with prices, or from the chain. It is asked for every 10 s while the page is
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
  const isConnected = useSelect((state) => accountOf(state, family).connection !== undefined)
  const isTestnet = useSelect((state) => networkOf(state, family)?.testnet === true)
  const watch = useCallback(
    (emit: (tokens: WatchedTokens) => void) =>
      isConnected
        ? whenLoaded(shown, {
            start: ({ startTokenBalances }) => startTokenBalances(shown, { family }, emit),
            failed: (refetch) => emit({ status: 'failed', tokens: [], refetch }),
          })
        : () => {},
    [shown, family, isConnected],
  )
  const { status, tokens, refetch } = useWatched({ initial: isConnected ? loading : idle, watch })
  const held = useMemo(() => heldTokens(tokens), [tokens])
  const usd = useMemo(() => totalUsd({ tokens: held, testnet: isTestnet }), [held, isTestnet])
  return { status, tokens: held, total: displayWorth({ usd, locale: shown.options.locale.tag }), usd, retry: refetch }
}

type WatchedTokens = {
  readonly status: Tokens['status']
  readonly tokens: readonly TokenBalance[]
  readonly refetch: () => void
}

const idle: WatchedTokens = { status: 'idle', tokens: [], refetch: () => {} }
const loading: WatchedTokens = { ...idle, status: 'loading' }
