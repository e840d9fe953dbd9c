import { type ReactNode, useId, useState } from 'react'
import { ChevronDownIcon } from './icons/viewIcons.js'
import { part } from './part.js'

export interface Detail {
  readonly id: string
  readonly term: string
  /** Undefined for what isn't listed. */
  readonly value: ReactNode
  /** One sentence that explains the term. */
  readonly explanation?: string | undefined
}

export interface DetailsProps {
  readonly details: readonly Detail[]
  /** The part that is always seen, a press on which unfolds the list; without it the list stands open. */
  readonly summary?: ReactNode | undefined
  readonly partName?: string | undefined
}

/** Terms and their values, one under the other. */
export function Details({ details, summary, partName }: DetailsProps): ReactNode {
  const id = useId()
  const [open, setOpen] = useState(summary === undefined)
  return (
    <div data-look="panel" {...part({ name: 'details', states: { open }, also: partName })}>
      {summary === undefined ? null : (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          data-look="ends"
          {...part({ name: 'details-summary' })}
        >
          {summary}
          <ChevronDownIcon />
        </button>
      )}
      <dl id={id} hidden={!open} data-look="stack" {...part({ name: 'detail-list' })}>
        {details.map(({ id: key, term, value, explanation }) =>
          value === undefined ? null : (
            <div key={key} {...part({ name: 'detail', states: { detail: key } })}>
              <dt>{term}</dt>
              <dd>{value}</dd>
              {explanation ? <dd {...part({ name: 'detail-explanation' })}>{explanation}</dd> : null}
            </div>
          ),
        )}
      </dl>
    </div>
  )
}
