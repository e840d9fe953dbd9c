import type { ReactNode } from 'react'
import { type ButtonAttributes, part } from './part.js'

export interface SwitchProps extends Omit<ButtonAttributes, 'onClick'> {
  label: string
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  partName?: string | undefined
}

/** Something that is on or off, and is so at once. */
export function Switch({ label, checked, onCheckedChange, partName, ...rest }: SwitchProps): ReactNode {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      {...rest}
      {...part({ name: 'toggle', states: { checked, disabled: rest.disabled }, also: partName })}
      onClick={() => onCheckedChange(!checked)}
    >
      <span {...part({ name: 'toggle-label' })}>{label}</span>
      <span {...part({ name: 'toggle-track' })} />
    </button>
  )
}
