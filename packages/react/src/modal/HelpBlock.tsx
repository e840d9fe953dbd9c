import { Illustration, type IllustrationName, part } from '@foyer/parts'
import type { ReactNode } from 'react'

export interface HelpBlockProps {
  readonly illustration: IllustrationName
  readonly title: string
  readonly text: string
}

/** One thing explained. */
export function HelpBlock({ illustration, title, text }: HelpBlockProps): ReactNode {
  return (
    <div {...part({ name: 'help-block' })}>
      <Illustration name={illustration} />
      <div data-look="stack-1" {...part({ name: 'help-words' })}>
        <h3 {...part({ name: 'help-title' })}>{title}</h3>
        <p data-look="dim" {...part({ name: 'help-text' })}>
          {text}
        </p>
      </div>
    </div>
  )
}
