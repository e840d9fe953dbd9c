import { Button } from '@foyer/parts'
import type { FormEvent, ReactNode } from 'react'
import { Message } from './Message.js'

export interface MessageFormProps {
  readonly title: string
  readonly isBusy: boolean
  /** The button that leaves it. */
  readonly leave: string
  readonly onLeave: () => void
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

/** A message with something to fill in and two buttons: it is sent once it is whole, and not again while it is under way. */
export function MessageForm({ title, isBusy, leave, onLeave, submit, children }: MessageFormProps): ReactNode {
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (submit?.isReady && !isBusy) submit.onSubmit()
  }
  const actions = (
    <>
      <Button variant="quiet" disabled={isBusy} onClick={onLeave}>
        {leave}
      </Button>
      {submit ? (
        <Button type="submit" variant={submit.variant} busy={isBusy} disabled={!submit.isReady}>
          {submit.label}
        </Button>
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
