import { type RefObject, useEffect } from 'react'

/** Brings the part that the address names after its `#` into sight: mails and the modal lead there, and it isn't there yet when the browser looks for it. */
export function useNamedPart(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    for (const title of page.current?.querySelectorAll('h2') ?? []) {
      if (`#${title.id}` !== window.location.hash) continue
      const fold = title.closest('details')
      if (fold) fold.open = true
      title.scrollIntoView()
    }
  }, [page])
}
