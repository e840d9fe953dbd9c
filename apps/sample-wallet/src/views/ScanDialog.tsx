import { type ReactNode, useEffect, useRef, useState } from 'react'
import { scanPairingCode } from '../scan.js'
import { WalletDialog } from './WalletDialog.js'

export interface ScanDialogProps {
  readonly onClose: () => void
  readonly onCode: (code: string) => void
}

/** The camera's picture, until a code is found. */
export function ScanDialog({ onClose, onCode }: ScanDialogProps): ReactNode {
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef(onCode)
  const [isBlocked, setBlocked] = useState(false)
  useEffect(() => {
    latest.current = onCode
  })
  useEffect(() => {
    const { current } = video
    if (!current) return
    const closing = new AbortController()
    scanPairingCode({ video: current, signal: closing.signal }).then(
      (code) => latest.current(code),
      () => closing.signal.aborted || setBlocked(true),
    )
    return () => closing.abort()
  }, [])
  return (
    <WalletDialog title="Scan a code" closeLabel="Close" onClose={onClose}>
      {isBlocked ? (
        <p role="alert">The camera isn’t to be had. Allow it for this page, or paste the code.</p>
      ) : (
        <video ref={video} className="camera" muted playsInline aria-label="What the camera sees" />
      )}
    </WalletDialog>
  )
}
