import { part } from '@foyer/parts'
import type { ReactNode } from 'react'

/** The sign of a currency, such as `$`; its code where it has none. The same in every language, as amounts are. */
export function currencySign(currency: string): string {
  try {
    const parts = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    }).formatToParts(0)
    return parts.find(({ type }) => type === 'currency')?.value ?? currency
  } catch (error) {
    // Three letters are what a currency has; a server may say another thing.
    if (error instanceof RangeError) return currency
    throw error
  }
}

/** A round amount of money as a language writes it, such as `$1,000`. */
export function moneyOf({
  amount,
  currency,
  locale,
}: {
  readonly amount: number
  /** ISO 4217, such as `USD`. */
  readonly currency: string
  /** BCP 47 */
  readonly locale: string
}): string {
  const form = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', maximumFractionDigits: 0 } as const
  try {
    return new Intl.NumberFormat(locale, { ...form, numberingSystem: 'latn', useGrouping: 'always' }).format(amount)
  } catch (error) {
    if (error instanceof RangeError) return `${currency} ${amount}`
    throw error
  }
}

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
