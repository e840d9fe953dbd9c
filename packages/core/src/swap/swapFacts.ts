import { formatAmount } from '../chain/amount.js'
import { isAccountId } from '../chain/caip.js'
import { FoyerError } from '../errors/FoyerError.js'
import type { KitEvent, SwapProperties } from '../events/event.js'
import type { Foyer } from '../foyer.js'
import { accountOf, networkOf } from '../store/selectors.js'
import { currentRoute } from '../view/viewState.js'
import type { SwapQuote } from '../wire/swap.js'
import { type Quote, type SwapAccount, type SwapState, type SwapStep, swapOverview } from './swapFigures.js'

/** A quote of the wire, as the swap keeps it. */
export const quoteOf = ({ toAmount, fee, priceImpactBps, target, spender }: SwapQuote): Quote => ({
  received: BigInt(toAmount),
  feeBps: fee?.bps,
  priceImpactBps,
  target,
  spender,
})

/** The account that swaps: undefined where none is connected, or its network isn't configured. */
export function accountNow(foyer: Foyer): SwapAccount | undefined {
  const state = foyer.store.getState()
  const { address } = accountOf(state)
  const networkId = networkOf(state)?.caipNetworkId
  const accountId = `${networkId}:${address}`
  return address && networkId && isAccountId(accountId) ? { address, networkId, accountId } : undefined
}

/** Does the modal show one of the swap's views? */
export function isShown(foyer: Foyer): boolean {
  const { view } = foyer.store.getState()
  return view.open && currentRoute(view).view.startsWith('Swap')
}

/** What is swapped for what, for a host's analytics: no address, no account [F28]. */
export function swapProperties(state: SwapState): SwapProperties {
  const { source, to, amount, received } = swapOverview(state)
  return {
    network: state.account?.networkId ?? '',
    swapFromToken: source?.symbol ?? '',
    swapToToken: to?.symbol ?? '',
    swapFromAmount: amount ? formatAmount(amount) : '',
    swapToAmount: received ? formatAmount(received) : '',
  }
}

/** Which step failed, and by which code. */
export function failureEvent({
  state,
  step,
  error,
}: {
  readonly state: SwapState
  readonly step: SwapStep
  readonly error: unknown
}): KitEvent {
  const message = error instanceof FoyerError ? error.code : 'unknown'
  const event = step.status === 'approval' ? 'SWAP_APPROVAL_ERROR' : 'SWAP_ERROR'
  return { event, properties: { ...swapProperties(state), message } }
}
