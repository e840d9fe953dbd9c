import type { Held } from '@foyer/signing/cardano/output'
import { bytesToHex } from '@noble/hashes/utils.js'
import { InsufficientCardanoError, LargeCardanoTransactionError, SmallOutputError } from '../errors.js'
import { type Body, type Output, writeBody, writeOutput, writeTransaction } from './transaction.js'
import { sumOf, type Utxo } from './utxo.js'

/** The network's terms for transactions now. */
export interface Terms {
  /** In lovelace: what a transaction costs, and each byte of it on top. */
  readonly feeFixed: bigint
  readonly feePerByte: bigint
  /** In lovelace: what an output has to hold for each of its bytes. */
  readonly coinsPerByte: bigint
  /** In bytes. */
  readonly mostBytes: bigint
  readonly ends: bigint
}

interface Payment {
  /** The address that the coins go to, and below the one that the rest goes back to. */
  readonly to: Uint8Array
  readonly from: Uint8Array
  /** In lovelace. */
  readonly amount: bigint
  readonly utxos: readonly Utxo[]
  readonly terms: Terms
}

/** Beside its own bytes an output counts so many. */
const outputOverhead = 160n

/** The least that an output may hold, by how long it is with that amount in it. */
export function leastIn({ output, terms }: { readonly output: Output; readonly terms: Terms }): bigint {
  const leastOf = (coins: bigint) =>
    (outputOverhead + BigInt(writeOutput({ ...output, coins }).length)) * terms.coinsPerByte
  return leastOf(leastOf(output.coins))
}

/** Returns the fee of a transaction with the signatures of all keys that it spends with. */
function feeOf({ inputs, outputs, terms }: Omit<Body, 'fee' | 'ends'> & { readonly terms: Terms }): bigint {
  const keys = new Set(inputs.map(({ keyHash }) => bytesToHex(keyHash)))
  const signatures = [...keys].map(() => ({ key: new Uint8Array(32), signature: new Uint8Array(64) }))
  // A fee of this size is written with as many bytes as any that a transfer has.
  const body = writeBody({ inputs, outputs, fee: 0xffff_ffffn, ends: terms.ends })
  const size = BigInt(writeTransaction(body, signatures).length)
  if (size > terms.mostBytes) throw new LargeCardanoTransactionError()
  return terms.feeFixed + terms.feePerByte * size
}

/** Coins alone first, then what has most: tokens are moved only where that is needed. */
const inOrder = (one: Utxo, other: Utxo): number =>
  one.tokens.size - other.tokens.size || (one.coins < other.coins ? 1 : one.coins > other.coins ? -1 : 0)

const noTokens: Held['tokens'] = new Map()

/** Chooses what is spent and what comes back, with tokens on spent coins. @throws SmallOutputError · InsufficientCardanoError · LargeCardanoTransactionError */
export function plan({ to, from, amount, utxos, terms }: Payment): Body {
  const payment: Output = { address: to, coins: amount, tokens: noTokens }
  const minimum = leastIn({ output: payment, terms })
  if (amount < minimum) throw new SmallOutputError({ output: 'payment', minimum, coins: amount })
  const sorted = [...utxos].sort(inOrder)
  let problem: Error | undefined
  for (let count = 1; count <= sorted.length; count++) {
    const inputs = sorted.slice(0, count)
    if (sumOf(inputs).coins < amount) continue
    const tried = bodyOf({ inputs, payment, from, terms })
    if (!(tried instanceof Error)) return tried
    problem = tried
  }
  if (problem instanceof SmallOutputError) throw problem
  const { spendable, kept } = mostOf({ to, from, utxos, terms })
  throw new InsufficientCardanoError({ spendable: `${spendable}`, kept: `${kept}` })
}

/** @returns why these inputs don't do */
function bodyOf({
  inputs,
  payment,
  from,
  terms,
}: {
  readonly inputs: readonly Utxo[]
  readonly payment: Output
  readonly from: Uint8Array
  readonly terms: Terms
}): Body | Error {
  const { coins, tokens } = sumOf(inputs)
  const { ends } = terms
  const rest: Output = { address: from, coins, tokens }
  const fee = feeOf({ inputs, outputs: [payment, rest], terms })
  const left = coins - payment.coins - fee
  const minimum = leastIn({ output: { ...rest, coins: left > 0n ? left : 0n }, terms })
  if (left >= minimum) return { inputs, outputs: [payment, { ...rest, coins: left }], fee, ends }
  if (tokens.size > 0)
    return left < 0n ? new Error('too little') : new SmallOutputError({ output: 'change', minimum, coins: left })
  // What would cost as much to give back as it is worth stays with the network.
  const alone = feeOf({ inputs, outputs: [payment], terms })
  const over = coins - payment.coins - alone
  if (over < 0n) return new Error('too little')
  if (over <= fee - alone) return { inputs, outputs: [payment], fee: alone + over, ends }
  return new SmallOutputError({ output: 'change', minimum, coins: over })
}

/** The most that can be sent with a fee set aside, in lovelace, and what has to be kept with tokens. @throws LargeCardanoTransactionError */
export function mostOf({ to, from, utxos, terms }: Omit<Payment, 'amount'>): {
  readonly spendable: bigint
  readonly kept: bigint
  readonly fee: bigint
} {
  const { coins, tokens } = sumOf(utxos)
  const rest: Output = { address: from, coins, tokens }
  const fee = feeOf({ inputs: utxos, outputs: [{ address: to, coins, tokens: noTokens }, rest], terms })
  const kept = tokens.size > 0 ? leastIn({ output: { ...rest, coins: 0n }, terms }) : 0n
  const spendable = coins - fee - kept
  return { spendable: spendable > 0n ? spendable : 0n, kept, fee }
}
