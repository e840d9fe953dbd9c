import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { type LinkAttributes, part } from './part.js'
import { type RowContent, rowContent } from './Row.js'
import { linkUrl } from './urls.js'
import { VisuallyHidden } from './VisuallyHidden.js'

export interface RowItemProps
  extends Omit<RowContent, 'chevron'>,
    Omit<ComponentPropsWithoutRef<'div'>, 'part' | 'children'> {}

/** One thing of a list that leads nowhere. */
export function RowItem({ label, sublabel, image, trailing, partName, ...rest }: RowItemProps): ReactNode {
  return (
    <div {...rest} {...part({ name: 'row', states: { still: true }, also: partName })}>
      {rowContent({ label, sublabel, image, trailing })}
    </div>
  )
}

export interface RowLinkProps extends RowContent, LinkAttributes {
  href: string
  /** The words that say, to those who listen, that a tab of its own opens. */
  newTabHint: string
}

/** A row that leads to another page, in a tab of its own. */
export function RowLink(props: RowLinkProps): ReactNode {
  const { label, sublabel, image, trailing, href, newTabHint, partName, ...rest } = props
  return (
    <a
      {...rest}
      {...part({ name: 'row', states: { link: true }, also: partName })}
      href={linkUrl(href)}
      target="_blank"
      rel="noopener noreferrer"
    >
      {rowContent({ label, sublabel, image, trailing })}
      <VisuallyHidden> {newTabHint}</VisuallyHidden>
    </a>
  )
}
