import { contextOf } from '@foyer/core/internal'
import { Button, part } from '@foyer/parts'
import { type ReactNode, useEffect, useRef } from 'react'
import { useModal } from '../modalContext.js'
import { scan } from './scan.js'

export interface ScannerProps {
  readonly onText: (text: string) => void
  /** Called when the visitor stops it, and when there is no camera to use. */
  readonly onEnd: () => void
}

/** The camera's picture, until a code is in it. The camera is off again as soon as this is gone. */
export function Scanner({ onText, onEnd }: ScannerProps): ReactNode {
  const { foyer, say } = useModal()
  const video = useRef<HTMLVideoElement>(null)
  const receivers = useRef({ onText, onEnd })
  receivers.current = { onText, onEnd }
  useEffect(() => {
    const { update, report } = contextOf(foyer)
    const stopping = new AbortController()
    const { signal } = stopping
    if (video.current)
      scan({ video: video.current, signal }).then(
        (text) => {
          if (text !== undefined && !signal.aborted) receivers.current.onText(text)
        },
        (error: unknown) => {
          if (signal.aborted) return
          report(error)
          update(() => ({ snackbar: { variant: 'error', message: 'send.scanFailed' } }))
          receivers.current.onEnd()
        },
      )
    return () => stopping.abort()
  }, [foyer])
  return (
    <div {...part({ name: 'send-scanner' })}>
      <video ref={video} muted playsInline aria-label={say('send.scanHint')} {...part({ name: 'send-video' })} />
      <p>{say('send.scanHint')}</p>
      <Button variant="quiet" size="sm" onClick={onEnd}>
        {say('send.scanStop')}
      </Button>
    </div>
  )
}
