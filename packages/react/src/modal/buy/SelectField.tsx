import { ChevronDownIcon, part } from '@foyer/parts'
import type { ReactNode } from 'react'

export interface SelectFieldProps {
  /** The field's name for screen readers. */
  readonly label: string
  readonly image?: ReactNode | undefined
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChoose: (value: string) => void
}

/** A choice beside an amount: the browser's own list, which every phone and keyboard can use. */
export function SelectField({ label, image, value, options, onChoose }: SelectFieldProps): ReactNode {
  return (
    <span {...part({ name: 'select' })}>
      {image}
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
        {...part({ name: 'select-input' })}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDownIcon />
    </span>
  )
}
