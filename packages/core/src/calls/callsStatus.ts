import type { Family } from '../chain/ids.js'
import { sleep } from '../clock/sleep.js'
import { actionsOf, type WalletChoice, walletOf } from '../connection/reach.js'
import type { CallsStatus } from '../connector/calls.js'
import type { ReceiptOf } from '../connector/family.js'
import { contextOf } from '../context.js'
import { ActionUnsupportedError } from '../errors/action.js'
import { FoyerError } from '../errors/FoyerError.js'
import { RequestTimeoutError } from '../errors/wallet.js'
import type { Foyer } from '../foyer.js'
import { isBatch, isOpen, type TrackedTransaction } from '../transactions/trackedTransaction.js'
import { ownBatches } from './oneByOne.js'

/** A batch; of those that were sent through this kit the wallet is known. */
export interface CallsOfId<F extends Family = Family> extends WalletChoice<F> {
  readonly id: string
}

/**
 * Reads where a batch of calls stands: from its wallet, or from the chain where this kit has sent the calls one at a time. Never prompts.
 *
 * @throws NamespaceNotConfiguredError where its wallet isn't connected · ActionUnsupportedError · WalletCapabilityError where the wallet doesn't know it (5730) · WalletAnswerError ·
 * RequestTimeoutError · AbortedError · ChunkLoadError
 * @see EIP-5792, `wallet_getCallsStatus`
 * @example
 * const { status, statusCode, receipts } = await callsStatus(foyer, { id })
 */
export async function callsStatus<F extends Family = Family>(
  foyer: Foyer,
  { id, ...choice }: CallsOfId<F>,
): Promise<CallsStatus<ReceiptOf<F>>> {
  const tracked = await trackedOf(foyer, id)
  const [first] = tracked
  const networkId = first?.calls?.number === undefined ? ownBatches(contextOf(foyer)).get(id) : first.networkId
  if (networkId) return ownStatus(foyer, { id, networkId, tracked })
  const { wallet, actions } = await walletOf<F>(foyer, { ...whereOf(first), ...choice })
  if (!actions.callsStatus) throw absent('callsStatus', wallet.account.namespace)
  return actions.callsStatus({ wallet, id, signal: choice.signal })
}

/** Returns the tray's transactions of a batch, in the order of its calls. */
async function trackedOf(foyer: Foyer, id: string): Promise<readonly TrackedTransaction[]> {
  const { trayOf } = await contextOf(foyer).queries()
  const all = trayOf(contextOf(foyer))
    .get()
    .filter(({ calls }) => calls?.id === id)
  return all.sort((one, other) => (one.calls?.number ?? 0) - (other.calls?.number ?? 0))
}

const whereOf = (item: TrackedTransaction | undefined): Pick<WalletChoice, 'networkId' | 'account'> =>
  item ? { networkId: item.networkId, account: item.address } : {}

/** Of calls that were sent one at a time: by what became of each. */
async function ownStatus<F extends Family>(
  foyer: Foyer,
  {
    id,
    networkId,
    tracked,
  }: Pick<CallsStatus, 'id' | 'networkId'> & { readonly tracked: readonly TrackedTransaction[] },
): Promise<CallsStatus<ReceiptOf<F>>> {
  const context = contextOf(foyer)
  const network = context.store.getState().networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  const { waitForTransaction } = network ? await actionsOf<F>(context, network.chainNamespace) : {}
  const mined = tracked.flatMap(({ minedHash }) => minedHash ?? [])
  const receipts =
    network && waitForTransaction ? await Promise.all(mined.map((hash) => waitForTransaction({ network, hash }))) : []
  const statusCode = ownBatches(context).has(id) ? 100 : codeOf(tracked)
  const status = statusCode === 100 ? 'pending' : statusCode === 200 ? 'success' : 'failure'
  return { id, networkId, status, statusCode, atomic: false, receipts }
}

/** Pure: the code of EIP-5792 for calls of which nothing more is sent. */
function codeOf(tracked: readonly TrackedTransaction[]): number {
  if (tracked.some(isOpen)) return 100
  const succeeded = tracked.filter(({ status }) => status === 'mined').length
  if (succeeded === tracked[0]?.calls?.count) return 200
  if (succeeded > 0) return 600
  return tracked.some(({ status }) => status === 'reverted') ? 500 : 400
}

export interface WaitForCallsParameters<F extends Family = Family> extends CallsOfId<F> {
  /** In milliseconds; 3 minutes by default. */
  readonly timeoutMs?: number | undefined
}

/** The polling interval, in milliseconds; what the kit follows anyway isn't asked about twice. */
const everyMs = 1_000

/**
 * Waits until a batch of calls has ended, whichever way: see `status` and `statusCode`.
 *
 * @throws as {@link callsStatus} · RequestTimeoutError where it hasn't ended in time; its wallet may still carry it out
 * @example
 * const { status, receipts } = await waitForCalls(foyer, { id, signal })
 */
export async function waitForCalls<F extends Family = Family>(
  foyer: Foyer,
  { timeoutMs = 180_000, ...asked }: WaitForCallsParameters<F>,
): Promise<CallsStatus<ReceiptOf<F>>> {
  const { clock } = contextOf(foyer)
  const until = clock.now() + timeoutMs
  for (let cause: unknown; ; ) {
    const [tracked] = await trackedOf(foyer, asked.id)
    const isFollowed = tracked !== undefined && isBatch(tracked) && tracked.status === 'pending'
    if (!isFollowed) {
      const found = await callsStatus(foyer, asked).catch((error: unknown) => {
        if (!isPassing(error)) throw error
        cause = error
        return undefined
      })
      if (found && found.status !== 'pending') return found
    }
    if (clock.now() + everyMs > until) throw new RequestTimeoutError({ timeoutMs, cause })
    await sleep({ clock, ms: everyMs, signal: asked.signal })
  }
}

/** A wallet or a node that fails once is asked again: what was sent is sent. */
const isPassing = (error: unknown): boolean => error instanceof FoyerError && !final.includes(error.code)

const final: readonly string[] = [
  'aborted',
  'account_not_connected',
  'action_unsupported',
  'adapter_not_found',
  'namespace_not_configured',
  'unauthorized',
  'unsupported_method',
  'wallet_answer',
  'wallet_capability',
]

/**
 * Has the wallet show the visitor where a batch stands.
 *
 * @throws as {@link callsStatus} · ActionUnsupportedError, also for calls that were sent one at a time: the activity shows those
 * @see EIP-5792, `wallet_showCallsStatus`
 * @example
 * await showCallsStatus(foyer, { id })
 */
export async function showCallsStatus<F extends Family = Family>(
  foyer: Foyer,
  { id, ...choice }: CallsOfId<F>,
): Promise<void> {
  const [first] = await trackedOf(foyer, id)
  const { wallet, actions } = await walletOf<F>(foyer, { ...whereOf(first), ...choice })
  if (!actions.showCallsStatus || first?.calls?.number !== undefined)
    throw absent('showCallsStatus', wallet.account.namespace)
  return actions.showCallsStatus({ wallet, id, signal: choice.signal })
}

const absent = (action: string, family: Family) => new ActionUnsupportedError({ action, family })
