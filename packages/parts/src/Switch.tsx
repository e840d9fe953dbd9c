import type { ReactNode } from 'react'
import { part } from './part.js'

export interface SwitchProps {
  label: string
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  partName?: string | undefined
}

/** Something that is on or off, and is so at once. */
export function Switch({ label, checked, onCheckedChange, partName }: SwitchProps): ReactNode {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      data-look="dim"
      {...part({ name: 'toggle', states: { checked }, also: partName })}
      onClick={() => onCheckedChange(!checked)}
    >
      <span {...part({ name: 'toggle-label' })}>{label}</span>
      <span {...part({ name: 'toggle-track' })} />
    </button>
  )
}
