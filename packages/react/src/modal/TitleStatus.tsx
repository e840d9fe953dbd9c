import { VisuallyHidden } from '@foyer/parts'
import { type ReactNode, useState } from 'react'

export interface TitleStatusProps {
  readonly title: string
}

/** Tells those who listen where they are now. The first title they hear with the dialog's name. */
export function TitleStatus({ title }: TitleStatusProps): ReactNode {
  const [heard, setHeard] = useState({ title, moved: false })
  if (heard.title !== title) setHeard({ title, moved: true })
  return (
    <VisuallyHidden>
      <span role="status">{heard.moved ? title : null}</span>
    </VisuallyHidden>
  )
}
