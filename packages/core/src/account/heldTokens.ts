import type { Amount } from '../chain/amount.js'
import { displayUsd, usdDecimals, usdWorth } from '../chain/display.js'
import type { TokenBalance } from '../connector/family.js'

/** A token of an account, ready to be shown. */
export interface HeldToken extends TokenBalance {
  /** Distinguishes it in a list. */
  readonly key: string
  /** The worth in US dollars; undefined where no price is known. */
  readonly usd: Amount | undefined
}

/**
 * An account's tokens in the order in which they are shown: the network's own coin, then by worth, then by name. Left out is what can't be divided [S5.15], and
 * tokens of which nothing is held.
 *
 * @example
 * heldTokens(balances).map(({ symbol, usd }) => `${symbol} ${displayWorth({ usd, locale: 'en' })}`)
 */
export function heldTokens(tokens: readonly TokenBalance[]): readonly HeldToken[] {
  return tokens
    .filter(({ address, decimals, value }) => decimals > 0 && (address === undefined || value > 0n))
    .map(heldToken)
    .sort(inOrder)
}

/** A token with what it is worth. */
export function heldToken(token: TokenBalance): HeldToken {
  return {
    ...token,
    key: token.address ?? 'coin',
    usd: usdWorth({ amount: token, price: token.price, most: token.worth }),
  }
}

function inOrder(one: HeldToken, other: HeldToken): number {
  if ((one.address === undefined) !== (other.address === undefined)) return one.address === undefined ? -1 : 1
  const difference = (other.usd?.value ?? -1n) - (one.usd?.value ?? -1n)
  if (difference !== 0n) return difference > 0n ? 1 : -1
  return one.name < other.name ? -1 : one.name > other.name ? 1 : 0
}

/**
 * Adds up the worth of tokens, in US dollars.
 *
 * @returns undefined where no price is known; on a test network nothing has a worth [S9.45]
 * @example totalUsd({ tokens: heldTokens(balances) })
 */
export function totalUsd({
  tokens,
  testnet = false,
}: {
  readonly tokens: readonly HeldToken[]
  readonly testnet?: boolean | undefined
}): Amount | undefined {
  if (testnet || tokens.every(({ usd }) => usd === undefined)) return undefined
  return { value: tokens.reduce((sum, { usd }) => sum + (usd?.value ?? 0n), 0n), decimals: usdDecimals }
}

/** A worth as it is shown, `$1,234.50`; `$0.00` where none is known [S9.45]. */
export const displayWorth = ({ usd, locale }: { readonly usd: Amount | undefined; readonly locale: string }): string =>
  displayUsd({ amount: usd ?? { value: 0n, decimals: usdDecimals }, locale })
