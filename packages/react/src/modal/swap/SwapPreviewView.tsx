import { currentRoute, goBack, reset } from '@foyer/core/view'
import { ArrowDownIcon, Button, part, TokenImage } from '@foyer/parts'
import { type ReactNode, useEffect } from 'react'
import type { Say } from '../../headless/say.js'
import { type Swap, type SwapSideView, useSwap } from '../../headless/swap.js'
import { shownName } from '../../headless/walletNames.js'
import { LookAlikeNotes } from '../LookAlike.js'
import { type Modal, useModal } from '../modalContext.js'
import { SwapDetails } from './SwapDetails.js'
import { chosenTokens, SwapSkeleton } from './SwapView.js'

/** All that is about to be signed, and the way to the wallet: the allowance first where one is needed [S4.15 S4.16]. */
export function SwapPreviewView(): ReactNode {
  const { foyer, say } = useModal()
  const swap = useSwap()
  useReview({ swap, foyer })
  if (swap.phase !== 'ready' || !swap.details) return <SwapSkeleton />
  const { step } = swap
  const words = wordsOf({ swap, say })
  const isRepeated = step.status === 'worse' || step.status === 'failed'
  const isBusy = step.status !== 'approval' && step.status !== 'swap' && !isRepeated
  const press = () => {
    if (isRepeated) return swap.acceptOrRetry()
    void swap.confirm().then((sent) => {
      // The visitor may have gone elsewhere meanwhile, and stays there.
      if (sent && currentRoute(foyer.store.getState().view).view.startsWith('Swap')) reset(foyer, { view: 'Account' })
    })
  }
  return (
    <div {...part({ name: 'swap' })}>
      <div {...part({ name: 'swap-summary' })}>
        <Side label={say('swap.send')} side={swap.source} />
        <span aria-hidden="true" {...part({ name: 'swap-arrow' })}>
          <ArrowDownIcon />
        </span>
        <Side label={say('swap.receive')} side={swap.to} />
      </div>
      <LookAlikeNotes tokens={chosenTokens(swap)} />
      <SwapDetails swap={swap} isReview />
      <p {...part({ name: 'swap-warning' })}>{say('swap.reviewCarefully')}</p>
      <p role="status" {...part({ name: 'swap-status' })}>
        {words.status}
      </p>
      <div role="alert" {...part({ name: 'swap-trouble' })}>
        {words.trouble}
      </div>
      <div {...part({ name: 'swap-actions' })}>
        <Button variant="quiet" onClick={() => goBack(foyer)}>
          {say('swap.cancel')}
        </Button>
        <Button partName="swap-confirm" busy={isBusy} onClick={press}>
          {words.action}
        </Button>
      </div>
    </div>
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

/** What is said under the figures, and by the button. */
function wordsOf({ swap: { step, notice, source, to, details }, say }: { readonly swap: Swap; readonly say: Say }): {
  readonly action: string
  readonly status?: string | undefined
  readonly trouble?: string | undefined
} {
  const trouble = notice && say(notice)
  const amount = { amount: source.amount, symbol: shownName(source.token?.symbol ?? '') }
  switch (step.status) {
    case 'approval':
      return {
        action: say('swap.approve'),
        status: step.isReset ? say('swap.resetFirst') : say('swap.approveFirst', amount),
        trouble,
      }
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

/** How much of which token, and what it is worth. */
function Side({
  label,
  side: { token, amount, worth },
}: {
  readonly label: string
  readonly side: SwapSideView
}): ReactNode {
  const symbol = shownName(token?.symbol ?? '')
  return (
    <div {...part({ name: 'swap-side' })}>
      <span {...part({ name: 'swap-side-words' })}>
        <span {...part({ name: 'swap-dim' })}>{label}</span>
        <span dir="ltr" {...part({ name: 'swap-worth' })}>
          {worth ?? amount}
        </span>
      </span>
      <span {...part({ name: 'swap-side-token' })}>
        <bdi dir="ltr">
          {amount} {symbol}
        </bdi>
        <TokenImage size="row" symbol={symbol} src={token?.logoUri || undefined} />
      </span>
    </div>
  )
}
