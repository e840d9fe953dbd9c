import { expandExponent, InvalidAmountError, parseAmount } from '@foyer/core/chain'
import { InvalidInputError } from '../errors/refusals.js'

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
    throw new InvalidInputError({ reasons: [{ name, description }] })
  }
}
