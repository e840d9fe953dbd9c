import type { ReactNode } from 'react'

/** A part of a headline: words of its sentence, or a value that stands by itself. */
export interface HeadlinePart {
  readonly text: string
  readonly isValue?: boolean | undefined
  readonly tone?: 'gives' | 'gets' | 'unsure' | undefined
  /** The amount to its last digit, where the text has less. */
  readonly exact?: string | undefined
}

/** Shows the sum of a request, in a sentence or a few. */
export function Headline({ parts, id }: { readonly parts: readonly HeadlinePart[]; readonly id?: string }): ReactNode {
  return (
    <p id={id} className="headline" data-part="headline" part="headline">
      {parts.map(({ text, isValue, tone, exact }, index) =>
        isValue ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have their order
          <bdi key={index} data-tone={tone} title={exact}>
            {text}
          </bdi>
        ) : (
          text
        ),
      )}
    </p>
  )
}
