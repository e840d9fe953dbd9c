import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { part } from './part.js'
import { type RowContent, rowContent } from './Row.js'

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
