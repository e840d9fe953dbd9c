import { type ReactNode, useId } from 'react'

export interface PickProps {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly value: string
  readonly onPick: (value: string) => void
  /** Shows the label to assistive technology only. */
  readonly hideLabel?: boolean | undefined
}

/** A labelled native `<select>`. */
export function Pick({ label, options, value, onPick, hideLabel = false }: PickProps): ReactNode {
  const id = useId()
  return (
    <div className="pick" data-chip={hideLabel || undefined}>
      <label htmlFor={id} data-part={hideLabel ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select id={id} value={value} onChange={(event) => onPick(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
