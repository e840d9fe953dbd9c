import type { ReactNode } from 'react'
import { ExternalIcon } from './icons/icons.js'
import { type LinkAttributes, part } from './part.js'
import { linkUrl } from './urls.js'
import { VisuallyHidden } from './VisuallyHidden.js'

export interface LinkProps extends LinkAttributes {
  /** http, https, mailto or a path; anything else leads nowhere (F29). */
  href: string
  /** Set on a link that opens a tab of its own: the words that say so to those who listen. */
  newTabHint?: string | undefined
  /** `plain` reads as text with a line under it; `button` looks like a quiet button. */
  variant?: 'plain' | 'accent' | 'button' | undefined
  /** Shows the small arrow of a link that leaves the page. */
  arrow?: boolean | undefined
  partName?: string | undefined
  children: ReactNode
}

export function Link(props: LinkProps): ReactNode {
  const { href, newTabHint, variant = 'plain', arrow = false, partName, children, ...rest } = props
  const external = newTabHint !== undefined
  return (
    <a
      {...rest}
      {...part({ name: 'link', states: { variant, external }, also: partName })}
      {...(external ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      href={linkUrl(href)}
    >
      {children}
      {arrow ? <ExternalIcon /> : null}
      {external ? <VisuallyHidden> {newTabHint}</VisuallyHidden> : null}
    </a>
  )
}
