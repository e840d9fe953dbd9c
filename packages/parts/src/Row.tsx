import { Children, type ReactNode } from 'react'
import { CheckIcon, ChevronRightIcon } from './icons/icons.js'
import { type ButtonAttributes, part } from './part.js'
import { pressUnlessBusy } from './press.js'
import { Spinner } from './Spinner.js'

export interface RowContent {
  label: string
  sublabel?: ReactNode | undefined
  /** A {@link WalletImage}, a {@link NetworkImage}, an {@link Avatar} or an icon. */
  image?: ReactNode | undefined
  /** The content at the end: a {@link Tag}, an amount. */
  trailing?: ReactNode | undefined
  /** Says that a press leads on. */
  chevron?: boolean | undefined
  partName?: string | undefined
}

export interface RowProps extends RowContent, ButtonAttributes {
  /** Under way: shows a spinner, takes no press. */
  busy?: boolean | undefined
  /** The one of the list that holds now. */
  selected?: boolean | undefined
}

/** One thing of a list that can be pressed. */
export function Row(props: RowProps): ReactNode {
  const { label, sublabel, image, trailing, chevron, busy, selected, partName, onClick, ...rest } = props
  const states = { busy, selected, disabled: rest.disabled }
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      aria-current={selected || undefined}
      {...rest}
      {...part({ name: 'row', states, also: partName })}
      onClick={pressUnlessBusy({ busy, onClick })}
    >
      {rowContent({ label, sublabel, image, trailing })}
      {busy ? <Spinner /> : selected ? <CheckIcon /> : chevron ? <ChevronRightIcon /> : null}
    </button>
  )
}

/** Draws the content of a row. */
export function rowContent({ label, sublabel, image, trailing }: RowContent): ReactNode {
  const name = (
    <span {...part({ name: 'row-label' })} dir="auto" title={label}>
      {label}
    </span>
  )
  return (
    <>
      {image}
      {sublabel === undefined ? (
        name
      ) : (
        <span {...part({ name: 'row-text' })}>
          {name}
          <span {...part({ name: 'row-sublabel' })}>{sublabel}</span>
        </span>
      )}
      {trailing ? <span {...part({ name: 'row-trailing' })}>{trailing}</span> : null}
    </>
  )
}

export interface RowListProps {
  /** The accessible name of the list. */
  label?: string | undefined
  /** Scrolls within itself when it grows beyond what a card should hold. */
  scrolls?: boolean | undefined
  children: ReactNode
}

/** Rows, one under the other. */
export function RowList({ label, scrolls, children }: RowListProps): ReactNode {
  return (
    <ul aria-label={label} {...part({ name: 'row-list', states: { scrolls } })}>
      {Children.map(children, (child) => child && <li>{child}</li>)}
    </ul>
  )
}
