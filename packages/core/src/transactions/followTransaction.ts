import type { FamilyActions, MinedTransaction } from '../connector/family.js'
import type { FoyerContext } from '../context.js'
import { FoyerError } from '../errors/FoyerError.js'
import { RequestTimeoutError } from '../errors/wallet.js'
import type { Network } from '../networks/network.js'
import { followCalls } from './followCalls.js'
import {
  latestHash,
  receivedOf,
  type TrackedChange,
  type TrackedEnd,
  type TrackedStatus,
  type TrackedTransaction,
  waitMs,
} from './trackedTransaction.js'

interface Followed {
  readonly context: FoyerContext
  readonly item: TrackedTransaction
  readonly network: Network
  /** Receives what the chain shows meanwhile. */
  readonly change: (next: TrackedChange) => void
  readonly signal: AbortSignal
}

/**
 * Waits for a transaction, or for what was sent in its place. Where its account holds it, the wallet is asked as well: it knows the account's own name for it.
 *
 * @returns undefined while its end isn't known
 * @throws what the chain's nodes throw · AbortedError
 */
export async function followTransaction({ signal, ...followed }: Followed): Promise<TrackedEnd | undefined> {
  const either = new AbortController()
  const abort = () => either.abort()
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await new Promise<TrackedEnd | undefined>((resolve, reject) => {
      const change = (next: TrackedChange) => {
        followed.change(next)
        if (next.status === 'held' && !isAsked) askWallet()
      }
      let isAsked = false
      const askWallet = () => {
        isAsked = true
        const { context, item } = followed
        // The wallet's word ends it where it has an end; that it doesn't know the hash says nothing.
        followCalls({ context, item, signal: either.signal }).then((end) => {
          if (end && end.status !== 'unknown') resolve(end)
        }, reject)
      }
      untilMined({ ...followed, change, signal: either.signal }).then(resolve, reject)
    })
  } finally {
    signal.removeEventListener('abort', abort)
    abort()
  }
}

/** By the chain. */
async function untilMined({
  context: { adapters, adapterHost },
  item,
  network,
  change,
  signal,
}: Followed): Promise<TrackedEnd | undefined> {
  const actions = await adapters.get(network.chainNamespace)?.actions(adapterHost)
  if (!actions?.waitForTransaction) return undefined
  const { address, nonce, swap, unseenBlock } = item
  const numbered = nonce === undefined ? undefined : { address, nonce }
  try {
    const mined = await actions.waitForTransaction({
      hash: latestHash(item),
      network,
      numbered,
      onNumbered: (shown) => change({ nonce: shown.nonce, status: 'pending' }),
      sender: address,
      unseen: unseenBlock === undefined ? undefined : { block: unseenBlock, isHeld: item.status === 'held' },
      onUnseen: ({ block, isHeld }) => change({ unseenBlock: block, status: isHeld ? 'held' : 'pending' }),
      timeoutMs: waitMs,
      signal,
    })
    const status = statusOf({ item, mined })
    const { hash: minedHash, blockNumber, fee, logs } = mined
    const { address: token } = swap?.bought ?? {}
    const received = status === 'mined' && token ? receivedOf({ logs, token, account: address }) : undefined
    const reason = status === 'reverted' ? await reasonOf({ actions, network, hash: minedHash, signal }) : undefined
    return { status, minedHash, reason, blockNumber, fee, received }
  } catch (error) {
    if (error instanceof FoyerError && error.code === 'transaction_dropped') return { status: 'dropped' }
    if (error instanceof RequestTimeoutError) return undefined
    throw error
  }
}

/** Returns a receipt's status, for the transaction that was sent first. */
export function statusOf({
  item: { hash, replacements },
  mined,
}: {
  readonly item: Pick<TrackedTransaction, 'hash' | 'replacements'>
  readonly mined: MinedTransaction
}): TrackedStatus {
  if (mined.status === 'reverted') return 'reverted'
  if (mined.hash === hash) return 'mined'
  const ours = replacements.find((each) => each.hash === mined.hash)
  // What repriced a cancellation cancels too.
  const kind = (ours ?? (mined.replacement === 'repriced' ? replacements.at(-1) : undefined))?.kind
  if (kind) return kind === 'cancel' ? 'cancelled' : 'mined'
  // Under another hash, and in nothing's place: its account has carried out what it held.
  if (!mined.replacement || mined.replacement === 'repriced') return 'mined'
  return mined.replacement === 'cancelled' ? 'cancelled' : 'replaced'
}

/** That a node can't say why leaves the end as it is. */
async function reasonOf({
  actions,
  ...request
}: {
  readonly actions: FamilyActions
  readonly network: Network
  readonly hash: string
  readonly signal: AbortSignal
}): Promise<string | undefined> {
  try {
    return await actions.failureReason?.(request)
  } catch (error) {
    if (error instanceof FoyerError && error.code !== 'aborted') return undefined
    throw error
  }
}
