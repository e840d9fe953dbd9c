import type { ReactNode } from 'react'
import { part } from './part.js'
import { Skeleton } from './Skeleton.js'

export interface TokenRowProps {
  /** A {@link TokenImage}. */
  image: ReactNode
  label: string
  /** How much there is of it, with its symbol. */
  amount: ReactNode
  /** Its worth. */
  worth?: string | undefined
}

/** A token that is held: it is read, not pressed. */
export function TokenRow({ image, label, amount, worth }: TokenRowProps): ReactNode {
  return (
    <div data-look="line-3" {...part({ name: 'token-row' })}>
      {image}
      <span {...part({ name: 'row-text' })}>
        <span {...part({ name: 'row-label' })} dir="auto" title={label}>
          {label}
        </span>
        <span {...part({ name: 'row-sublabel' })}>{amount}</span>
      </span>
      {worth === undefined ? null : (
        <span dir="ltr" {...part({ name: 'token-worth' })}>
          {worth}
        </span>
      )}
    </div>
  )
}

/** Draws the place of a token that will come. */
export function TokenRowSkeleton(): ReactNode {
  return (
    <div aria-hidden="true" data-look="line-3" {...part({ name: 'token-row', states: { coming: true } })}>
      <span {...part({ name: 'token-image', states: { size: 'row' } })} />
      <span {...part({ name: 'row-text' })}>
        <Skeleton />
        <Skeleton />
      </span>
    </div>
  )
}
