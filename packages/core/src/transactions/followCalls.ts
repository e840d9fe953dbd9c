import { type Family, isFamily } from '../chain/ids.js'
import { sleep } from '../clock/sleep.js'
import { channelProvider } from '../connection/channelProvider.js'
import type { CallsStatus } from '../connector/calls.js'
import type { MinedTransaction, ProviderOf } from '../connector/family.js'
import type { LiveConnection } from '../connector/live.js'
import type { FoyerContext } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import { FoyerError } from '../errors/FoyerError.js'
import { requestExpiryMs, WalletCapabilityError } from '../errors/wallet.js'
import { isBatch, type TrackedEnd, type TrackedTransaction, waitMs } from './trackedTransaction.js'

/** A wallet elsewhere is asked over a relay: less and less often. */
const everyMs = (looks: number): number => Math.min(1_000 * 1.3 ** looks, 15_000)

/**
 * Asks the wallet that took a batch, or holds a transaction, until that has ended. While that wallet isn't connected there is none to ask. One that doesn't know it (5730) may still ask
 * the visitor about it, and know it then; no more once it has known it, or once a visitor's time to decide is over.
 *
 * @returns undefined while its end isn't known
 * @throws AbortedError
 */
export async function followCalls({
  context,
  item,
  signal,
}: {
  readonly context: FoyerContext
  readonly item: TrackedTransaction
  readonly signal: AbortSignal
}): Promise<TrackedEnd | undefined> {
  const { clock } = context
  const until = clock.now() + waitMs
  let knowing: LiveConnection | undefined
  for (let looks = 0; clock.now() < until; looks++) {
    const wallet = walletOf({ context, item })
    try {
      const status = wallet && (await statusOf({ context, item, wallet, signal }))
      if (status) knowing = wallet
      const end = endOf(status)
      if (end) return end
    } catch (error) {
      if (signal.aborted) throw new AbortedError({ cause: error })
      if (!(error instanceof FoyerError)) throw error
      // A wallet that names no batches hasn't this one either.
      if (error.code === 'unsupported_method' && !isBatch(item)) return undefined
      const isUnknown = error instanceof WalletCapabilityError && error.walletCode === 5730
      const isDecided = knowing === wallet || clock.now() - item.sentAt >= requestExpiryMs
      if (isUnknown && isDecided) return { status: 'unknown' }
    }
    await sleep({ clock, ms: everyMs(looks), signal })
  }
  return undefined
}

interface Followed {
  readonly context: FoyerContext
  readonly item: TrackedTransaction
}

/** The wallet that shows the account of a batch. */
function walletOf({ context: { live, store }, item: { networkId, address } }: Followed): LiveConnection | undefined {
  const connection = Object.values(store.getState().connection.connections).find(({ accounts }) =>
    accounts.some((each) => networkId.startsWith(`${each.namespace}:`) && each.address === address),
  )
  return connection && live.get(connection.id)?.live
}

async function statusOf({
  context,
  item: { hash: id, networkId },
  wallet,
  signal,
}: Followed & { readonly wallet: LiveConnection; readonly signal: AbortSignal }): Promise<
  CallsStatus<MinedTransaction> | undefined
> {
  const [family = ''] = networkId.split(':')
  if (!isFamily(family)) return undefined
  const own: unknown = Reflect.get(wallet.providers, family)
  const provider: unknown = own ?? (await channelProvider(context, { live: wallet, family }))
  if (!isProvider(provider)) return undefined
  const actions = await context.adapters.get(family)?.actions(context.adapterHost)
  return actions?.callsStatus?.({ wallet: { provider, networkId }, id, signal })
}

/** A connector names its providers by family: what stands there is of that family's standard. */
const isProvider = (provider: unknown): provider is ProviderOf<Family> => provider !== undefined

const ends = { 2: 'mined', 4: 'failed', 5: 'reverted', 6: 'partial' } as const
const isEnd = (digit: number): digit is keyof typeof ends => digit in ends

/** Pure: what a status says of the end; undefined while there is none. */
function endOf(status: CallsStatus<MinedTransaction> | undefined): TrackedEnd | undefined {
  const digit = Math.floor((status?.statusCode ?? 0) / 100)
  if (!status || !isEnd(digit)) return undefined
  const last = status.receipts.at(-1)
  const fees = status.receipts.map(({ fee }) => fee)
  return {
    status: ends[digit],
    minedHash: last?.hash,
    blockNumber: last?.blockNumber,
    fee:
      fees.length > 0 && fees.every((fee) => fee !== undefined) ? fees.reduce((sum, fee) => sum + fee, 0n) : undefined,
  }
}
