import type { Replacement, ReplacementKind } from '@foyer/core'
import { bigintToHex, type Hex } from '@foyer/core/chain'
import { TransactionNotPendingError } from '@foyer/core/errors'
import type { EvmTransaction } from '../family.js'
import { type PendingTransaction, type Reading, readTransaction } from './chainAnswers.js'
import { gasPriceNow, quantities } from './fees.js'
import { sendEthTransaction } from './send.js'
import type { WalletAction } from './sign.js'

/**
 * Another transaction of the same account and number: the same with higher fees, or a payment of nothing to oneself. Nodes take it where each of its
 * fees is a tenth higher; these are an eighth higher, and at least what is usual now.
 *
 * @returns undefined where the chain doesn't show the transaction as pending
 */
export async function prepareReplacement({
  read,
  hash,
  kind,
  signal,
}: Reading & { readonly hash: Hex; readonly kind: ReplacementKind }): Promise<Replacement<'eip155'> | undefined> {
  const sent = await readPending({ read, hash, signal })
  if (!sent?.to || sent.gas === undefined) return undefined
  const { from, nonce, value, input, gas } = sent
  const call = kind === 'cancel' ? { to: from, value: 0n } : { to: sent.to, value, data: input }
  const [price, needed] = await Promise.all([
    gasPriceNow({ read, signal }),
    kind === 'cancel'
      ? quantities({ read, signal })('eth_estimateGas', [{ from, to: from, value: bigintToHex(0n) }])
      : gas,
  ])
  const { fees, most, former } = raisedFees({ sent, usual: price.most })
  return {
    kind,
    hash,
    address: from,
    nonce: Number(nonce),
    formerFee: gas * former,
    fee: needed * most,
    transaction: { ...call, ...fees, gas: needed, nonce: Number(nonce) },
  }
}

/** @throws TransactionNotPendingError where there is nothing left to replace, and what sending throws */
export async function sendReplacement({
  replacement: { hash, transaction },
  read,
  ...action
}: WalletAction & {
  readonly replacement: Replacement<'eip155'>
  readonly read: Reading['read']
}): Promise<{ readonly hash: Hex }> {
  // A wallet that gave it a number of its own would pay twice.
  const sent = await readPending({ read, hash, signal: action.signal })
  if (!sent) throw new TransactionNotPendingError({ hash })
  return sendEthTransaction({ ...action, call: transaction })
}

async function readPending(asked: Parameters<typeof readTransaction>[0]): Promise<PendingTransaction | undefined> {
  const sent = await readTransaction(asked)
  return sent && sent.blockNumber == null ? sent : undefined
}

/** An eighth more, and at least one more. */
const raised = (fee: bigint) => fee + (fee + 7n) / 8n + (fee === 0n ? 1n : 0n)
const larger = (one: bigint, other: bigint) => (one > other ? one : other)

type Fees = Pick<EvmTransaction, 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>

function raisedFees({ sent, usual }: { readonly sent: PendingTransaction; readonly usual: bigint }): {
  readonly fees: Fees
  readonly most: bigint
  readonly former: bigint
} {
  const { gasPrice = 0n, maxFeePerGas, maxPriorityFeePerGas = 0n } = sent
  const former = maxFeePerGas ?? gasPrice
  const most = larger(raised(former), usual)
  const fees =
    maxFeePerGas === undefined
      ? { gasPrice: most }
      : { maxFeePerGas: most, maxPriorityFeePerGas: raised(maxPriorityFeePerGas) }
  return { fees, most, former }
}
