import { type ReactNode, useId } from 'react'

export interface ContentBlockProps {
  readonly label: string
  readonly text: string
  readonly isCode?: boolean | undefined
}

/** A text to sign, whole: a long one scrolls. */
export function ContentBlock({ label, text, isCode = false }: ContentBlockProps): ReactNode {
  const id = useId()
  return (
    <div className="content-block">
      <h3 id={id}>{label}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <section className="content" data-code={isCode || undefined} tabIndex={0} aria-labelledby={id}>
        {text}
      </section>
    </div>
  )
}
