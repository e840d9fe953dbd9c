import type { ReactNode } from 'react'
import { type ButtonAttributes, part } from './part.js'

export interface IconButtonProps extends Omit<ButtonAttributes, 'aria-label'> {
  /** The accessible name: what a press does. */
  label: string
  icon: ReactNode
  /** `plain` has no ground until it's pointed at; `filled` carries the accent, and its looks come with what draws it. */
  variant?: 'plain' | 'quiet' | 'filled' | undefined
  partName?: string | undefined
}

/** A button that is only a picture, never under 36 px wide or high. */
export function IconButton(props: IconButtonProps): ReactNode {
  const { label, icon, variant = 'plain', partName, type = 'button', ...rest } = props
  return (
    <button
      {...rest}
      {...part({ name: 'icon-button', states: { variant, disabled: rest.disabled }, also: partName })}
      type={type}
      aria-label={label}
    >
      {icon}
    </button>
  )
}
