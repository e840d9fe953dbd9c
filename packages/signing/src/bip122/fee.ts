import type { Words } from '@foyer/core/words'
import type { Transaction } from '@scure/btc-signer'
import { words } from '../sentences.js'

/** In virtual bytes: with its signature an input comes to about 68. */
const sizeOf = (transaction: Transaction): number => transaction.unsignedTx.length + 28 * transaction.inputsLength

/** In coins, in satoshi, and by what a virtual byte costs, to a tenth. */
export function feeAtRate({
  fee,
  transaction,
  coins,
}: {
  readonly fee: bigint
  readonly transaction: Transaction
  readonly coins: (amount: bigint) => string
}): Words {
  const tenths = (fee * 10n + BigInt(sizeOf(transaction)) / 2n) / BigInt(sizeOf(transaction))
  const rate = tenths % 10n === 0n ? `${tenths / 10n}` : `${tenths / 10n}.${tenths % 10n}`
  return words('request.feeAtRate', { fee: coins(fee), sats: `${fee}`, rate })
}

/** In satoshi a virtual byte, where the ledger doesn’t say what is usual: what is paid in a crowd. */
const rateInCrowd = 40
/** In satoshi: less than this is no matter, whatever the rate. */
const fewSatoshi = 3_000n

/**
 * Whether nodes of a network would call a fee absurd: several times the usual rate, or a tenth of what is sent, or else
 * of what is moved.
 */
export function isHighFee({
  fee,
  sent,
  transaction,
  usualRate = rateInCrowd,
}: {
  readonly fee: bigint
  readonly sent: bigint
  readonly transaction: Transaction
  readonly usualRate: number | undefined
}): boolean {
  return fee > fewSatoshi && (Number(fee) > 5 * usualRate * sizeOf(transaction) || fee * 10n > sent)
}
