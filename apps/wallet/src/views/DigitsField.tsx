import { CodeField, type CodeFieldProps } from '@foyer/parts/code'
import type { ReactNode } from 'react'

export interface DigitsFieldProps
  extends Pick<CodeFieldProps, 'label' | 'digits' | 'value' | 'onValueChange' | 'invalid' | 'busy' | 'noteId'> {
  /** The page has this one field, and the visitor came to fill it in; a code comes by mail then. */
  readonly isOnly?: boolean | undefined
}

/** Digits that the visitor types, on whichever keyboard, under what they are of. */
export function DigitsField({ isOnly = false, ...field }: DigitsFieldProps): ReactNode {
  return (
    <div>
      <p>{field.label}</p>
      <div className="digits-field">
        <CodeField {...field} isSent={isOnly} autoFocus={isOnly} />
      </div>
    </div>
  )
}
