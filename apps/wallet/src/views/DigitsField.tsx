import { CodeField, type CodeFieldProps } from '@foyer/parts/code'
import type { ReactNode } from 'react'
import { useTypedAlone } from './useTypedAlone.js'

export interface DigitsFieldProps
  extends Pick<CodeFieldProps, 'label' | 'digits' | 'value' | 'onValueChange' | 'invalid' | 'busy' | 'noteId'> {
  /** The page has this one field, and the visitor came to fill it in; a code comes by mail then, and may be pasted. */
  readonly isOnly?: boolean | undefined
}

/** Digits that the visitor types, on whichever keyboard, under what they are of. */
export function DigitsField({ isOnly = false, ...field }: DigitsFieldProps): ReactNode {
  const place = useTypedAlone(isOnly)
  return (
    <div ref={place}>
      <p>{field.label}</p>
      <div className="digits-field">
        <CodeField {...field} isSent={isOnly} autoFocus={isOnly} />
      </div>
    </div>
  )
}
