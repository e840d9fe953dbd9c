import type { Feature } from '../feature/feature.js'
import type { TransactionOf } from '../state/attempt.js'

/** Exchanging one token for another. */
export const swap = {
  feature: 'swaps',
  begins: { view: 'Swap' },
  views: { Swap: {}, SwapSelectToken: {}, SwapPreview: {} },
  attempts: ['swap'],
  events: ['INITIATE_SWAP', 'SWAP_SUCCESS', 'SWAP_ERROR', 'SWAP_APPROVAL_ERROR'],
} as const satisfies Feature

/** The two sides of a swap, in symbols and whole tokens. */
export type SwapProperties = Readonly<
  Record<'network' | 'swapFromToken' | 'swapToToken' | 'swapFromAmount' | 'swapToAmount', string>
>

declare module '../config/options.js' {
  interface Features {
    /** Exchanging one token for another, in the modal. */
    readonly swaps: boolean
  }
}

declare module '../state/attempt.js' {
  interface AttemptKinds {
    swap: TransactionOf<'swap'>
  }
}

declare module '../events/event.js' {
  interface KitEvents {
    /** A swap is looked through. */
    readonly INITIATE_SWAP: SwapProperties
    /** A swap has succeeded. */
    readonly SWAP_SUCCESS: SwapProperties
    /** A swap failed. */
    readonly SWAP_ERROR: SwapProperties & { readonly message: string }
    /** The approval before a swap failed. */
    readonly SWAP_APPROVAL_ERROR: SwapProperties & { readonly message: string }
  }
}

declare module '../state/viewParams.js' {
  interface ViewParams {
    /** The tokens by their symbols. */
    Swap: {
      readonly amount?: string | undefined
      readonly fromToken?: string | undefined
      readonly toToken?: string | undefined
    }
    SwapSelectToken: { readonly target: 'sourceToken' | 'toToken' }
    SwapPreview: NoParams
  }
}
