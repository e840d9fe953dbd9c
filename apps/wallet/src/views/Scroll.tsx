import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/** The part of a screen that scrolls where it has to; then the keyboard reaches it as well, and reads it by its arrows. */
export function Scroll(props: ComponentProps<'div'>): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const [isLong, setLong] = useState(false)
  useLayoutEffect(() => {
    const look = () => {
      const { scrollHeight = 0, clientHeight = 0 } = place.current ?? {}
      setLong(scrollHeight > clientHeight + 1)
    }
    look()
    window.addEventListener('resize', look)
    return () => window.removeEventListener('resize', look)
  })
  return <div {...props} ref={place} className="scroll" tabIndex={isLong ? 0 : undefined} />
}
