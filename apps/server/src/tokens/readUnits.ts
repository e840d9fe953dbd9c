import { expandExponent, InvalidAmountError, parseAmount } from '@foyer/core/chain'

/**
 * Reads an amount as services write it: a number of JSON or a decimal string. Digits beyond the decimals are cut off.
 * @returns it in the smallest unit; null for what is no amount
 */
export function readUnits({ text, decimals }: { text: string; decimals: number }): bigint | null {
  try {
    const [whole = '', part = ''] = expandExponent(text).split('.')
    const kept = part.slice(0, decimals)
    return parseAmount({ text: kept === '' ? whole : `${whole}.${kept}`, decimals }).value
  } catch (error) {
    if (error instanceof InvalidAmountError) return null
    throw error
  }
}
