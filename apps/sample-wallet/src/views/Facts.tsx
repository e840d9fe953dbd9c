import type { Fact } from '@foyer/signing'
import type { ReactNode } from 'react'

/** A list of names and values. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl className="facts">
      {facts.map(({ label, value, isCode }, index) => (
        // By their places: a request may say the same twice, and its facts never change.
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
