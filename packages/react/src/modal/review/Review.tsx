import { ArrowDownIcon, Button, type Detail, Details, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { Sum, type SumProps } from './values.js'

export interface ReviewProps {
  readonly partName: string
  /** The sum that goes. */
  readonly sum: SumProps
  /** The sum that comes in return. */
  readonly second?: SumProps | undefined
  readonly details: readonly Detail[]
  /** The warnings, and what else belongs to it. */
  readonly children?: ReactNode | undefined
  /** The current status, for screen readers too. */
  readonly status?: string | undefined
  /** The failure or its risk: said here, once, by the button that was pressed. */
  readonly trouble?: string | undefined
  readonly buttons: ReactNode
}

/** The review of what is about to be signed: one drawing for whatever it is. */
export function Review({ partName, sum, second, details, children, status, trouble, buttons }: ReviewProps): ReactNode {
  return (
    <div data-look="stack" {...part({ name: 'review', also: partName })}>
      <Sum {...sum} />
      {second ? (
        <>
          <span aria-hidden="true" {...part({ name: 'review-arrow' })}>
            <ArrowDownIcon />
          </span>
          <Sum {...second} size="second" />
        </>
      ) : null}
      <Details partName="review-details" details={details} />
      {children}
      <p role="status" data-look="dim centred" {...part({ name: 'review-status' })}>
        {status}
      </p>
      <div role="alert" data-look="dim centred" {...part({ name: 'review-trouble' })}>
        {trouble}
      </div>
      {buttons}
    </div>
  )
}

export interface ReviewButtonsProps {
  readonly cancel: string
  readonly onCancel: () => void
  readonly isCancelling?: boolean | undefined
  readonly confirm: string
  readonly onConfirm: () => void
  readonly busy: boolean
  readonly disabled?: boolean | undefined
  /** The confirming button's further part name. */
  readonly partName: string
}

/** No, and yes: side by side, and one above the other where a word would break. */
export function ReviewButtons(props: ReviewButtonsProps): ReactNode {
  const { cancel, onCancel, isCancelling, confirm, onConfirm, busy, disabled, partName } = props
  return (
    <div {...part({ name: 'review-buttons' })}>
      <Button variant="quiet" partName="review-cancel" busy={isCancelling} onClick={onCancel}>
        {cancel}
      </Button>
      <Button partName={partName} busy={busy} disabled={disabled} onClick={onConfirm}>
        {confirm}
      </Button>
    </div>
  )
}
