import type { Clock, NumberedTransaction, UnseenTransaction } from '@foyer/core'
import type { Hex } from '@foyer/core/chain'
import { TransactionDroppedError } from '@foyer/core/errors'
import { type ChainReader, untilFound } from '@foyer/core/rpc'
import * as v from 'valibot'
import type { ReceiptParameters, TransactionReceipt } from '../family.js'
import { Block, type PendingTransaction, Quantity, Receipt, readTransaction } from './chainAnswers.js'
import { carriedOut, heldAfterMs, heldPollMs, isContract } from './heldByAccount.js'
import { parseAddress } from './transfers.js'

/** How often the chain is asked, in milliseconds. */
export const pollMs: number = 1000

/** How long a transaction is waited for unless said otherwise, in milliseconds. */
const defaultTimeoutMs = 180_000

/** How many blocks are searched for what took a transaction's place. */
const mostBlocks = 256n

/** How many blocks may pass between the wallet's answer and the first look. */
const leadBlocks = 64n

export interface UntilMinedParameters extends ReceiptParameters {
  readonly hash: Hex
  readonly clock: Clock
  readonly read: ChainReader
  /** The numbered transaction that an earlier wait has read. */
  readonly numbered?: NumberedTransaction | undefined
  readonly onNumbered?: ((numbered: NumberedTransaction) => void) | undefined
  /** The account that sent it. */
  readonly sender?: string | undefined
  /** What an earlier wait has found of one that no node knew. */
  readonly unseen?: UnseenTransaction | undefined
  readonly onUnseen?: ((unseen: UnseenTransaction) => void) | undefined
}

/**
 * Asks the chain until a transaction, or what the visitor replaced it with, is in a block; or what carries out, under another hash, what a contract's owners had yet to
 * sign. A chain that fails meanwhile is asked again: what was sent is sent.
 *
 * @throws TransactionDroppedError · RequestTimeoutError, with the chain's last failure as its cause · AbortedError
 */
export async function untilMined(parameters: UntilMinedParameters): Promise<TransactionReceipt> {
  const { timeoutMs = defaultTimeoutMs, clock } = parameters
  const watch: Watch = { ...parameters, sent: sentBefore(parameters), firstBlock: undefined, startedAt: clock.now() }
  const everyMs = () => (!watch.sent && watch.unseen?.isHeld ? heldPollMs : pollMs)
  return untilFound({ ...parameters, timeoutMs, everyMs, look: () => look(watch) })
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
  unseen?: UnseenTransaction | undefined
  /** Whether the sender is a contract, once that was asked. */
  isContract?: boolean | undefined
  readonly startedAt: number
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
  if (!watch.sent) return lookAtAccount(watch)
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

/** No node knows it: an account that is a contract may hold it, and says by its own event what carried it out. */
async function lookAtAccount(watch: Watch): Promise<TransactionReceipt | undefined> {
  const { sender: address, hash, read, signal, clock, firstBlock = 0n } = watch
  if (address === undefined) return undefined
  watch.isContract ??= watch.unseen !== undefined || (await isContract({ read, signal, address }))
  if (!watch.isContract) return undefined
  const { block: from, isHeld: wasHeld } = watch.unseen ?? {
    block: firstBlock > leadBlocks ? firstBlock - leadBlocks : 0n,
    isHeld: false,
  }
  const events = await carriedOut({ read, signal, address, hash, from })
  if (!events.found) {
    unseenNow(watch, { block: events.next, isHeld: wasHeld || clock.now() - watch.startedAt >= heldAfterMs })
    return undefined
  }
  const receipt = await receiptOf(watch, events.found.hash)
  const whole = receipt && (await confirmed(watch, receipt))
  return whole ? { ...whole, status: events.found.status } : undefined
}

function unseenNow(watch: Watch, unseen: UnseenTransaction): void {
  const former = watch.unseen
  watch.unseen = unseen
  if (former?.block !== unseen.block || former.isHeld !== unseen.isHeld) watch.onUnseen?.(unseen)
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
