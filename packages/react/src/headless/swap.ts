import { presentSwap, type Swap } from '@foyer/core/internal'
import type { SwapBeginning } from '@foyer/core/swap'
import { useMemo } from 'react'
import { useKit } from '../kit.js'
import { useObservable } from '../useObservable.js'

export type { Swap, SwapDetailsView, SwapSideView } from '@foyer/core/internal'

/**
 * A swap of two tokens at the operator's server: the quote follows the amount, and what is built is compared with what is shown before the wallet is asked. One
 * swap a kit: all that use this hook share it.
 *
 * @param beginning - the amount and the tokens, by their symbols, to begin with; without it what there is is taken up
 * @throws ProviderMissingError outside of a provider
 * @example
 * const { to, details, isReviewed, review, step, confirm } = useFoyerSwap({ fromToken: 'ETH', toToken: 'USDC' })
 * if (!isReviewed) return <button disabled={!details} onClick={review}>Review</button>
 * return <button disabled={!['approval', 'swap', 'batch'].includes(step.status)} onClick={confirm}>Get {to.amount}</button>
 */
export function useFoyerSwap(beginning?: SwapBeginning | undefined): Swap {
  const { foyer } = useKit()
  const isBeginning = beginning !== undefined
  const { amount, fromToken, toToken } = beginning ?? {}
  const swap = useMemo(
    () => presentSwap(foyer, isBeginning ? { amount, fromToken, toToken } : undefined),
    [foyer, isBeginning, amount, fromToken, toToken],
  )
  return useObservable(swap)
}
