import { Button, CheckIcon, type Detail, Details, Link, part, Spinner, XIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useModal } from '../modalContext.js'
import { Sum, type SumProps } from './Sum.js'

export interface ReceiptProps {
  readonly state: 'pending' | 'done' | 'failed'
  /** What has happened, in a word or two. */
  readonly title: string
  readonly sum: SumProps | undefined
  readonly details: readonly Detail[]
  /** Its page at the network's explorer. */
  readonly explorerUrl: string | undefined
  readonly onDone: () => void
}

/** What has become of what was signed: one drawing for whatever it was. */
export function Receipt({ state, title, sum, details, explorerUrl, onDone }: ReceiptProps): ReactNode {
  const { say } = useModal()
  return (
    <div data-look="stack" {...part({ name: 'receipt', states: { state } })}>
      <span aria-hidden="true" data-look="disc" {...part({ name: 'receipt-mark', states: { state } })}>
        {state === 'pending' ? <Spinner /> : state === 'done' ? <CheckIcon /> : <XIcon />}
      </span>
      <p role={state === 'failed' ? 'alert' : 'status'} data-look="centred" {...part({ name: 'receipt-title' })}>
        {title}
      </p>
      {sum ? <Sum {...sum} /> : null}
      <Details partName="receipt-details" details={details} />
      {explorerUrl === undefined ? null : (
        <Link variant="accent" href={explorerUrl} newTabHint={say('shell.opensNewTab')} arrow partName="explorer">
          {say('receipt.explorer')}
        </Link>
      )}
      <Button partName="done" onClick={onDone}>
        {say('receipt.done')}
      </Button>
    </div>
  )
}
