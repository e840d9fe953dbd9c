import { dispatchEvent, refuseAttempt } from '../attempt/runAttempt.js'
import type { PlainSentenceKey } from '../catalogue/sentences.js'
import type { Family, NetworkId } from '../chain/ids.js'
import { accountFor, actionsOf, networkFor, type WalletChoice, walletOf } from '../connection/reach.js'
import type { Replacement, ReplacementKind, SentTransaction } from '../connector/family.js'
import { contextOf } from '../context.js'
import { ActionUnsupportedError } from '../errors/action.js'
import { FoyerError } from '../errors/FoyerError.js'
import { InvalidOptionError } from '../errors/options.js'
import type { Foyer } from '../foyer.js'
import { whenLoaded } from '../loading/whenLoaded.js'
import { type Attempt, type Refusal, slotOf } from '../state/attempt.js'
import { type Observable, observable } from '../store/observable.js'
import { reportUnexpected } from '../view/views.js'
import type { ActivityType } from './activityItem.js'
import type { TrackedTransaction } from './trackedTransaction.js'

/**
 * Follows the transactions that were sent through the kit, of all accounts and networks, newest first: at most 99, kept between visits.
 *
 * @returns stops
 * @see S9.24
 * @example
 * const stop = watchTransactions(foyer, (transactions) => console.log(transactions.filter(({ status }) => status === 'pending').length))
 */
export function watchTransactions(
  foyer: Foyer,
  listener: (transactions: readonly TrackedTransaction[]) => void,
): () => void {
  return whenLoaded(foyer, {
    start({ trayOf }) {
      const tray = trayOf(contextOf(foyer))
      const stop = tray.subscribe(() => listener(tray.get()))
      listener(tray.get())
      return stop
    },
  })
}

export interface TrackTransactionParameters extends Pick<WalletChoice, 'family' | 'networkId'> {
  /** As the chain's explorers write it. */
  readonly hash: string
  /** The kind of activity; `execute` by default. */
  readonly type?: ActivityType | undefined
}

/**
 * Adds a transaction that your dapp has sent by itself, with wagmi or viem, to those that the kit follows: the chosen account's activity shows it at once, and what
 * became of it. One that is followed already changes nothing.
 *
 * @throws InvalidOptionError where the hash is none · NetworkUndefinedError · NetworkNotConfiguredError · NetworkOrAddressUndefinedError without an account · ActionUnsupportedError where
 * the family's transactions can't be followed · AdapterNotFoundError · ChunkLoadError
 * @example
 * const hash = await writeContract(config, { abi, address, functionName: 'mint' })
 * await trackTransaction(foyer, { hash, networkId: 'eip155:1', type: 'mint' })
 */
export async function trackTransaction(
  foyer: Foyer,
  { hash, type = 'execute', ...choice }: TrackTransactionParameters,
): Promise<void> {
  if (!/^\w{1,128}$/.test(hash))
    throw new InvalidOptionError({
      option: 'hash',
      given: JSON.stringify(hash),
      remedy: 'Pass what the wallet or node answered.',
    })
  const { address, network } = accountFor(foyer, choice)
  const context = contextOf(foyer)
  const actions = await actionsOf(context, network.chainNamespace)
  if (!actions.waitForTransaction) throw absent('waitForTransaction', network.chainNamespace)
  const { trackSent } = await context.queries()
  trackSent(context, { wallet: { account: { address }, network }, actions, sent: { hash }, type })
}

export interface PrepareReplacementParameters {
  readonly networkId: NetworkId
  /** The pending transaction's, or that of the last in its place. */
  readonly hash: string
  readonly kind: ReplacementKind
  readonly signal?: AbortSignal | undefined
}

/**
 * Prepares the speeding up or cancelling of a pending transaction, with what it can cost. Asks the chain, never the wallet.
 *
 * @returns undefined where the transaction is pending no more
 * @throws ActionUnsupportedError · NetworkNotConfiguredError · AbortedError · ChunkLoadError, and what the chain's nodes throw
 * @example
 * const replacement = await prepareReplacement(foyer, { networkId, hash, kind: 'cancel' })
 */
export async function prepareReplacement(
  foyer: Foyer,
  { networkId, hash, kind, signal }: PrepareReplacementParameters,
): Promise<Replacement | undefined> {
  const network = networkFor(foyer, { networkId })
  const actions = await actionsOf(contextOf(foyer), network.chainNamespace)
  if (!actions.prepareReplacement) throw absent('replaceTransaction', network.chainNamespace)
  return actions.prepareReplacement({ network, hash, kind, signal })
}

export interface ReplaceTransactionParameters {
  readonly networkId: NetworkId
  readonly replacement: Replacement
  readonly signal?: AbortSignal | undefined
}

/**
 * Has the visitor send, in the wallet, what was prepared. It is asked for once and never again.
 *
 * @throws NamespaceNotConfiguredError · AccountNotConnectedError · ActionUnsupportedError · UserRejectedError · WalletAnswerError · RequestTimeoutError · AbortedError · ChunkLoadError,
 * and what the family says where the transaction is pending no more
 * @example
 * if (replacement) await replaceTransaction(foyer, { networkId, replacement })
 */
export async function replaceTransaction(
  foyer: Foyer,
  { networkId, replacement, signal }: ReplaceTransactionParameters,
): Promise<SentTransaction> {
  const { wallet, actions } = await walletOf(foyer, { networkId, account: replacement.address })
  if (!actions.replaceTransaction) throw absent('replaceTransaction', wallet.account.namespace)
  const { trayOf } = await contextOf(foyer).queries()
  const sent = await actions.replaceTransaction({ wallet, replacement, signal })
  trayOf(contextOf(foyer)).replaced({ replacement, networkId, hash: sent.hash })
  return sent
}

const absent = (action: string, family: Family) => new ActionUnsupportedError({ action, family })

/** The phase of speeding up or cancelling; `gone`: the transaction is pending no more; `unclear`: the wallet may have sent it. */
export type ReplacingPhase = 'preparing' | 'ready' | 'waiting' | 'declined' | 'failed' | 'unclear' | 'gone' | 'sent'

export interface ReplacingState {
  readonly phase: ReplacingPhase
  /** The transaction that the wallet is asked for; undefined until it is prepared. */
  readonly replacement: Replacement | undefined
  /** A failure's own sentence, by key. */
  readonly notice: PlainSentenceKey | undefined
}

/** A form that speeds up or cancels one transaction. */
export interface Replacing extends Observable<ReplacingState> {
  /** Asks the wallet for what is shown, once it is prepared; nothing while it is being asked, and where it may have sent it. */
  readonly send: () => void
  /** Asks the chain anew what it takes, and forgets how the wallet's last answer was. */
  readonly prepare: () => void
}

const preparing: ReplacingState = { phase: 'preparing', replacement: undefined, notice: undefined }

/**
 * Makes the form: it is prepared with its first subscriber. With the last one its preparing ends, and how the wallet answered is forgotten; what the
 * wallet is being asked goes on.
 *
 * @example
 * const form = createReplacing(foyer, { networkId, hash, kind: 'speedUp' })
 * const stop = form.subscribe(() => console.log(form.get().replacement?.fee))
 */
export function createReplacing(
  foyer: Foyer,
  { networkId, hash, kind }: Omit<PrepareReplacementParameters, 'signal'>,
): Replacing {
  const context = contextOf(foyer)
  const subject = `${networkId}:${hash}`
  const slot = slotOf({ kind: 'replace', subject })
  const dismiss = () => dispatchEvent(context, { type: 'dismissed', slot })
  let prepared = preparing
  let controller = new AbortController()
  const joined = () => replacingOf(prepared, foyer.store.getState().connection.attempts[slot])
  const set = (next: ReplacingState) => {
    prepared = next
    value.set(joined())
  }
  const value = observable<ReplacingState>(joined(), () => {
    const stop = foyer.store.subscribe(() => value.set(joined()))
    prepare()
    return () => {
      stop()
      controller.abort()
      dismiss()
    }
  })
  const prepare = () => {
    controller = new AbortController()
    const { signal } = controller
    set(preparing)
    prepareReplacement(foyer, { networkId, hash, kind, signal }).then(
      (replacement) => signal.aborted || set({ ...preparing, phase: replacement ? 'ready' : 'gone', replacement }),
      (error: unknown) => {
        if (signal.aborted) return
        context.report(error)
        set({ ...preparing, phase: 'failed', notice: error instanceof FoyerError ? error.notice : undefined })
      },
    )
  }
  const send = async () => {
    const { replacement, phase } = value.get()
    if (!replacement || !askable.includes(phase)) return
    const attempt = { kind: 'replace', networkId, address: replacement.address, subject } as const
    try {
      const { runTransaction } = await context
        .queries()
        .catch((cause: unknown) => refuseAttempt(context, { attempt, cause }))
      await runTransaction(context, {
        attempt,
        send: ({ signal }) => replaceTransaction(foyer, { networkId, replacement, signal }),
      })
    } catch (error) {
      if (joined().phase !== 'gone') reportUnexpected(context, error)
    }
  }
  const again = () => {
    controller.abort()
    dismiss()
    prepare()
  }
  return { get: value.get, subscribe: value.subscribe, send: () => void send(), prepare: again }
}

const askable: readonly ReplacingPhase[] = ['ready', 'declined', 'failed']

/** Pure: what was prepared, and what the wallet answered to it. */
function replacingOf(prepared: ReplacingState, attempt: Attempt | undefined): ReplacingState {
  const { step, end } = attempt ?? {}
  if (step?.type === 'sent') return { ...prepared, phase: 'sent' }
  if (end?.status === 'failed') return { ...prepared, phase: phaseOf(end), notice: end.notice }
  return attempt && !end ? { ...prepared, phase: 'waiting' } : prepared
}

function phaseOf({ code, mayHaveBeenSent }: Refusal): ReplacingPhase {
  if (mayHaveBeenSent) return 'unclear'
  return code === 'user_rejected' ? 'declined' : code === 'transaction_not_pending' ? 'gone' : 'failed'
}
