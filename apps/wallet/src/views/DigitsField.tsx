import type { ReactNode } from 'react'

export interface DigitsFieldProps {
  /** What it is of, for those who read. */
  readonly label: string
  readonly digits: number
  readonly value: string
  /** Latin digits, no more than there are. */
  readonly onValueChange: (value: string) => void
  /** The page has this one field, and the visitor came to fill it in; a code comes by mail then. */
  readonly isOnly?: boolean | undefined
}

/** Digits that the visitor types, on whichever keyboard. */
export function DigitsField({ label, digits, value, onValueChange, isOnly = false }: DigitsFieldProps): ReactNode {
  return (
    <label>
      <p>{label}</p>
      <input
        className="digits-field"
        dir="ltr"
        inputMode="numeric"
        autoComplete={isOnly ? 'one-time-code' : 'off'}
        // biome-ignore lint/a11y/noAutofocus: only where nothing else is to be done on the page
        autoFocus={isOnly}
        value={value}
        onChange={({ currentTarget }) => onValueChange(latinDigits(currentTarget.value).slice(0, digits))}
      />
    </label>
  )
}

/** The digits of what was typed, those of Arabic and Persian keyboards as well. */
const latinDigits = (typed: string): string =>
  typed
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/\D/g, '')
