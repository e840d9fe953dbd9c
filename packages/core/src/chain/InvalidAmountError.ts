import { FoyerError } from '../errors/FoyerError.js'

/** Why an amount was refused. */
export type AmountFault = 'notation' | 'sign' | 'decimals' | 'precision' | 'length'

const sentences: Readonly<Record<AmountFault, string>> = {
  notation: 'it has to be digits with one point at most, such as 1.5',
  sign: 'it must not be negative',
  decimals: 'decimals have to be a whole number from 0 to 255',
  precision: 'it has more digits after the point than the coin has decimals',
  length: 'it has more than 256 characters',
}

/** A text that isn't an amount of the coin at hand. */
export class InvalidAmountError extends FoyerError {
  override readonly name = 'InvalidAmountError'
  readonly code = 'invalid_amount'
  constructor({ fault }: { fault: AmountFault }) {
    super(`Invalid amount: ${sentences[fault]}.`, { facts: { fault } })
  }
}
