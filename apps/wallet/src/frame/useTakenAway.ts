import { type RefObject, useEffect } from 'react'

/** A page that places its frame anew, as windows are turned and resized, has it out of sight for a moment. One that hides it means it. */
const awayMs = 400

/** A request that was shown and is taken away by the page around has its answer: the visitor closed it. */
export function useTakenAway({
  place,
  isShown,
  onTakenAway,
}: {
  readonly place: RefObject<HTMLElement | null>
  readonly isShown: boolean
  readonly onTakenAway: () => void
}): void {
  useEffect(() => {
    const { current } = place
    if (!current || !isShown) return
    let wasSeen = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver((entries) => {
      const { isIntersecting: isSeen = false, boundingClientRect: box } = entries.at(-1) ?? {}
      clearTimeout(timer)
      // In a frame that isn't drawn nothing has a size. What is asked for next is shown in it again, so what it showed is answered before that.
      if (wasSeen && !isSeen && box?.width === 0) onTakenAway()
      else if (wasSeen && !isSeen) timer = setTimeout(onTakenAway, awayMs)
      wasSeen ||= isSeen
    })
    observer.observe(current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [place, isShown, onTakenAway])
}
