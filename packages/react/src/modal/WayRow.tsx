import { push, type Route } from '@foyer/core/view'
import { Row } from '@foyer/parts'
import type { ComponentProps, ReactNode } from 'react'
import { useModal } from './modalContext.js'

export interface WayRowProps extends Omit<ComponentProps<typeof Row>, 'chevron' | 'onClick'> {
  readonly to: Route
}

/** A row that leads to another view. */
export function WayRow({ to, ...row }: WayRowProps): ReactNode {
  const { foyer } = useModal()
  return <Row {...row} chevron onClick={() => push(foyer, to)} />
}
