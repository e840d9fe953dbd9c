import { type Amount, formatAmount, InvalidAmountError, parseAmount, typedAmount } from '../chain/amount.js'
import type { PaymentCurrency } from '../wire/onramp.js'

/** Money has cents. */
export const moneyDecimals = 2

/** How much can be paid at once, by one way of paying or another. */
export interface PaymentRange {
  /** Decimal strings, in whole units of the currency. */
  readonly least: string
  readonly most: string
}

/** The range that any way of paying of a currency takes; undefined where it names none. */
export function paymentRange({ payment_method_limits: limits }: PaymentCurrency): PaymentRange | undefined {
  const inOrder = (texts: readonly string[]) => texts.map(cents).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const least = inOrder(limits.map(({ min }) => min))[0]
  const most = inOrder(limits.map(({ max }) => max)).at(-1)
  return least === undefined || most === undefined ? undefined : { least: written(least), most: written(most) }
}

/** What is wrong with an amount to pay. */
export type PaymentFault = 'notNumber' | 'tooLittle' | 'tooMuch'

export type ReadPayment =
  | { readonly status: 'empty' }
  | { readonly status: 'wrong'; readonly fault: PaymentFault }
  /** `text` is the amount as the wire has it: digits, and at most one point. */
  | { readonly status: 'right'; readonly text: string }

/** Reads an amount of money as it is typed, and holds it to the limits of its currency. */
export function readPayment({
  typed,
  currency,
}: {
  readonly typed: string
  readonly currency: PaymentCurrency | undefined
}): ReadPayment {
  if (typed.trim() === '') return { status: 'empty' }
  const amount = moneyIn(typed)
  if (!amount) return { status: 'wrong', fault: 'notNumber' }
  const range = currency && paymentRange(currency)
  if (amount.value === 0n || (range && amount.value < cents(range.least)))
    return { status: 'wrong', fault: 'tooLittle' }
  if (range && amount.value > cents(range.most)) return { status: 'wrong', fault: 'tooMuch' }
  return { status: 'right', text: formatAmount(amount) }
}

function moneyIn(typed: string): Amount | undefined {
  const text = typedAmount(typed)
  if (text === undefined) return undefined
  try {
    return parseAmount({ text, decimals: moneyDecimals })
  } catch (error) {
    if (error instanceof InvalidAmountError) return undefined
    throw error
  }
}

/** A limit in cents: a server's may have more digits, which say nothing. */
function cents(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.slice(0, moneyDecimals).padEnd(moneyDecimals, '0'))
}

const written = (value: bigint) => formatAmount({ value, decimals: moneyDecimals })
