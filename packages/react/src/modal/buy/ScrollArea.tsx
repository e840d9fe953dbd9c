import { part } from '@foyer/parts'
import type { ReactNode } from 'react'

export interface ScrollAreaProps {
  /** The area's name for screen readers. */
  readonly label: string
  readonly children: ReactNode
}

/** An area that is only read, and may be longer than the card: it takes the focus itself, so that keys scroll it. */
export function ScrollArea({ label, children }: ScrollAreaProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section aria-label={label} tabIndex={0} data-look="stack-2 scrolls" {...part({ name: 'scroll-area' })}>
      {children}
    </section>
  )
}
