import { type Amount, InvalidAmountError, roundDown } from './amount.js'

/** An amount, or a decimal number as text, such as the API's `"1234.5"`. */
export type Displayable = Amount | string

// A displayed number may have more digits than any coin: of a text only those that can show are read.
function exactly(number: Displayable, decimals: number): Amount {
  if (typeof number !== 'string') return number
  const match = /^(-?)(\d{1,256})(?:\.(\d+))?$/.exec(number)
  if (!match) throw new InvalidAmountError({ fault: 'notation' })
  const [, sign = '', whole = '', fraction = ''] = match
  const value = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return { value: sign ? -value : value, decimals }
}

/** Always as in en-US, whatever the host's locale: the same balance reads the same everywhere. */
function grouped({ value, decimals }: Amount): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, -decimals).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${value < 0n ? '-' : ''}${whole}.${digits.slice(-decimals)}`
}

export interface DisplayBalanceParameters {
  /** What a token balance is worth, in the currency shown. */
  readonly balance: Displayable
  /** On a test network nothing has a worth. */
  readonly testnet?: boolean | undefined
  /** On a network that the kit doesn't support no worth is known. */
  readonly unsupported?: boolean | undefined
}

/**
 * Shows a balance's worth with two decimals, rounded to the nearest, grouped as in en-US [S9.44];
 * `0.00` on test networks and unsupported ones [S9.45].
 *
 * @throws {@link InvalidAmountError}
 * @example displayBalance({ balance: '1234.5' }) // '1,234.50'
 */
export function displayBalance({ balance, testnet = false, unsupported = false }: DisplayBalanceParameters): string {
  if (testnet || unsupported) return '0.00'
  const { value } = roundDown({ amount: exactly(balance, 3), decimals: 3 })
  return grouped({ value: (value + (value < 0n ? -5n : 5n)) / 10n, decimals: 2 })
}

/**
 * Shows how much there is of a coin, with three decimals, rounded down so that never more is shown than there is.
 *
 * @throws {@link InvalidAmountError}
 * @example displayQuantity({ quantity: { value: 0n, decimals: 18 }, symbol: 'ETH' }) // '0.000 ETH'
 */
export function displayQuantity({ quantity, symbol }: { quantity: Displayable; symbol?: string | undefined }): string {
  const number = grouped(roundDown({ amount: exactly(quantity, 3), decimals: 3 }))
  return symbol ? `${number} ${symbol}` : number
}

/**
 * Shortens an address, or any long id, to its first 4 and last 6 characters [S9.43]; what isn't longer stays whole.
 *
 * @example shortenAddress({ address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }) // '0xd8…A96045'
 */
export function shortenAddress({
  address,
  charsStart = 4,
  charsEnd = 6,
}: {
  address: string
  charsStart?: number | undefined
  charsEnd?: number | undefined
}): string {
  if (address.length <= charsStart + charsEnd + 1) return address
  return `${address.slice(0, charsStart)}…${address.slice(address.length - charsEnd)}`
}
