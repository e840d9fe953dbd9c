import type { ViewProps } from '@foyer/core'
import { goBack } from '@foyer/core/view'
import { Button, ClockIcon, type Detail, Details, EmptyState, ErrorState, part, RefreshIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Say } from '../../headless/say.js'
import {
  type ReplacementTerms,
  type ReplaceTransaction,
  useFoyerReplaceTransaction,
} from '../../headless/transactions.js'
import { useModal } from '../modalContext.js'
import { ViewSkeleton } from '../ViewSlot.js'

/** The effect and the cost of speeding up or cancelling, before the wallet is asked for it. */
export default function ReplaceTransactionView(props: ViewProps<'ReplaceTransaction'>): ReactNode {
  const { say } = useModal()
  const { kind } = props
  const form = useFoyerReplaceTransaction(props)
  const { phase, terms } = form
  if (phase === 'gone' || phase === 'sent') return <Ended phase={phase} />
  return (
    <div data-look="stack" {...part({ name: 'replace', states: { phase } })}>
      <p data-look="centred" {...part({ name: 'replace-words' })}>
        {say(kind === 'speedUp' ? 'activity.speedUpWhy' : 'activity.stopWhy')}
      </p>
      {terms ? <Details details={detailsOf(say, terms)} /> : null}
      {terms || phase === 'failed' || phase === 'unclear' ? null : (
        <ViewSkeleton label={say('shell.loading')} sketch={sketch} />
      )}
      <Outcome form={form} />
    </div>
  )
}

function detailsOf(say: Say, { formerFee, fee, nonce }: ReplacementTerms): readonly Detail[] {
  const number = nonce === undefined ? undefined : <bdi dir="ltr">{nonce}</bdi>
  return [
    { id: 'former-fee', term: say('activity.formerFee'), value: <bdi dir="ltr">{formerFee}</bdi> },
    { id: 'fee', term: say('activity.newFee'), value: <bdi dir="ltr">{fee}</bdi> },
    { id: 'nonce', term: say('activity.nonce'), value: number, explanation: say('activity.nonceWhy') },
  ]
}

const sketch = ['row', 'row', 'button'] as const

/** The outcome, and the way on: what may have been sent isn't asked for again before the visitor has looked. */
function Outcome({ form: { phase, notice, terms, send, prepare } }: { readonly form: ReplaceTransaction }): ReactNode {
  const { say, foyer } = useModal()
  if (phase === 'failed' || phase === 'unclear') {
    const way =
      phase === 'unclear'
        ? { partName: 'look', onClick: () => goBack(foyer), children: say('activity.toActivity') }
        : { partName: 'retry', onClick: prepare, icon: <RefreshIcon />, children: say('button.tryAgain') }
    return (
      <ErrorState message={say(notice ?? 'error.unknown')} action={<Button variant="quiet" size="sm" {...way} />} />
    )
  }
  if (!terms) return null
  return (
    <>
      <p role="status" data-look="centred" {...part({ name: 'replace-words' })}>
        {phase === 'waiting' ? say('activity.confirm') : phase === 'declined' ? say('error.rejected') : ''}
      </p>
      <Button partName="confirm" busy={phase === 'waiting'} onClick={send}>
        {say(phase === 'declined' ? 'button.tryAgain' : 'activity.ask')}
      </Button>
    </>
  )
}

/** Sent, or no longer to be replaced: the list shows what becomes of it. */
function Ended({ phase }: { readonly phase: 'gone' | 'sent' }): ReactNode {
  const { say, foyer } = useModal()
  return (
    <EmptyState
      icon={<ClockIcon />}
      title={say(phase === 'gone' ? 'activity.gone' : 'activity.isPending')}
      text={phase === 'sent' ? say('activity.sentWhy') : undefined}
      action={
        <Button size="sm" onClick={() => goBack(foyer)}>
          {say('activity.toActivity')}
        </Button>
      }
    />
  )
}
