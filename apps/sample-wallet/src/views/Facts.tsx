import type { ReactNode } from 'react'
import type { Fact } from '../families/family.js'

/** A list of names and values. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl className="facts">
      {facts.map(({ label, value, isCode }) => (
        <div key={`${label} ${value}`}>
          <dt>{label}</dt>
          <dd data-code={isCode || undefined}>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
