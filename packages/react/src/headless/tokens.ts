import { accountOf, networkOf } from '@foyer/core'
import { type Amount, displayUsd, usdDecimals, usdValue } from '@foyer/core/chain'
import type { TokenBalance } from '@foyer/core/connector'
import { whenLoaded } from '@foyer/core/internal'
import { useCallback, useMemo } from 'react'
import { useKit } from '../kit.js'
import { useSelect } from '../useSelect.js'
import { useWatched } from '../useWatched.js'
import type { OfFamily } from './account.js'

/** A token of the account, ready to be shown. */
export interface HeldToken extends TokenBalance {
  /** Distinguishes it in a list. */
  readonly key: string
  /** What it is worth, in US dollars; undefined where no price is known. */
  readonly usd: Amount | undefined
}

export interface Tokens {
  /** `idle`: nothing is connected, or the network isn't configured. A failure keeps what was known. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  /** The network's own coin, which has no address, is among them. */
  readonly tokens: readonly HeldToken[]
  /** All of it in US dollars, such as `$1,234.50`; `$0.00` on a test network. */
  readonly total: string
  readonly retry: () => void
}

/**
 * What the chosen account holds on its network: at the operator's server, with prices, or from the chain. It is asked for every 10 s while the page is
 * seen, and after a transaction of this page.
 *
 * @throws ProviderMissingError outside of a provider
 * @example
 * const { tokens, total } = useTokens()
 * return <>{total}{tokens.map(({ key, symbol, value, decimals }) => <p key={key}>{formatAmount({ value, decimals })} {symbol}</p>)}</>
 */
export function useTokens({ family }: OfFamily = {}): Tokens {
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
  const held = useMemo(() => tokens.map(heldToken), [tokens])
  return { status, tokens: held, total: isTestnet ? '$0.00' : displayUsd(totalOf(held)), retry: refetch }
}

type WatchedTokens = {
  readonly status: Tokens['status']
  readonly tokens: readonly TokenBalance[]
  readonly refetch: () => void
}

const idle: WatchedTokens = { status: 'idle', tokens: [], refetch: () => {} }
const loading: WatchedTokens = { ...idle, status: 'loading' }

/** A token with what it is worth. */
export function heldToken(token: TokenBalance): HeldToken {
  return { ...token, key: token.address ?? 'coin', usd: usdValue({ amount: token, price: token.price }) }
}

function totalOf(tokens: readonly HeldToken[]): Amount {
  return { value: tokens.reduce((sum, { usd }) => sum + (usd?.value ?? 0n), 0n), decimals: usdDecimals }
}
