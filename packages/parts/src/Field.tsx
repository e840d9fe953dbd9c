import { type ComponentPropsWithoutRef, type ReactNode, type Ref, useId, useRef } from 'react'
import { IconButton } from './IconButton.js'
import { XIcon } from './icons/icons.js'
import { SearchIcon } from './icons/viewIcons.js'
import { part } from './part.js'

interface FieldText {
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

export interface FieldProps
  extends FieldText,
    Omit<ComponentPropsWithoutRef<'input'>, 'part' | 'children' | 'value' | 'defaultValue' | 'onChange'> {
  inputRef?: Ref<HTMLInputElement> | undefined
}

/** A line of text to fill in, of 16 px, so that a phone doesn't zoom. */
export function Field({ value, onValueChange, inputRef, ...field }: FieldProps): ReactNode {
  const { label, hideLabel, error, hint, leading, trailing, partName, ...rest } = field
  return (
    <FieldFrame {...field}>
      {(described) => (
        <input
          {...rest}
          {...described}
          {...part({ name: 'field-input' })}
          ref={inputRef}
          value={value}
          onChange={(event) => onValueChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  )
}

interface Described {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldFrameProps extends Omit<FieldText, 'value' | 'onValueChange'> {
  id?: string | undefined
  disabled?: boolean | undefined
  /** Draws what is typed into, with what says that it is wrong, and why. */
  children: (described: Described) => ReactNode
}

/** Draws the frame around a text to fill in. */
function FieldFrame(props: FieldFrameProps): ReactNode {
  const own = useId()
  const { id = own, label, hideLabel, error, hint, leading, trailing, partName, disabled, children } = props
  const note = error ?? hint
  const invalid = error !== undefined
  const noteId = `${id}-note`
  return (
    <div {...part({ name: 'field', states: { invalid, disabled }, also: partName })}>
      <label htmlFor={id} {...part({ name: hideLabel ? 'visually-hidden' : 'field-label' })}>
        {label}
      </label>
      <div data-look="line" {...part({ name: 'field-box' })}>
        {leading}
        {children({
          id,
          'aria-invalid': invalid || undefined,
          'aria-describedby': note === undefined ? undefined : noteId,
        })}
        {trailing}
      </div>
      <div id={noteId} aria-live="polite" {...part({ name: 'field-note', states: { invalid } })}>
        {note}
      </div>
    </div>
  )
}

export interface LongFieldProps
  extends FieldText,
    Omit<ComponentPropsWithoutRef<'textarea'>, 'part' | 'children' | 'value' | 'defaultValue' | 'onChange' | 'rows'> {}

/** As many characters as a line of the narrowest card has. */
const lineLength = 26

/** One line of text that is too long for a row, such as an address: it goes on in the next, so that all of it is seen. */
export function LongField({ value, onValueChange, onKeyDown, ...field }: LongFieldProps): ReactNode {
  const { label, hideLabel, error, hint, leading, trailing, partName, ...rest } = field
  return (
    <FieldFrame {...field}>
      {(described) => (
        <textarea
          {...rest}
          {...described}
          {...part({ name: 'field-input', states: { long: true } })}
          rows={Math.max(1, Math.ceil(value.length / lineLength))}
          value={value}
          onChange={(event) => onValueChange(event.currentTarget.value.replace(/[\r\n]+/g, ''))}
          onKeyDown={(event) => {
            // It is one line to who types: Enter presses the form's own button, as from an input, so that what that button doesn't take isn't sent either.
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
              event.preventDefault()
              event.currentTarget.form?.querySelector<HTMLElement>('[type="submit"]')?.click()
            }
            onKeyDown?.(event)
          }}
        />
      )}
    </FieldFrame>
  )
}

/** A list of no more rows than this is read at once. */
const readAtOnce = 8

export interface SearchFieldProps extends Omit<FieldProps, 'hideLabel' | 'leading' | 'trailing' | 'type' | 'error'> {
  /** The accessible name of the cross. */
  clearLabel: string
  /** How many rows the list has, as far as it is known: a short one needs no field. One that something was typed into stays. */
  rows?: number | undefined
}

/** A field that narrows a list; the cross, once there's something to clear, clears it and keeps the focus. */
export function SearchField({ clearLabel, rows, ...field }: SearchFieldProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  if (rows !== undefined && rows <= readAtOnce && field.value === '') return null
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
      inputRef={input}
      type="search"
      hideLabel
      leading={<SearchIcon />}
      trailing={field.value === '' ? null : <IconButton label={clearLabel} icon={<XIcon />} onClick={clear} />}
    />
  )
}
