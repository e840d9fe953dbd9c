import { type Payer, spendable } from '../coins/coins.js'
import { dustLimit, type FeeRate, feeFor, virtualSize } from '../coins/weights.js'
import { InsufficientCoinsError } from '../errors.js'
import type { Coin } from '../esplora/answers.js'
import { largest } from './fees.js'

/** An output of a transaction, by what locks it. */
export interface PlannedOutput {
  readonly script: Uint8Array
  readonly value: bigint
}

/** A transaction in the place of another. */
export interface ReplacementPlan {
  readonly inputs: readonly Pick<Coin, 'txid' | 'index' | 'value'>[]
  readonly outputs: readonly PlannedOutput[]
  readonly fee: bigint
}

export interface ReplacementParameters {
  /**
   * The coins that the former transaction spends, all of one address; each is spent again, so that only one of the two
   * can be mined.
   */
  readonly inputs: ReplacementPlan['inputs']
  /** The recipient; none where it is cancelled. */
  readonly paid: readonly PlannedOutput[]
  /** The further coins that can be spent, all mined. */
  readonly coins: readonly Coin[]
  readonly payer: Payer
  /** The script that change goes to: the payer's own. */
  readonly own: Uint8Array
  readonly former: { readonly fee: bigint; readonly weight: bigint }
  /** The usual fee rate now. */
  readonly rate: FeeRate
}

/** The least that nodes relay, which a replacement pays for itself beside what the former paid: one satoshi a virtual byte. */
const relayRate: FeeRate = 1000n

/**
 * Plans what takes a transaction's place: the same payments with less change, or everything back. Its rate is a quarter higher, and at least what is
 * usual; its fee is at least the former and what relaying it costs. Where the change doesn't do, further coins pay.
 *
 * @throws InsufficientCoinsError
 * @see BIP-125, rules 2 to 4
 */
export function planReplacement(parameters: ReplacementParameters): ReplacementPlan {
  const { paid, coins, payer, rate } = parameters
  const more = [...spendable({ coins: coins.filter(({ isConfirmed }) => isConfirmed), payer, rate })]
  const inputs = [...parameters.inputs]
  const spent = sumOf(paid)
  for (;;) {
    const held = sumOf(inputs)
    const withChange = held - spent - feeOf({ ...parameters, inputs, hasChange: true })
    if (withChange >= dustLimit(payer.type)) {
      const outputs = [...paid, { script: parameters.own, value: withChange }]
      return { inputs, outputs, fee: held - spent - withChange }
    }
    const left = held - spent - feeOf({ ...parameters, inputs, hasChange: false })
    if (left >= 0n && paid.length > 0) return { inputs, outputs: paid, fee: held - spent }
    const coin = more.shift()
    if (!coin) throw new InsufficientCoinsError()
    inputs.push(coin)
  }
}

const sumOf = (parts: readonly { readonly value: bigint }[]): bigint =>
  parts.reduce((sum, { value }) => sum + value, 0n)

function feeOf({
  inputs,
  paid,
  payer,
  former,
  rate,
  hasChange,
}: ReplacementParameters & { readonly hasChange: boolean }): bigint {
  const outputs = [...paid.map(({ script }) => script.length), ...(hasChange ? [payer.scriptLength] : [])]
  const size = virtualSize({ inputs: inputs.map(() => payer.type), outputs })
  // A quarter more than the former rate, in satoshis for a thousand virtual bytes; a virtual byte is four units.
  const raised = (former.fee * 5_000n + former.weight - 1n) / former.weight
  return largest(feeFor(size, largest(raised, rate)), former.fee + feeFor(size, relayRate))
}
