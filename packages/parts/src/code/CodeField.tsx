import { type ReactNode, type RefObject, useState } from 'react'
import { part } from '../part.js'
import { Spinner } from '../Spinner.js'

export interface CodeFieldProps {
  readonly field?: RefObject<HTMLInputElement | null> | undefined
  readonly label: string
  readonly digits: number
  readonly value: string
  /** Called with what is typed, as Latin digits, no more than there are. */
  readonly onValueChange: (value: string) => void
  /** The id of what says that the code is wrong. */
  readonly noteId?: string | undefined
  readonly invalid?: boolean | undefined
  /** The code is being looked at. */
  readonly busy?: boolean | undefined
  /** It comes by mail or from a phone, and may be filled in by the browser. True if left out. */
  readonly isSent?: boolean | undefined
  /** Nothing else is to be done where it stands. */
  readonly autoFocus?: boolean | undefined
}

/** A code to type, paste or have filled in: one field, whose digits stand in boxes. */
export function CodeField(props: CodeFieldProps): ReactNode {
  const { field, label, digits, value, onValueChange, noteId, invalid, busy, isSent = true, autoFocus } = props
  const [focused, setFocused] = useState(false)
  const next = Math.min(value.length, digits - 1)
  return (
    <div dir="ltr" {...part({ name: 'code-field', states: { invalid, busy } })}>
      {Array.from({ length: digits }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
          key={index}
          aria-hidden="true"
          {...part({ name: 'code-box', states: { current: focused && !busy && index === next } })}
        >
          {value[index]}
        </span>
      ))}
      <input
        {...part({ name: 'code-input' })}
        ref={field}
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={noteId}
        inputMode="numeric"
        autoComplete={isSent ? 'one-time-code' : 'off'}
        // biome-ignore lint/a11y/noAutofocus: only where nothing else is to be done on the page
        autoFocus={autoFocus}
        value={value}
        readOnly={busy}
        onChange={({ currentTarget }) =>
          onValueChange(latinDigits(currentTarget.value).replace(/\D/g, '').slice(0, digits))
        }
        onSelect={({ currentTarget: { value: all }, currentTarget }) =>
          currentTarget.setSelectionRange(all.length, all.length)
        }
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      />
      {busy ? <Spinner /> : null}
    </div>
  )
}

/** Returns a text with Latin digits in the place of those of Arabic and Persian keyboards. */
export const latinDigits = (typed: string): string =>
  typed
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
