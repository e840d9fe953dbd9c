import { accountOf, currentRoute } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import type { PreviewedRequest } from '@foyer/core/preview'
import type { ShownRequest } from '@foyer/core/words'
import { type Context, createContext, type ReactNode, useCallback, useRef, useState } from 'react'
import { useModal } from '../modalContext.js'
import { ViewSlot } from '../ViewSlot.js'

/** The known part of a request that is reviewed, and the check whether that holds. */
interface Followed {
  readonly shown: ShownRequest | undefined
  readonly hold: () => Promise<boolean>
}

/** Requests that a review is about to make of the wallet, for the one that says them in words. */
export interface ReviewedRequest {
  readonly request: PreviewedRequest
  /** The description that the visitor has agreed to, where that takes a step of its own. */
  readonly understood: ShownRequest | undefined
  readonly setUnderstood: (shown: ShownRequest | undefined) => void
  /** Receives what is known, each time that changes. @returns forgets it */
  readonly follow: (followed: Followed) => () => void
}

export const ReviewedContext: Context<ReviewedRequest | undefined> = /* @__PURE__ */ createContext<
  ReviewedRequest | undefined
>(undefined)

/** The words of a review, where the host wants them (`features.preview`) and the wallet shows none of its own. */
export interface ReviewWords {
  readonly words: ReactNode
  /** It takes a step of its own that isn't taken yet. */
  readonly isBlocked: boolean
  /** Asks the wallet, unless it would do something worse by now than was shown. Nothing is waited for where no words are shown. */
  readonly confirm: (ask: () => void) => void
}

/**
 * Says in a review what the wallet is about to be asked for: as part of it, without a press more. It needn't be known before the visitor goes on.
 *
 * @param request - the same object for as long as it is about the same; undefined while there is nothing to ask
 */
export function useReviewWords(request: PreviewedRequest | undefined): ReviewWords {
  const { views, state, foyer } = useModal()
  const [understood, setUnderstood] = useState<ShownRequest>()
  const [followed, setFollowed] = useState<Followed>()
  const isHeld = useRef(false)
  const follow = useCallback((now: Followed) => {
    setFollowed(now)
    return () => setFollowed(undefined)
  }, [])
  const network = state.networks.find(({ caipNetworkId }) => caipNetworkId === request?.networkId)
  const { connection } = accountOf(state, network?.chainNamespace)
  // As `isPreviewed` has it, which comes with the code that asks a wallet.
  const isShown = state.features.preview && !contextOf(foyer).connectors.get(connection?.connector.id ?? '')?.showsWords
  if (!request || !isShown) return { words: null, isBlocked: false, confirm: (ask) => ask() }
  const confirm = async (ask: () => void) => {
    if (isHeld.current) return
    isHeld.current = true
    const holds = (await followed?.hold()) ?? true
    isHeld.current = false
    if (holds) ask()
  }
  return {
    isBlocked: (followed?.shown?.isDeliberate ?? false) && understood !== followed?.shown,
    confirm: (ask) => void confirm(ask),
    words: (
      <ReviewedContext.Provider value={{ request, understood, setUnderstood, follow }}>
        <ViewSlot piece={views.at('words')} sketch={['text']}>
          {({ draw }) => draw(currentRoute(state.view))}
        </ViewSlot>
      </ReviewedContext.Provider>
    ),
  }
}
