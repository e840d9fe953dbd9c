import { type ReactNode, useId } from 'react'
import { part } from './part.js'

export interface AmountFieldProps {
  /** The accessible name of the amount, such as "You send". */
  label: string
  value: string
  /**
   * The decimal separator of the visitor's language, `.` or `,`: where one of the two stands alone it is shown as this
   * one.
   */
  decimal: string
  /** Receives what was typed or pasted, with that separator. */
  onValueChange?: ((text: string) => void) | undefined
  disabled?: boolean | undefined
  /** Its figure is on its way. */
  busy?: boolean | undefined
  /** A sentence about what is wrong with the amount. */
  error?: string | undefined
  /** Beside the amount: the token, or a button that chooses one. */
  token: ReactNode
  /** Below it at the start: what it is worth. */
  worth?: ReactNode | undefined
  /** Below it at the end: what there is of it, and a button that takes all. */
  available?: ReactNode | undefined
  partName?: string | undefined
}

/** How many characters stand in large figures beside a token. */
const longest = 9

/** A point or a comma that stands alone divides, whichever a keyboard has. */
const withSeparator = ({ text, decimal }: { readonly text: string; readonly decimal: string }): string =>
  /^[^.,]*[.,][^.,]*$/.test(text) ? text.replace(/[.,]/, decimal) : text

/** Returns the typed text; the caret stays where it is when the separator changes under it. */
function typedIn({ input, decimal }: { readonly input: HTMLInputElement; readonly decimal: string }): string {
  const text = withSeparator({ text: input.value, decimal })
  if (text === input.value) return text
  const { selectionStart, selectionEnd } = input
  input.value = text
  input.setSelectionRange(selectionStart, selectionEnd)
  return text
}

/** An amount of a token: large figures, what they are worth, and what there is. */
export function AmountField(props: AmountFieldProps): ReactNode {
  const { label, value, decimal, onValueChange, disabled, busy, error, token, worth, available, partName } = props
  const id = useId()
  const invalid = error !== undefined
  const shown = withSeparator({ text: value, decimal })
  return (
    <div
      data-look="stack-1 panel"
      {...part({ name: 'amount-field', states: { invalid, disabled, busy }, also: partName })}
    >
      <label htmlFor={id} data-look="dim" {...part({ name: 'amount-label' })}>
        {label}
      </label>
      <div {...part({ name: 'amount-line' })}>
        <input
          {...part({ name: 'amount-input', states: { long: shown.length > longest } })}
          id={id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          placeholder="0"
          dir="ltr"
          value={shown}
          readOnly={onValueChange === undefined}
          disabled={disabled}
          aria-busy={busy || undefined}
          aria-invalid={invalid || undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => onValueChange?.(typedIn({ input: event.currentTarget, decimal }))}
        />
        {token}
      </div>
      <div {...part({ name: 'amount-below' })}>
        <span {...part({ name: 'amount-worth' })}>{worth}</span>
        <span data-look="line" {...part({ name: 'amount-available' })}>
          {available}
        </span>
      </div>
      <div id={`${id}-note`} aria-live="polite" {...part({ name: 'field-note', states: { invalid } })}>
        {error}
      </div>
    </div>
  )
}
