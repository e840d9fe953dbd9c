import type { ReactNode } from 'react'

/** One line of a request's description. */
export interface Fact {
  readonly label: string
  readonly value: string
  /** An address or data, shown letter by letter. */
  readonly isCode?: boolean | undefined
  /** The way of an amount: what leaves has a minus, what comes a plus. */
  readonly way?: 'out' | 'in' | undefined
}

/** A list of names and values. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  if (facts.length === 0) return null
  return (
    <dl className="facts">
      {facts.map(({ label, value, isCode, way }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a request may say the same twice, and its facts never change places
        <div key={index} data-way={way}>
          <dt>{label}</dt>
          <dd data-code={isCode || undefined}>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
