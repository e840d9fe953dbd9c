import { type Displayable, shortenAddress } from '@foyer/core/chain'
import { figureOf, type ShownFee } from '@foyer/core/internal'
import { part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useModal } from '../modalContext.js'

/** An address whole, on lines of one length, which are compared more easily. */
export function WholeAddress({ children }: { readonly children: string }): ReactNode {
  return (
    <bdi dir="ltr" {...part({ name: 'whole-address' })}>
      {children}
    </bdi>
  )
}

/** The name of a transaction, shortened; whole as its title. */
export function TransactionHash({ children }: { readonly children: string }): ReactNode {
  return (
    <bdi dir="ltr" title={children}>
      {shortenAddress({ address: children })}
    </bdi>
  )
}

/** The network's fee: dollars first where they are known. */
export function Fee({ amount, worth }: ShownFee): ReactNode {
  return (
    <bdi dir="ltr" {...part({ name: 'fee' })}>
      {worth ? `${worth} · ${amount}` : amount}
    </bdi>
  )
}

export interface SumProps {
  /** The amount; without it the unit says it all, as of an NFT. */
  readonly amount?: Displayable | undefined
  /** Its symbol, or the name of an NFT. */
  readonly unit: string
  /** Before what has gone or come, or will come about so. */
  readonly sign?: '−' | '+' | '≈' | undefined
  /** Its worth, or where it goes. */
  readonly note?: ReactNode | undefined
  readonly image?: ReactNode | undefined
  /** `second`: what comes in return. */
  readonly size?: 'first' | 'second' | undefined
}

/** From how many characters on an amount is written smaller, and smaller again. */
const [long, longer] = [12, 18]

/** The amount that all is about, to the last digit. */
export function Sum({ amount, unit, sign, note, image, size = 'first' }: SumProps): ReactNode {
  const { foyer } = useModal()
  const figure = amount && figureOf({ amount, locale: foyer.options.locale.tag })
  const length = figure ? figure.whole.length + figure.rest.length + (sign?.length ?? 0) : unit.length
  const width = length > longer ? 'longer' : length > long ? 'long' : 'usual'
  return (
    <div data-look="stack-1" {...part({ name: 'sum-block', states: { size } })}>
      {image}
      <p dir="ltr" {...part({ name: 'sum', states: { size, width } })}>
        {figure ? (
          <>
            <span>
              {sign}
              {figure.whole}
              {figure.rest === '' ? null : <span {...part({ name: 'sum-rest' })}>{figure.rest}</span>}
            </span>{' '}
            <bdi {...part({ name: 'sum-unit' })}>{unit}</bdi>
          </>
        ) : (
          <bdi>{unit}</bdi>
        )}
      </p>
      {note ? (
        <p data-look="dim" {...part({ name: 'sum-note' })}>
          {note}
        </p>
      ) : null}
    </div>
  )
}
