import { LinkButton, part } from '@foyer/parts'
import type { ReactNode } from 'react'

export interface BesideProps {
  readonly text: string
  readonly label: string
  readonly partName: string
  readonly onPress: () => void
}

/** A question below the ways to go on, with the way that answers it. */
export function Beside({ text, label, partName, onPress }: BesideProps): ReactNode {
  return (
    <p {...part({ name: 'login-beside' })}>
      {text}{' '}
      <LinkButton partName={partName} onClick={onPress}>
        {label}
      </LinkButton>
    </p>
  )
}
