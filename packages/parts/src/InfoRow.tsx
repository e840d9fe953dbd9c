import type { ReactNode } from 'react'
import { part } from './part.js'
import { type RowContent, rowContent } from './Row.js'

export type InfoRowProps = Omit<RowContent, 'chevron'>

/** One thing of a list that is only read. */
export function InfoRow({ partName, ...content }: InfoRowProps): ReactNode {
  return <div {...part({ name: 'row', states: { static: true }, also: partName })}>{rowContent(content)}</div>
}
