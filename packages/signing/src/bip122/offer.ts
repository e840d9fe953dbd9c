import type { Fact } from '@foyer/core/words'
import { words } from '../sentences.js'
import type { Output } from './outputs.js'
import type { ReadInput } from './readPayment.js'

/** What a signature that leaves something open is worth to whoever takes it up, in satoshi. */
export interface Offer {
  /** What of this wallet's it spends. */
  readonly gives: bigint
  /** What it binds to come back; the rest is up to others. */
  readonly gets: bigint
}

/**
 * Reads what is signed as an offer: others may add what they like to it, and need only keep what the signatures bind.
 * @returns undefined for a payment: one whose signatures bind every output, and that needs nobody else's inputs
 */
export function offerOf({
  inputs,
  outputs,
  isShort,
}: {
  readonly inputs: readonly ReadInput[]
  readonly outputs: readonly Output[]
  /** Its inputs hold less than its outputs. */
  readonly isShort: boolean
}): Offer | undefined {
  const signed = inputs.flatMap((input, index) => (input.isSigned ? [{ input, index }] : []))
  const open = signed.filter(({ input }) => !input.isBinding)
  const isWhole = open.every(({ input }) => input.binds === 'all')
  if (open.length === 0 || (isWhole && !isShort)) return undefined
  const bound = outputs.filter(
    (_, place) =>
      isWhole || open.some(({ input, index }) => input.binds === 'all' || (input.binds === 'one' && index === place)),
  )
  return {
    gives: sum(signed.map(({ input: { value, onLedger } }) => onLedger ?? value ?? 0n)),
    gets: sum(bound.flatMap(({ whose, value }) => (whose === 'other' ? [] : [value]))),
  }
}

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)

/** What is given at least, what for, and who may take it up. */
export const offerFacts = ({ gives, gets }: Offer, coins: (amount: bigint) => string): readonly Fact[] => [
  { label: words('request.give'), value: coins(gives) },
  { label: words('request.getAtLeast'), value: gets > 0n ? coins(gets) : words('request.nothing') },
  { label: words('request.mayTake'), value: words('request.anybody') },
]
