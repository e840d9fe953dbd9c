import type { AddressType } from '../addresses/readAddress.js'
import { InsufficientCoinsError } from '../errors.js'
import type { Coin } from '../esplora/answers.js'
import { dustLimit, type FeeRate, feeFor, inputFee, type PayerType, virtualSize } from './weights.js'

/** More inputs would make a transaction that nodes don't relay. */
const mostInputs = 1000

/**
 * Inscriptions and rare satoshis lie on small outputs, of 546 or 10,000 satoshis by custom. At an address that may hold them, what is this small is never
 * spent.
 */
const mayBeInscribed = 10_000n

/** An address that pays. */
export interface Payer {
  readonly type: PayerType
  /** The length of its script, to which change goes. */
  readonly scriptLength: number
  /** It may hold ordinals: it is one of Taproot. */
  readonly mayHoldOrdinals: boolean
}

/** The coins that pay: those that are worth more than spending them costs, mined ones first, the large before the small. */
export function spendable({
  coins,
  payer: { type, mayHoldOrdinals },
  rate,
}: {
  readonly coins: readonly Coin[]
  readonly payer: Payer
  readonly rate: FeeRate
}): readonly Coin[] {
  const least = inputFee(type, rate)
  return coins
    .filter(({ value }) => value > least && !(mayHoldOrdinals && value <= mayBeInscribed))
    .sort((one, other) => Number(other.isConfirmed) - Number(one.isConfirmed) || compare(other.value, one.value))
    .slice(0, mostInputs)
}

const compare = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0)

/** A planned transfer: its coins, amount, change and fee. */
export interface Plan {
  readonly inputs: readonly Coin[]
  readonly amount: bigint
  /** 0 where what is left is too little for an output; then it is part of the fee. */
  readonly change: bigint
  /** The sum of the inputs beyond amount and change. */
  readonly fee: bigint
}

/**
 * Chooses coins for an amount: as few as will do.
 *
 * @throws InsufficientCoinsError
 */
export function planTransfer({
  coins,
  payer,
  to,
  amount,
  rate,
}: {
  readonly coins: readonly Coin[]
  readonly payer: Payer
  /** The recipient's script. */
  readonly to: { readonly scriptLength: number }
  readonly amount: bigint
  readonly rate: FeeRate
}): Plan {
  const inputs: Coin[] = []
  let held = 0n
  const feeOf = (outputs: readonly number[]) =>
    feeFor(virtualSize({ inputs: inputs.map(() => payer.type), outputs }), rate)
  for (const coin of spendable({ coins, payer, rate })) {
    inputs.push(coin)
    held += coin.value
    const left = held - amount - feeOf([to.scriptLength])
    if (left < 0n) continue
    const change = held - amount - feeOf([to.scriptLength, payer.scriptLength])
    return change >= dustLimit(payer.type)
      ? { inputs, amount, change, fee: held - amount - change }
      : { inputs, amount, change: 0n, fee: held - amount }
  }
  throw new InsufficientCoinsError()
}

/** Returns the fee of spending all coins to one recipient, and the coins' sum. */
export function planAll({
  coins,
  payer,
  to,
  rate,
}: {
  readonly coins: readonly Coin[]
  readonly payer: Payer
  readonly to: { readonly scriptLength: number }
  readonly rate: FeeRate
}): { readonly held: bigint; readonly fee: bigint } {
  const all = spendable({ coins, payer, rate })
  return {
    held: all.reduce((sum, { value }) => sum + value, 0n),
    fee: feeFor(virtualSize({ inputs: all.map(() => payer.type), outputs: [to.scriptLength] }), rate),
  }
}

/** An address of Taproot may hold ordinals, also where its wallet calls it one for payments. */
export const payerOf = ({
  type,
  scriptLength,
}: {
  readonly type: AddressType
  readonly scriptLength: number
}): Payer | undefined => (type === 'p2wsh' ? undefined : { type, scriptLength, mayHoldOrdinals: type === 'p2tr' })
