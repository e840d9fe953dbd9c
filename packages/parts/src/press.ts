import type { MouseEvent } from 'react'

/** A busy control keeps the focus, so it isn't `disabled`; its presses, and the submission they'd cause, are dropped. */
export function pressUnlessBusy<E extends HTMLElement>({
  busy,
  onClick,
}: {
  busy: boolean | undefined
  onClick: ((event: MouseEvent<E>) => void) | undefined
}): (event: MouseEvent<E>) => void {
  return (event) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
}
