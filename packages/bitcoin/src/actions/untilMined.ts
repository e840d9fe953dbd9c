import type { Clock, MinedTransaction, WaitOptions } from '@foyer/core'
import { InvalidHexError } from '@foyer/core/chain'
import { untilFound } from '@foyer/core/rpc'
import { type Coin, Spender, Spending, TipHeight, TransactionStatus } from '../esplora/answers.js'
import type { Esplora } from '../esplora/esplora.js'

/** How often the ledger is asked, in milliseconds. */
export const pollMs: number = 5000

/** How long a transaction is waited for unless said otherwise, in milliseconds: a block takes ten minutes, and now and then an hour. */
const defaultTimeoutMs = 3 * 60 * 60_000

export interface UntilMinedParameters extends WaitOptions {
  readonly hash: string
  readonly clock: Clock
  readonly esplora: Esplora
}

interface Watch extends UntilMinedParameters {
  /** One of the coins that it spends, once the ledger has shown it: by it its replacement is found. */
  spent: Pick<Coin, 'txid' | 'index'> | undefined
}

/**
 * Asks the ledger until a transaction, or what took its place, is in a block with as many confirmations as are wanted. A ledger that fails meanwhile is asked
 * again: what was sent is sent.
 *
 * @throws InvalidHexError · RequestTimeoutError, with the last failure as its cause · AbortedError
 */
export async function untilMined(parameters: UntilMinedParameters): Promise<MinedTransaction> {
  const { hash, timeoutMs = defaultTimeoutMs } = parameters
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new InvalidHexError({ wanted: 'transaction hash' })
  const watch: Watch = { ...parameters, spent: undefined }
  return untilFound({ ...parameters, timeoutMs, everyMs: pollMs, look: () => look(watch) })
}

async function look(watch: Watch): Promise<MinedTransaction | undefined> {
  const { hash, esplora, signal } = watch
  const status = await statusOf(watch, hash)
  if (status) {
    watch.spent ??= (await spendingOf(watch, hash))?.spent
    return minedAt({ watch, hash, height: status.height })
  }
  // The ledger has dropped it, or hasn't received it yet. A coin of it that another has spent says which took its place.
  if (!watch.spent) return undefined
  const path = `/tx/${watch.spent.txid}/outspend/${watch.spent.index}`
  const other = await esplora.find({ path, schema: Spender, expected: 'what spends a coin', signal })
  if (other === undefined || other === hash) return undefined
  const instead = await statusOf(watch, other)
  const mined = instead && (await minedAt({ watch, hash: other, height: instead.height }))
  return mined && { ...mined, replacement: 'replaced' }
}

/** @returns undefined while too few blocks hold it */
async function minedAt({
  watch,
  hash,
  height,
}: {
  readonly watch: Watch
  readonly hash: string
  readonly height: number | undefined
}): Promise<MinedTransaction | undefined> {
  if (height === undefined || !(await isDeep(watch, height))) return undefined
  return { hash, status: 'success', blockNumber: BigInt(height), fee: (await spendingOf(watch, hash))?.fee }
}

const spendingOf = ({ esplora, signal }: Watch, hash: string) =>
  esplora.find({ path: `/tx/${hash}`, schema: Spending, expected: 'a transaction', signal })

const statusOf = ({ esplora, signal }: Watch, hash: string) =>
  esplora.find({ path: `/tx/${hash}/status`, schema: TransactionStatus, expected: 'a status', signal })

async function isDeep({ esplora, confirmations = 1, signal }: Watch, height: number): Promise<boolean> {
  if (confirmations <= 1) return true
  const path = '/blocks/tip/height'
  const tip = await esplora.read({ path, schema: TipHeight, expected: 'a height', signal })
  return tip - height + 1 >= confirmations
}
