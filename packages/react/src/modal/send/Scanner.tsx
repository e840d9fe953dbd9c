import { contextOf } from '@foyer/core/internal'
import { Button, part } from '@foyer/parts'
import { type ReactNode, useEffect, useRef } from 'react'
import { useModal } from '../modalContext.js'

/** As much of the browser's barcode reader as is needed. @see https://wicg.github.io/shape-detection-api/#barcode-detection-api */
interface CodeReader {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}

type CodeReaderClass = new (options: { readonly formats: readonly string[] }) => CodeReader

/** Chromium has one on some systems, other browsers have none. */
function codeReader(): CodeReaderClass | undefined {
  const found: unknown = Reflect.get(globalThis, 'BarcodeDetector')
  return isCodeReader(found) ? found : undefined
}

const isCodeReader = (value: unknown): value is CodeReaderClass => typeof value === 'function'

/** Has the browser both a camera's interface and what reads a code? */
export const canScan = (): boolean =>
  codeReader() !== undefined && typeof navigator !== 'undefined' && navigator.mediaDevices?.getUserMedia !== undefined

/**
 * Shows the camera's picture in a video and looks for a code in each of its frames.
 *
 * @throws what the browser says where it has no camera, or the visitor doesn't allow it
 * @returns the first code's text; undefined when it was aborted
 */
export async function scan({
  video,
  signal,
}: {
  readonly video: HTMLVideoElement
  readonly signal: AbortSignal
}): Promise<string | undefined> {
  const Reader = codeReader()
  if (!Reader) return undefined
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  try {
    if (signal.aborted) return undefined
    video.srcObject = stream
    await video.play()
    const reader = new Reader({ formats: ['qr_code'] })
    while (!signal.aborted) {
      const [code] = await reader.detect(video)
      if (code && !signal.aborted) return code.rawValue
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    return undefined
  } finally {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
}

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
    <div data-look="stack-2 dim" {...part({ name: 'send-scanner' })}>
      <video ref={video} muted playsInline aria-label={say('send.scanHint')} {...part({ name: 'send-video' })} />
      <p>{say('send.scanHint')}</p>
      <Button variant="quiet" size="sm" onClick={onEnd}>
        {say('send.scanStop')}
      </Button>
    </div>
  )
}
