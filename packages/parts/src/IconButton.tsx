import type { ReactNode } from 'react'
import { type ButtonAttributes, part } from './part.js'
import { pressUnlessBusy } from './press.js'
import { Spinner } from './Spinner.js'

export interface IconButtonProps extends Omit<ButtonAttributes, 'aria-label'> {
  /** What a press does, in words. */
  label: string
  icon: ReactNode
  /** `plain` has no ground until it's pointed at; `tinted` and `filled` carry the accent. */
  variant?: 'plain' | 'quiet' | 'tinted' | 'filled' | undefined
  busy?: boolean | undefined
  partName?: string | undefined
}

/** A button that is only a picture, never under 36 px wide or high. */
export function IconButton(props: IconButtonProps): ReactNode {
  const { label, icon, variant = 'plain', busy, partName, onClick, type = 'button', ...rest } = props
  return (
    <button
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      {...rest}
      {...part({ name: 'icon-button', states: { variant, busy, disabled: rest.disabled }, also: partName })}
      type={type}
      aria-label={label}
      onClick={pressUnlessBusy({ busy, onClick })}
    >
      {busy ? <Spinner /> : icon}
    </button>
  )
}
