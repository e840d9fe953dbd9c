import {
  type ComponentPropsWithoutRef,
  type ForwardRefExoticComponent,
  forwardRef,
  type ReactNode,
  type RefAttributes,
  useId,
  useRef,
} from 'react'
import { IconButton } from './IconButton.js'
import { XIcon } from './icons/icons.js'
import { SearchIcon } from './icons/viewIcons.js'
import { part } from './part.js'

export interface FieldProps
  extends Omit<ComponentPropsWithoutRef<'input'>, 'part' | 'children' | 'value' | 'defaultValue' | 'onChange'> {
  label: string
  /** Leaves the label to those who listen, where the placeholder or the place says it. */
  hideLabel?: boolean | undefined
  value: string
  onValueChange: (value: string) => void
  /** A sentence about what is wrong with the value; it's read out with the field. */
  error?: string | undefined
  hint?: string | undefined
  /** An icon before the value. */
  leading?: ReactNode | undefined
  /** A button or a word after it. */
  trailing?: ReactNode | undefined
  partName?: string | undefined
}

/** A line of text to fill in, of 16 px, so that a phone doesn't zoom. */
export const Field: ForwardRefExoticComponent<FieldProps & RefAttributes<HTMLInputElement>> =
  /* @__PURE__ */ forwardRef<HTMLInputElement, FieldProps>(function Field(
    { label, hideLabel = false, value, onValueChange, error, hint, leading, trailing, partName, ...rest },
    ref,
  ) {
    const own = useId()
    const id = rest.id ?? own
    const note = error ?? hint
    const invalid = error !== undefined
    return (
      <div {...part({ name: 'field', states: { invalid, disabled: rest.disabled }, also: partName })}>
        <label htmlFor={id} {...part({ name: hideLabel ? 'visually-hidden' : 'field-label' })}>
          {label}
        </label>
        <div {...part({ name: 'field-box' })}>
          {leading}
          <input
            aria-invalid={invalid || undefined}
            aria-describedby={note === undefined ? undefined : `${id}-note`}
            {...rest}
            {...part({ name: 'field-input' })}
            ref={ref}
            id={id}
            value={value}
            onChange={(event) => onValueChange(event.currentTarget.value)}
          />
          {trailing}
        </div>
        <div id={`${id}-note`} aria-live="polite" {...part({ name: 'field-note', states: { invalid } })}>
          {note}
        </div>
      </div>
    )
  })

export interface SearchFieldProps extends Omit<FieldProps, 'hideLabel' | 'leading' | 'trailing' | 'type' | 'error'> {
  /** What the cross does, in words. */
  clearLabel: string
}

/** A field that narrows a list; the cross, once there's something to clear, clears it and keeps the focus. */
export function SearchField({ clearLabel, ...field }: SearchFieldProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    field.onValueChange('')
    input.current?.focus()
  }
  return (
    <Field
      autoComplete="off"
      autoCorrect="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="search"
      {...field}
      ref={input}
      type="search"
      hideLabel
      leading={<SearchIcon />}
      trailing={field.value === '' ? null : <IconButton label={clearLabel} icon={<XIcon />} onClick={clear} />}
    />
  )
}
