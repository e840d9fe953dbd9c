import { type ForwardRefExoticComponent, forwardRef, type ReactNode, type RefAttributes, useId } from 'react'
import { part } from './part.js'

export interface AmountFieldProps {
  /** What the amount is, for those who listen: such as "You send". */
  label: string
  value: string
  /** Receives what was typed or pasted, as it stands. */
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

/** An amount of a token: large figures, what they are worth, and what there is. */
export const AmountField: ForwardRefExoticComponent<AmountFieldProps & RefAttributes<HTMLInputElement>> =
  /* @__PURE__ */ forwardRef<HTMLInputElement, AmountFieldProps>(function AmountField(
    { label, value, onValueChange, disabled = false, busy = false, error, token, worth, available, partName },
    ref,
  ) {
    const id = useId()
    const invalid = error !== undefined
    return (
      <div {...part({ name: 'amount-field', states: { invalid, disabled, busy }, also: partName })}>
        <label htmlFor={id} {...part({ name: 'amount-label' })}>
          {label}
        </label>
        <div {...part({ name: 'amount-line' })}>
          <input
            {...part({ name: 'amount-input', states: { long: value.length > longest } })}
            ref={ref}
            id={id}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            placeholder="0"
            dir="ltr"
            value={value}
            readOnly={onValueChange === undefined}
            disabled={disabled}
            aria-busy={busy || undefined}
            aria-invalid={invalid || undefined}
            aria-describedby={`${id}-note`}
            onChange={(event) => onValueChange?.(event.currentTarget.value)}
          />
          {token}
        </div>
        <div {...part({ name: 'amount-below' })}>
          <span {...part({ name: 'amount-worth' })}>{worth}</span>
          <span {...part({ name: 'amount-available' })}>{available}</span>
        </div>
        <div id={`${id}-note`} aria-live="polite" {...part({ name: 'field-note', states: { invalid } })}>
          {error}
        </div>
      </div>
    )
  })
