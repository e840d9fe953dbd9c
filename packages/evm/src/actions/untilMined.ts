import type { Clock, NumberedTransaction } from '@foyer/core'
import type { Hex } from '@foyer/core/chain'
import { TransactionDroppedError } from '@foyer/core/errors'
import { type ChainReader, untilFound } from '@foyer/core/rpc'
import * as v from 'valibot'
import type { ReceiptParameters, TransactionReceipt } from '../family.js'
import { Block, type PendingTransaction, Quantity, Receipt, readTransaction } from './chainAnswers.js'
import { parseAddress } from './transfers.js'

/** How often the chain is asked, in milliseconds. */
export const pollMs: number = 1000

/** How long a transaction is waited for unless said otherwise, in milliseconds. */
const defaultTimeoutMs = 180_000

/** How many blocks are searched for what took a transaction's place. */
const mostBlocks = 256n

export interface UntilMinedParameters extends ReceiptParameters {
  readonly hash: Hex
  readonly clock: Clock
  readonly read: ChainReader
  /** The numbered transaction that an earlier wait has read. */
  readonly numbered?: NumberedTransaction | undefined
  readonly onNumbered?: ((numbered: NumberedTransaction) => void) | undefined
}

/**
 * Asks the chain until a transaction, or what the visitor replaced it with, is in a block. A chain that fails meanwhile is
 * asked again: what was sent is sent.
 *
 * @throws TransactionDroppedError · RequestTimeoutError, with the chain's last failure as its cause · AbortedError
 */
export async function untilMined(parameters: UntilMinedParameters): Promise<TransactionReceipt> {
  const watch: Watch = { ...parameters, sent: sentBefore(parameters), firstBlock: undefined }
  const { timeoutMs = defaultTimeoutMs } = parameters
  return untilFound({ ...parameters, timeoutMs, everyMs: pollMs, look: () => look(watch) })
}

/** A transaction of which the number is known, and the rest once the chain has shown it. */
type Sent = Pick<PendingTransaction, 'from' | 'nonce'> & Partial<PendingTransaction>

function sentBefore({ numbered }: UntilMinedParameters): Sent | undefined {
  const from = numbered && parseAddress(numbered.address)
  return from && { from, nonce: BigInt(numbered.nonce) }
}

interface Watch extends UntilMinedParameters {
  /** The transaction as the chain last showed it. */
  sent: Sent | undefined
  /** The chain's newest block when the wait began: what replaces it is later. */
  firstBlock: bigint | undefined
}

/** One look at the chain. @returns undefined while there is nothing to say */
async function look(watch: Watch): Promise<TransactionReceipt | undefined> {
  const { hash, read, signal } = watch
  const receipt = await receiptOf(watch, hash)
  if (receipt) return confirmed(watch, receipt)

  // What was sent before this wait may have been replaced before it.
  watch.firstBlock ??= watch.sent ? 0n : await newestBlock(watch)
  const shown = await readTransaction({ read, hash, signal })
  if (shown && watch.sent?.nonce !== shown.nonce)
    watch.onNumbered?.({ address: shown.from, nonce: Number(shown.nonce) })
  watch.sent = shown ?? watch.sent
  if (!watch.sent) return undefined
  const count = await read({ method: 'eth_getTransactionCount', params: [watch.sent.from, 'latest'], signal })
  if (v.parse(Quantity, count) <= watch.sent.nonce) return undefined

  // Its number is used up: by itself, a moment ago, or by another.
  const late = await receiptOf(watch, hash)
  if (late) return confirmed(watch, late)
  const other = await findReplacement(watch, watch.sent)
  if (!other) throw new TransactionDroppedError({ hash })
  const found = await receiptOf(watch, other.hash)
  if (!found) return undefined
  const whole = await confirmed(watch, found)
  return whole && { ...whole, replacement: replacementKind(watch.sent, other) }
}

async function receiptOf({ read, signal }: Watch, hash: Hex): Promise<TransactionReceipt | null> {
  return v.parse(Receipt, await read({ method: 'eth_getTransactionReceipt', params: [hash], signal }))
}

async function newestBlock({ read, signal }: Watch): Promise<bigint> {
  return v.parse(Quantity, await read({ method: 'eth_blockNumber', params: [], signal }))
}

async function confirmed(watch: Watch, receipt: TransactionReceipt): Promise<TransactionReceipt | undefined> {
  const { confirmations = 1 } = watch
  if (confirmations <= 1) return receipt
  return (await newestBlock(watch)) - receipt.blockNumber + 1n >= confirmations ? receipt : undefined
}

/** Looks for the same account's transaction of the same number, from the newest block back to where the wait began. */
async function findReplacement(watch: Watch, sent: Sent): Promise<PendingTransaction | undefined> {
  const { read, signal, firstBlock = 0n } = watch
  const newest = await newestBlock(watch)
  for (let number = newest; number >= firstBlock && newest - number < mostBlocks; number--) {
    const block = await read({ method: 'eth_getBlockByNumber', params: [`0x${number.toString(16)}`, true], signal })
    const found = v
      .parse(Block, block)
      ?.transactions.find(({ from, nonce }) => from.toLowerCase() === sent.from.toLowerCase() && nonce === sent.nonce)
    if (found) return found
  }
  return undefined
}

function replacementKind(sent: Sent, other: PendingTransaction): 'repriced' | 'cancelled' | 'replaced' {
  const same = (one: string | null | undefined, two: string | null | undefined) =>
    one?.toLowerCase() === two?.toLowerCase()
  if (same(sent.to, other.to) && sent.value === other.value && same(sent.input, other.input)) return 'repriced'
  return same(other.from, other.to) && other.value === 0n ? 'cancelled' : 'replaced'
}
