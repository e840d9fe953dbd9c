import { type ReactNode, useRef } from 'react'
import { Field, type FieldProps } from './Field.js'
import { IconButton } from './IconButton.js'
import { XIcon } from './icons/icons.js'
import { SearchIcon } from './icons/viewIcons.js'

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
