import { ProgressRing, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { Announcement } from './Announcement.js'
import { Retry, type RetryProps } from './Failed.js'

export interface WaitingForProps {
  /** The picture of what the visitor is waiting for: a wallet or a network. */
  readonly image: ReactNode
  readonly shape: 'square' | 'circle'
  /** `idle`: no answer is awaited. */
  readonly state: 'waiting' | 'failed' | 'idle'
  readonly title: string
  readonly text?: string | undefined
  /** Its words are announced by a live region that was there before. */
  readonly announcedElsewhere?: boolean | undefined
  /** The way on after a failure, or a long silence. */
  readonly retry?: RetryProps | undefined
  readonly children?: ReactNode
}

/** The visitor is needed elsewhere: in the wallet. */
export function WaitingFor(props: WaitingForProps): ReactNode {
  const { image, shape, state, title, text, announcedElsewhere = false, retry, children } = props
  return (
    <div data-look="middle" {...part({ name: 'waiting-for', states: { state } })}>
      <ProgressRing state={state} shape={shape}>
        {image}
      </ProgressRing>
      <div data-look="stack-1" {...part({ name: 'waiting-words', states: { state } })}>
        <p {...part({ name: 'waiting-title', states: { state } })}>{title}</p>
        {text ? <p {...part({ name: 'waiting-text' })}>{text}</p> : null}
      </div>
      {announcedElsewhere ? null : <Announcement>{text ? `${title}. ${text}` : title}</Announcement>}
      {retry ? <Retry {...retry} /> : null}
      {children}
    </div>
  )
}
