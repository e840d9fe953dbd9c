import type { ReactNode } from 'react'
import { CheckIcon, XIcon } from './icons/icons.js'
import { motion } from './motion.js'
import { part } from './part.js'
import { Spinner } from './Spinner.js'
import { useLingering } from './useLingering.js'
import { VisuallyHidden } from './VisuallyHidden.js'

export type SnackbarVariant = 'success' | 'error' | 'loading'

export interface SnackbarProps {
  /** The message that is shown, or nothing; it is one object for as long as it's shown. */
  message: SnackbarMessage | undefined
}

export interface SnackbarMessage {
  readonly variant: SnackbarVariant
  readonly text: string
  /** For those who listen only: what was pressed shows it by itself. */
  readonly inPlace?: boolean | undefined
}

/**
 * One short notice beside the card, where it covers nothing. It stays mounted without a message, because assistive technology announces only what
 * changes in a region that was there before: an error is an alert, the rest is a status.
 */
export function Snackbar({ message }: SnackbarProps): ReactNode {
  const { value, leaving } = useLingering({ value: message, ms: motion.noticeMs })
  const words = value ? <span {...part({ name: 'snackbar-message' })}>{value.text}</span> : null
  const drawn = value ? (
    <div data-look="line" {...part({ name: 'snackbar', states: { variant: value.variant, leaving } })}>
      <span data-look="disc" {...part({ name: 'snackbar-icon' })}>
        {iconOf(value.variant)}
      </span>
      {words}
    </div>
  ) : null
  const notice = value?.inPlace ? <VisuallyHidden>{words}</VisuallyHidden> : drawn
  const urgent = value?.variant === 'error'
  return (
    <div data-look="middle" {...part({ name: 'snackbar-region' })}>
      <div role="status">{urgent ? null : notice}</div>
      <div role="alert">{urgent ? notice : null}</div>
    </div>
  )
}

function iconOf(variant: SnackbarVariant): ReactNode {
  if (variant === 'loading') return <Spinner />
  return variant === 'success' ? <CheckIcon /> : <XIcon />
}
