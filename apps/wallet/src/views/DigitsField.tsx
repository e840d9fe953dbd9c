import { CodeField, type CodeFieldProps } from '@foyer/parts/code'
import { type ReactNode, useEffect, useRef } from 'react'

export interface DigitsFieldProps
  extends Pick<CodeFieldProps, 'label' | 'digits' | 'value' | 'onValueChange' | 'invalid' | 'busy' | 'noteId'> {
  /** The page has this one field, and the visitor came to fill it in; a code comes by mail then, and may be pasted. */
  readonly isOnly?: boolean | undefined
}

/** Digits that the visitor types, on whichever keyboard, under what they are of. */
export function DigitsField({ isOnly = false, ...field }: DigitsFieldProps): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = place
    if (isOnly) return
    current?.addEventListener('beforeinput', refuseBrought)
    return () => current?.removeEventListener('beforeinput', refuseBrought)
  }, [isOnly])
  return (
    <div ref={place}>
      <p>{field.label}</p>
      <div className="digits-field">
        <CodeField {...field} isSent={isOnly} autoFocus={isOnly} />
      </div>
    </div>
  )
}

/** Digits that another screen shows are read there and typed: a page could have put its own into what is pasted. */
function refuseBrought(event: InputEvent): void {
  if (!/^(insertText|insertCompositionText|insertFromComposition|delete.*)$/.test(event.inputType))
    event.preventDefault()
}
