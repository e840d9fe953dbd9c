import { type RefObject, useEffect, useRef } from 'react'

/**
 * Has the fields in a place take what is typed alone: a page of others could have put its own into what is pasted.
 * @param isOff it takes anything
 */
export function useTypedAlone(isOff = false): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = place
    if (isOff) return
    current?.addEventListener('beforeinput', refuseBrought)
    return () => current?.removeEventListener('beforeinput', refuseBrought)
  }, [isOff])
  return place
}

function refuseBrought(event: InputEvent): void {
  if (!/^(insertText|insertCompositionText|insertFromComposition|delete.*)$/.test(event.inputType))
    event.preventDefault()
}
