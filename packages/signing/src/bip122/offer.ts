import type { Fact, Words } from '@foyer/core/words'
import { words } from '../sentences.js'
import { isFarLess } from '../tradeWorth.js'
import type { Output } from './outputs.js'
import type { ReadInput } from './readPayment.js'

/** A part of an offer: signed, and may be taken up without the rest. */
export interface OfferPart {
  /** The coins of this wallet that it spends, in satoshi. */
  readonly gives: bigint
  /** The amount that it binds to come back, in satoshi; the rest is up to others. */
  readonly gets: bigint
}

/** An offer that signatures with open parts make to any taker: its parts, the worst first. */
export interface Offer {
  readonly gives: bigint
  readonly parts: readonly OfferPart[]
}

/**
 * Reads what is signed as an offer: others may add what they like to it, and need only keep what the signatures bind. Whichever of its parts are taken up, this wallet
 * gets no less than what these come to.
 * @returns undefined for a payment: one whose signatures bind every output, and that needs no inputs of others
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
  const signed = inputs.flatMap((input, place): readonly Signed[] =>
    input.isSigned
      ? [{ value: input.onLedger ?? input.value ?? 0n, binds: input.binds, isAlone: input.isAlone, place }]
      : [],
  )
  const open = inputs.filter(({ isSigned, isBinding }) => isSigned && !isBinding)
  const isWhole = open.every(({ binds }) => binds === 'all')
  if (open.length === 0 || (isWhole && !isShort)) return undefined
  return { gives: sum(signed.map(({ value }) => value)), parts: partsOf(signed, outputs).sort(byWorth) }
}

interface Signed extends Pick<ReadInput, 'binds' | 'isAlone'> {
  readonly value: bigint
  readonly place: number
}

/**
 * An input whose signature binds no other input may be spent without them, in whatever transaction has the output that it binds; the others are spent together alone,
 * with all that any of them binds.
 */
function partsOf(signed: readonly Signed[], outputs: readonly Output[]): OfferPart[] {
  const own = ({ whose, value }: Output) => (whose === 'other' ? 0n : value)
  const whole = sum(outputs.map(own))
  const boundBy = ({ binds, place }: Signed) => {
    const output = binds === 'one' ? outputs[place] : undefined
    return binds === 'all' ? whole : output ? own(output) : 0n
  }
  const gives = (all: readonly Signed[]) => sum(all.map(({ value }) => value))
  const alone = signed.filter(({ isAlone }) => isAlone)
  // One that binds every output may be taken up with others that bind some of these: they share what comes back.
  if (alone.some(({ binds }) => binds === 'all'))
    return [{ gives: gives(signed), gets: alone.map(boundBy).reduce(least, whole) }]
  const apart = alone.map((each) => ({ gives: each.value, gets: boundBy(each) }))
  const joint = signed.filter(({ isAlone }) => !isAlone)
  if (joint.length === 0) return apart
  const isAll = joint.some(({ binds }) => binds === 'all')
  const beside = sum(apart.map(({ gets }) => gets))
  const gets = isAll ? whole - beside : sum(joint.map(boundBy))
  return [...apart, { gives: gives(joint), gets }]
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const byWorth = (one: OfferPart, other: OfferPart): number => (one.gets - one.gives < other.gets - other.gives ? -1 : 1)

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)

/** Returns the facts of each part: what is given, the least that comes back, and who may take it up. */
export const offerFacts = ({ parts }: Offer, coins: (amount: bigint) => string): readonly Fact[] => [
  ...parts.flatMap(({ gives, gets }) => [
    { label: words('request.give'), value: coins(gives) },
    { label: words('request.getAtLeast'), value: gets > 0n ? coins(gets) : words('request.nothing') },
  ]),
  { label: words('request.mayTake'), value: words('request.anybody') },
]

/** Returns an offer's warnings: what isn't bound to come back is the taker's of a part, paid as a fee or not. */
export function offerWarnings({ parts }: Offer): readonly Words[] {
  if (parts.some(({ gets }) => gets === 0n)) return [words('request.warn.orderForNothing')]
  return parts.some(({ gives, gets }) => isFarLess(gets, gives)) ? [words('request.warn.worthFar')] : []
}
