import { part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { currencySign } from './signOfCurrency.js'

export interface CurrencySignProps {
  /** ISO 4217, such as `USD`. */
  readonly currency: string
  /** 36 px in a row, 24 in a chip. */
  readonly size?: 'chip' | 'row' | undefined
}

/** A currency's sign in a circle, beside its name. */
export function CurrencySign({ currency, size = 'row' }: CurrencySignProps): ReactNode {
  return (
    <span aria-hidden="true" {...part({ name: 'currency-sign', states: { size } })}>
      {[...currencySign(currency)].slice(0, 2).join('')}
    </span>
  )
}
