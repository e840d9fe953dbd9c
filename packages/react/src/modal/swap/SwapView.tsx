import type { ViewProps } from '@foyer/core'
import { contextOf, homeRoute } from '@foyer/core/internal'
import type { PlainSentenceKey } from '@foyer/core/messages'
import type { SwapAsset } from '@foyer/core/swap'
import { goBack, push, replace, reset } from '@foyer/core/view'
import { Button, part, Skeleton, VisuallyHidden } from '@foyer/parts'
import { type ReactNode, useEffect, useMemo } from 'react'
import { type Swap, useFoyerSwap } from '../../headless/swap.js'
import { Failed } from '../Failed.js'
import { LookAlikeNotes } from '../LookAlike.js'
import { useModal } from '../modalContext.js'
import { SwapDetails } from './SwapDetails.js'
import { SwapFields } from './SwapFields.js'

/** The form of a swap [S2.10]. */
export function SwapView({ amount, fromToken, toToken }: ViewProps<'Swap'>): ReactNode {
  const { foyer, say } = useModal()
  const swap = useFoyerSwap(useMemo(() => ({ amount, fromToken, toToken }), [amount, fromToken, toToken]))
  useLeaving(swap)
  if (swap.phase === 'failed')
    return <Failed message={say('swap.initFailed')} retry={swap.reload} words="swap.tryAgain" />
  if (swap.phase !== 'ready') return <SwapSkeleton />
  const { action, isAsking, isSending } = swap
  const press = () => {
    if (action === 'askAgain') swap.askAgain()
    else if (action === 'review') push(foyer, { view: 'SwapPreview' })
    else if (action === 'selectToken') push(foyer, { view: 'SwapSelectToken', target: 'toToken' })
  }
  const waits = action === 'enterAmount' || action === 'incorrectAmount' || action === 'insufficientBalance'
  return (
    <div data-look="stack" {...part({ name: 'swap' })}>
      <SwapFields swap={swap} />
      <LookAlikeNotes tokens={chosenTokens(swap)} />
      {action === 'askAgain' ? (
        <p role="alert" data-look="dim centred" {...part({ name: 'swap-trouble' })}>
          {say('swap.noQuote')}
        </p>
      ) : null}
      <SwapDetails swap={swap} />
      <Button partName="swap-action" busy={isAsking || isSending} disabled={waits} onClick={press}>
        {say(labels[action])}
      </Button>
    </div>
  )
}

/** The two tokens, as far as they are chosen. */
export const chosenTokens = ({ source, to }: Pick<Swap, 'source' | 'to'>): readonly SwapAsset[] =>
  [source.token, to.token].filter((token) => token !== undefined)

/** The labels of the main button. */
const labels: Readonly<Record<Swap['action'], PlainSentenceKey>> = {
  askAgain: 'swap.swap',
  selectToken: 'swap.selectToken',
  enterAmount: 'swap.enterAmount',
  incorrectAmount: 'swap.incorrectAmount',
  insufficientBalance: 'swap.insufficientBalance',
  review: 'swap.review',
}

/** Leaves where there is nothing to swap with: connecting, on another network, or where they came from [S4.18]. */
function useLeaving({ phase, networks }: Swap): void {
  const { foyer, state } = useModal()
  const hasFormer = state.view.history.length > 1
  const isConnected = state.connection.active[state.family] !== undefined
  useEffect(() => {
    if (!isConnected) return reset(foyer, homeRoute({ connected: false }))
    if (phase === 'unsupported') return replace(foyer, { view: 'UnsupportedChain', reason: 'swap', networks })
    if (phase !== 'failed' || !hasFormer) return
    goBack(foyer)
    contextOf(foyer).update(() => ({ snackbar: { variant: 'error', message: 'swap.initFailed' } }))
  }, [foyer, isConnected, phase, networks, hasFormer])
}

/** The two amounts, before it's known of which tokens. */
export function SwapSkeleton(): ReactNode {
  const { say } = useModal()
  return (
    <div data-look="stack" {...part({ name: 'swap', states: { busy: true } })}>
      <VisuallyHidden>{say('swap.loading')}</VisuallyHidden>
      <FieldSkeleton />
      <FieldSkeleton />
      <Skeleton shape="button" />
    </div>
  )
}

function FieldSkeleton(): ReactNode {
  return (
    <div aria-hidden="true" data-look="panel" {...part({ name: 'swap-skeleton' })}>
      <Skeleton />
      <Skeleton />
    </div>
  )
}
