import { Button } from '@foyer/parts'
import type { FormEvent, ReactNode } from 'react'
import { ArmedButton } from '../arming/ArmedButton.js'
import { Message } from './Message.js'

export interface MessageFormProps {
  readonly title: string
  readonly isBusy: boolean
  /** The button that leaves it. */
  readonly leave: string
  readonly onLeave: () => void
  /** To leave it decides as well. */
  readonly isLeaveArmed?: boolean | undefined
  /** The button that sends it; undefined where it can be left alone. */
  readonly submit:
    | {
        readonly label: string
        /** What is filled in is whole. */
        readonly isReady: boolean
        readonly variant?: 'danger'
        readonly onSubmit: () => void
      }
    | undefined
  readonly children: ReactNode
}

/** A message with something to fill in and two buttons: it is sent once it is whole, by a press that counts, and not again while it is under way. */
export function MessageForm(props: MessageFormProps): ReactNode {
  const { title, isBusy, leave, onLeave, isLeaveArmed, submit, children } = props
  const LeaveButton = isLeaveArmed ? ArmedButton : Button
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (submit?.isReady && !isBusy) submit.onSubmit()
  }
  const actions = (
    <>
      <LeaveButton variant="quiet" disabled={isBusy} onClick={onLeave}>
        {leave}
      </LeaveButton>
      {submit ? (
        <ArmedButton type="submit" variant={submit.variant} busy={isBusy} disabled={!submit.isReady}>
          {submit.label}
        </ArmedButton>
      ) : null}
    </>
  )
  return (
    <form onSubmit={send} className="frame">
      <Message title={title} actions={actions}>
        {children}
      </Message>
    </form>
  )
}
