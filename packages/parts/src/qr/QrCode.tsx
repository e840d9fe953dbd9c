import { type ReactNode, useMemo } from 'react'
import { part } from '../part.js'
import { Skeleton } from '../Skeleton.js'
import { emptyQrPath, qrPath } from './qrPath.js'

export interface QrCodeProps {
  /**
   * The text that is read from it; nothing yet shows where it will be. It stands nowhere in the page but in the
   * drawing.
   */
  text: string | undefined
  /** Whether it's on its way, while there is nothing to read yet; true unless said. */
  coming?: boolean | undefined
  /** The accessible name. */
  label: string
  /** A picture for its middle: a {@link WalletImage}. */
  logo?: ReactNode | undefined
}

/** ISO/IEC 18004: four modules of nothing around a code. */
const quiet = 4

/** A code to scan: dark on light in every theme, as many scanners read nothing else. */
export function QrCode({ text, coming = true, label, logo }: QrCodeProps): ReactNode {
  const clearing = Boolean(logo)
  const { path, size } = useMemo(
    () => (text === undefined ? emptyQrPath() : qrPath({ text, clearing })),
    [text, clearing],
  )
  const state = text !== undefined ? 'ready' : coming ? 'loading' : 'empty'
  const side = size + 2 * quiet
  return (
    <div
      {...(state === 'ready' ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      {...part({ name: 'qr-code', states: { state } })}
    >
      <svg
        aria-hidden="true"
        viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
        focusable="false"
      >
        <path key={state} d={path} />
      </svg>
      {state === 'loading' ? <Skeleton /> : null}
      {logo ? <span {...part({ name: 'qr-logo' })}>{logo}</span> : null}
    </div>
  )
}
