import { expandExponent, InvalidAmountError, parseAmount } from '@foyer/core/chain'
import { InvalidInputError } from '@foyer/service/errors/refusals'
import { AmountTooSmallError } from './refusals.js'

/** The decimals of an on-ramp's money, whichever: cents. */
export const moneyDecimals = 2
/** The decimals of prices and exchange rates. */
export const rateDecimals = 18

const oneMoney = 10n ** BigInt(moneyDecimals)

export interface QuoteParameters {
  /** what is paid, in cents */
  total: bigint
  /** what the provider takes of it: 150 is 1.5 % */
  feeBasisPoints: number
  /** what sending costs, in US dollars times 10^18 */
  sendingUsd: bigint
  /** what one whole unit of the money is, in US dollars times 10^18 */
  moneyUsd: bigint
  /** what one whole coin costs, in US dollars times 10^18 */
  coinUsd: bigint
  coinDecimals: number
}

/** All in cents but `purchase`, which is in the coin's smallest unit. `total` is the sum of the other three, to the cent. */
export interface QuotedAmounts {
  readonly total: bigint
  readonly fee: bigint
  readonly sending: bigint
  readonly subtotal: bigint
  readonly purchase: bigint
}

/**
 * Works an offer out: the fee to the nearest cent, sending rounded up, what is got rounded down, so that no more is promised
 * than is paid for.
 * @throws {@link AmountTooSmallError} where the fees eat it up
 */
export function quoteOf(request: QuoteParameters): QuotedAmounts {
  const { total, feeBasisPoints, sendingUsd, moneyUsd, coinUsd, coinDecimals } = request
  const fee = (total * BigInt(feeBasisPoints) + 5_000n) / 10_000n
  const sending = (sendingUsd * oneMoney + moneyUsd - 1n) / moneyUsd
  const subtotal = total - fee - sending
  if (subtotal <= 0n) throw new AmountTooSmallError()
  const purchase = (subtotal * moneyUsd * 10n ** BigInt(coinDecimals)) / (coinUsd * oneMoney)
  if (purchase === 0n) throw new AmountTooSmallError()
  return { total, fee, sending, subtotal, purchase }
}

/** Returns the cost of a transaction. @param wei - gas times its price @returns in US dollars times 10^18 */
export function sendingCost(request: { wei: bigint; coinUsd: bigint; coinDecimals: number }): bigint {
  const { wei, coinUsd, coinDecimals } = request
  return (wei * coinUsd) / 10n ** BigInt(coinDecimals)
}

export interface ReadAmountParameters {
  /** the field, for the refusal */
  name: string
  /** a decimal number, also as JavaScript writes small and large ones */
  text: string
  decimals: number
}

/**
 * Reads an amount of the wire exactly; nothing is rounded.
 * @returns it in the smallest unit
 * @throws {@link InvalidInputError} that names the field
 */
export function readAmount({ name, text, decimals }: ReadAmountParameters): bigint {
  try {
    return parseAmount({ text: expandExponent(text), decimals }).value
  } catch (error) {
    if (!(error instanceof InvalidAmountError)) throw error
    const description = `Must be a decimal number with ${decimals} digits after the point at most.`
    throw new InvalidInputError({ name, description })
  }
}
