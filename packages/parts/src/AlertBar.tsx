import type { ReactNode } from 'react'
import { IconButton } from './IconButton.js'
import { CheckIcon, CloseCircleIcon, InfoIcon, WarningIcon, XIcon } from './icons/icons.js'
import { motion } from './motion.js'
import { part } from './part.js'
import { useLingering } from './useLingering.js'

export type AlertBarVariant = 'info' | 'success' | 'warning' | 'error'

export interface AlertBarMessage {
  readonly variant: AlertBarVariant
  readonly text: string
}

export interface AlertBarProps {
  /** What is shown, or nothing. A message is one object for as long as it's shown. */
  message: AlertBarMessage | undefined
  closeLabel: string
  onClose: () => void
}

/** A notice for the developer at the card's top, which stays until it's closed. */
export function AlertBar({ message, closeLabel, onClose }: AlertBarProps): ReactNode {
  const { value, leaving } = useLingering({ value: message, ms: motion.noticeMs })
  return (
    <div role="alert" {...part({ name: 'alert-bar-region' })}>
      {value ? (
        <div {...part({ name: 'alert-bar', states: { variant: value.variant, leaving } })}>
          {iconOf(value.variant)}
          <span {...part({ name: 'alert-bar-message' })}>{value.text}</span>
          <IconButton label={closeLabel} icon={<XIcon />} onClick={onClose} />
        </div>
      ) : null}
    </div>
  )
}

function iconOf(variant: AlertBarVariant): ReactNode {
  switch (variant) {
    case 'info':
      return <InfoIcon />
    case 'success':
      return <CheckIcon />
    case 'warning':
      return <WarningIcon />
    case 'error':
      return <CloseCircleIcon />
  }
}
