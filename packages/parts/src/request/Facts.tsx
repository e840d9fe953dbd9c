import type { ReactNode } from 'react'

/** One line of a request's description. */
export interface Fact {
  readonly label: string
  readonly value: string
  /** An address or data, shown letter by letter. */
  readonly isCode?: boolean | undefined
}

/** A list of names and values. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl className="facts">
      {facts.map(({ label, value, isCode }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a request may say the same twice, and its facts never change places
        <div key={index}>
          <dt>{label}</dt>
          <dd data-code={isCode || undefined}>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
