import type { ReactNode } from 'react'
import { type ButtonAttributes, part } from './part.js'

export interface ActionButtonProps extends ButtonAttributes {
  label: string
  icon: ReactNode
  partName?: string | undefined
}

/** One of a few things to do, side by side: a sign with its word below. */
export function ActionButton({ label, icon, partName, type = 'button', ...rest }: ActionButtonProps): ReactNode {
  return (
    <button
      {...rest}
      data-look="stack-2 dim"
      {...part({ name: 'action-button', states: { disabled: rest.disabled }, also: partName })}
      type={type}
    >
      <span {...part({ name: 'action-icon' })}>{icon}</span>
      <span {...part({ name: 'action-label' })}>{label}</span>
    </button>
  )
}
