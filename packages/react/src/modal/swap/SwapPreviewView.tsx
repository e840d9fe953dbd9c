import { currentRoute, goBack, reset } from '@foyer/core/view'
import { shownName } from '@foyer/core/wallets'
import { Button, ErrorState } from '@foyer/parts'
import { type ReactNode, useEffect } from 'react'
import type { Say } from '../../headless/say.js'
import { type Swap, type SwapSideView, useFoyerSwap } from '../../headless/swap.js'
import { LookAlikeNotes } from '../LookAlike.js'
import { type Modal, useModal } from '../modalContext.js'
import { Review, type SumProps } from '../review/Review.js'
import { swapDetails } from './SwapDetails.js'
import { chosenTokens, SwapSkeleton } from './SwapView.js'

/** All that is about to be signed, and the way to the wallet: the allowance first where one is needed [S4.15 S4.16]. */
export function SwapPreviewView(): ReactNode {
  const { foyer, say } = useModal()
  const swap = useFoyerSwap()
  useReview({ swap, foyer })
  if (swap.phase !== 'ready' || !swap.details) return <SwapSkeleton />
  const { step } = swap
  // It isn't offered again before the visitor has looked in the wallet.
  if (step.status === 'unknown')
    return (
      <ErrorState
        message={say('error.mayHaveBeenSent')}
        action={
          <Button variant="quiet" size="sm" partName="swap-back" onClick={() => goBack(foyer)}>
            {say('shell.back')}
          </Button>
        }
      />
    )
  const words = wordsOf(say, swap)
  const isRepeated = step.status === 'worse' || step.status === 'failed'
  const isAskable = step.status === 'approval' || step.status === 'swap' || step.status === 'batch'
  const isBusy = !isAskable && !isRepeated
  return (
    <Review
      partName="swap-review"
      sum={sumOf(swap.source)}
      second={sumOf(swap.to)}
      details={swapDetails(say, swap)}
      request={swap.request}
      status={words.status}
      trouble={words.trouble}
      buttons={{
        cancel: say('swap.cancel'),
        onCancel: () => goBack(foyer),
        confirm: words.action,
        onConfirm: isRepeated ? swap.acceptOrRetry : () => void swap.confirm(),
        busy: isBusy,
        partName: 'swap-confirm',
      }}
    >
      <LookAlikeNotes tokens={chosenTokens(swap)} />
    </Review>
  )
}

/** The review lasts as long as the view; where there is nothing to review any more, the form has the reason. */
function useReview({
  swap: { review, phase, isReviewed },
  foyer,
}: { readonly swap: Swap } & Pick<Modal, 'foyer'>): void {
  useEffect(() => review(), [review])
  const isGone = phase === 'ready' ? !isReviewed : phase !== 'idle'
  useEffect(() => {
    if (!isGone) return
    const leave = () => {
      const { view } = foyer.store.getState()
      if (currentRoute(view).view !== 'SwapPreview') return // on its way out already
      if (view.history.length > 1) goBack(foyer)
      else reset(foyer, { view: 'Swap' })
    }
    // The review that begins with this view shows with the next drawing.
    const waiting = requestAnimationFrame(leave)
    return () => cancelAnimationFrame(waiting)
  }, [isGone, foyer])
}

/** Returns the words under the figures, and those by the button. */
function wordsOf(say: Say, { step, notice, source, to, details }: Swap) {
  const trouble = notice && say(notice)
  const amount = { amount: source.amount, symbol: shownName(source.token?.symbol ?? '') }
  switch (step.status) {
    case 'approval':
      return {
        action: say('swap.approve'),
        status: step.isReset ? say('swap.resetFirst') : say('swap.approveFirst', amount),
        trouble,
      }
    case 'batch':
      return { action: say('swap.approveAndSwap'), status: say('swap.asOne', amount), trouble }
    case 'approving':
      return {
        action: say('swap.approving'),
        status: say(step.phase === 'wallet' ? 'swap.approveLimit' : 'swap.mining'),
      }
    case 'swapping':
      return { action: say('swap.swap'), status: say('swap.confirm') }
    case 'worse': {
      const symbol = shownName(to.token?.symbol ?? '')
      return {
        action: say('swap.accept'),
        trouble: say('swap.priceChanged', { amount: details?.offered ?? '', symbol }),
      }
    }
    case 'failed':
      return { action: say('swap.tryAgain'), trouble: say(step.notice) }
    default:
      return { action: say('swap.swap'), trouble }
  }
}

/** Returns the amount, its token, and its worth. */
function sumOf({ token, exact, worth }: SwapSideView): SumProps {
  return { unit: shownName(token?.symbol ?? ''), amount: exact, note: worth && <bdi dir="ltr">{worth}</bdi> }
}
