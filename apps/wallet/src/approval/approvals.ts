import type { DrawnRequest } from '@foyer/core/messages'
import { encodeBytes, sha256 } from '@foyer/custody/bytes'
import { type Payload, partsOf } from '@foyer/signing/switching'
import { WalletError } from '../errors.js'
import type { Signer } from '../login/sign.js'

/** A request that waits for the visitor, as it is shown. */
export interface WaitingApproval {
  readonly id: number
  /** The hash of the request as it came: who is asked for what, on which network. */
  readonly request: string
  /** The origin that asks: the browser's word [F13]. */
  readonly site: string
  readonly shown: DrawnRequest
  /** Counts how often any of what is shown has changed since it was first shown: then it is read anew. */
  readonly changes: number
  /** The payloads to be signed, if any, and by whom. */
  readonly payloads: readonly Payload[]
  readonly signer: Signer
  /** The hashes of the payloads' parts, computed when they were described. */
  readonly hashes: readonly string[]
  /** The receipt, once the outcome is known. */
  readonly receipt?: ApprovalReceipt | undefined
}

export interface ApprovalReceipt {
  readonly kind: 'signed' | 'sent'
  /** The transaction's name on its chain. */
  readonly hash?: string | undefined
  /** The outcome of an exchange, once a block has it. */
  readonly came?: Came | 'awaited' | undefined
}

/** Whether what was sent took effect, and what the account has got by it, as it is written. */
export interface Came {
  readonly status: 'done' | 'failed' | 'unknown'
  readonly amounts: readonly string[]
}

/** A payload that the visitor approved, or a part of one. */
export interface ApprovedPayload {
  readonly hash: string
  /** The signature, where the wallet's own window has signed it. */
  readonly signature: Uint8Array | undefined
}

/** Instead of approving, the visitor has named a limit: with it the request is another, which is shown in its turn. */
interface NamedLimit {
  readonly limitTo: string
}

/** A visitor's decision, which was made elsewhere. */
export type Decided =
  | { readonly is: 'approved'; readonly hashes: readonly string[] }
  | { readonly is: 'limited'; readonly amount: string }
  | { readonly is: 'rejected' }

/** Asks the visitor, a request at a time. */
export interface Approvals {
  /** @returns what was approved, or a limit · @throws WalletError (4001) where the visitor rejects, or the page around waits for it no longer */
  ask(asked: AskedApproval, signal: AbortSignal): Promise<readonly ApprovedPayload[] | NamedLimit>
  /**
   * Shows a later description of a waiting request, of the same payloads, in its place. One that no longer waits stays
   * as it was approved.
   * @returns whether it is shown
   */
  fillIn(was: DrawnRequest, is: DrawnRequest): boolean
  /** The visitor approved what stands under these hashes, which the wallet's own window has signed, or this frame will. */
  approve(id: number, hashes: readonly string[], signatures?: readonly Uint8Array[] | undefined): void
  /** The visitor would approve it with this limit. Of a request that offers none it rejects. */
  limit(id: number, amount: string): void
  reject(id: number): void
  /** It can't be asked: whoever asked is given the error. */
  fail(id: number, error: WalletError): void
  /** Rejects everything that waits, and shows nothing more of what was answered. */
  rejectAll(): void
  /**
   * Ends a request that was carried out, or has failed: it is shown no longer, its receipt for a moment; or with what
   * comes of it, which nobody waits for here.
   */
  finish(shown: DrawnRequest, receipt?: ApprovalReceipt, coming?: Promise<Came>): Promise<void>
  /** The visitor has read a receipt that stays. */
  leave(): void
}

export interface AskedApproval extends Pick<WaitingApproval, 'request' | 'shown' | 'signer'> {
  readonly payloads: WaitingApproval['payloads'] | undefined
  /** The answered request in whose place it is asked. */
  readonly replaces?: DrawnRequest | undefined
  /** Called once it waits for the visitor. */
  readonly whenShown?: (() => void) | undefined
}

export interface ApprovalsParameters {
  readonly site: string
  /** @param answered - what the visitor has approved, or given a limit, until it is finished: it stays in front */
  readonly show: (waiting: readonly WaitingApproval[], answered: WaitingApproval | undefined) => void
  /** Returns what the visitor decided of the same request, as it is described, before this page was loaded anew. */
  readonly decidedBefore?:
    | ((asked: Pick<WaitingApproval, 'request' | 'shown' | 'hashes'>) => Promise<Decided | undefined>)
    | undefined
  /** For as long as a receipt is shown, or one that says what came. */
  readonly glance: (receipt: ApprovalReceipt) => Promise<void>
}

/** More than that at once is no visitor's doing. */
const mostWaiting = 8

/** Undefined where the visitor rejects. */
type Answer = readonly ApprovedPayload[] | NamedLimit | WalletError | undefined

interface Asked extends WaitingApproval {
  readonly settle: (answer: Answer) => void
}

export function createApprovals({ site, show, glance, decidedBefore }: ApprovalsParameters): Approvals {
  const queue = createQueue(show)
  const reject = (id: number) => queue.settle(id, () => undefined)
  let count = 0
  return {
    async ask({ request, shown, payloads, signer, replaces, whenShown }, signal) {
      // What can't be compared with what is shown isn't signed.
      if (!payloads) throw new WalletError({ sentence: 'error.method', rpcCode: 4200 })
      const hashes = await hashesOf(payloads)
      const before = payloads.length > 0 && !replaces ? await decidedBefore?.({ request, shown, hashes }) : undefined
      if (queue.isFull()) throw new WalletError({ sentence: 'error.tooMany', rpcCode: -32_005 })
      if (signal.aborted) throw rejected()
      if (before?.is === 'rejected') throw rejected()
      if (before?.is === 'limited' && shown.limit) return { limitTo: before.amount }
      if (before?.is === 'approved' && before.hashes.join() === hashes.join()) return approvedOf(hashes, [])
      count += 1
      const id = count
      signal.addEventListener('abort', () => reject(id))
      const answer = await new Promise<Answer>((settle) => {
        queue.add({ id, request, site, shown, changes: 0, payloads, signer, hashes, settle }, replaces)
        whenShown?.()
      })
      if (!answer) throw rejected()
      if (answer instanceof WalletError) throw answer
      return answer
    },
    fillIn: queue.fillIn,
    approve: (id, hashes, signatures = []) =>
      queue.settle(id, (one) => (one.hashes.join() === hashes.join() ? approvedOf(hashes, signatures) : undefined)),
    limit: (id, amount) => queue.settle(id, ({ shown }) => (shown.limit ? { limitTo: amount } : undefined)),
    reject,
    fail: (id, error) => queue.settle(id, () => error),
    rejectAll: queue.rejectAll,
    ...createReceipts({ queue, glance }),
  }
}

/** The requests that wait for the visitor, and the one that was answered and isn't finished. */
interface Queue {
  isFull(): boolean
  /** Adds a request behind those that wait, or in the place of the answered one that it replaces, in front of them. */
  add(one: Asked, replaces: DrawnRequest | undefined): void
  fillIn: Approvals['fillIn']
  /** Ends the wait of a request with an answer; one that was answered already keeps its own. */
  settle(id: number, answerFor: (one: WaitingApproval) => Answer): void
  rejectAll(): void
  /** The answered request that is shown. */
  answered(): WaitingApproval | undefined
  /** Shows a receipt of the answered request. */
  showReceipt(receipt: ApprovalReceipt): void
  /** Shows the answered request no longer, where it is still the one that is shown so. */
  putAway(shown: DrawnRequest): void
}

function createQueue(show: ApprovalsParameters['show']): Queue {
  let asked: readonly Asked[] = []
  let answered: WaitingApproval | undefined
  const set = (next: readonly Asked[]) => {
    asked = next
    show(next.map(waitingOf), answered)
  }
  const forget = (shown: DrawnRequest | undefined) => {
    if (answered && answered.shown === shown) answered = undefined
  }
  const settle: Queue['settle'] = (id, answerFor) => {
    const one = asked.find((each) => each.id === id)
    if (!one) return // answered already
    const answer = answerFor(one)
    if (answer && !(answer instanceof WalletError)) answered = waitingOf(one)
    set(asked.filter((each) => each !== one))
    one.settle(answer)
  }
  return {
    settle,
    isFull: () => asked.length >= mostWaiting,
    add(one, replaces) {
      forget(replaces)
      // Whoever asks anew comes before what is only read.
      if (answered?.receipt?.came) answered = undefined
      set(replaces ? [one, ...asked] : [...asked, one])
    },
    fillIn(was, is) {
      if (!asked.some(({ shown }) => shown === was)) return false
      const filled = (one: Asked): Asked => ({
        ...one,
        shown: is,
        changes: one.changes + (readOf(was) === readOf(is) ? 0 : 1),
      })
      set(asked.map((one) => (one.shown === was ? filled(one) : one)))
      return true
    },
    rejectAll() {
      for (const { id } of asked) settle(id, () => undefined)
      answered = undefined
      set(asked)
    },
    answered: () => answered,
    showReceipt(receipt) {
      answered = answered && { ...answered, receipt }
      set(asked)
    },
    putAway(shown) {
      forget(shown)
      set(asked)
    },
  }
}

/** What is shown of a request between its answer and its end. */
function createReceipts({
  queue,
  glance,
}: Pick<ApprovalsParameters, 'glance'> & { readonly queue: Queue }): Pick<Approvals, 'finish' | 'leave'> {
  const isAnswered = (shown: DrawnRequest) => queue.answered()?.shown === shown
  const glanceAt = async (shown: DrawnRequest, receipt: ApprovalReceipt) => {
    if (!isAnswered(shown)) return
    queue.showReceipt(receipt)
    await glance(receipt)
    queue.putAway(shown)
  }
  return {
    async finish(shown, receipt, coming) {
      if (!isAnswered(shown)) return
      if (!receipt) return queue.putAway(shown)
      if (!coming) return glanceAt(shown, receipt)
      queue.showReceipt({ ...receipt, came: 'awaited' })
      void coming.then((came) => glanceAt(shown, { ...receipt, came }))
    },
    leave() {
      const answered = queue.answered()
      if (answered?.receipt?.came) queue.putAway(answered.shown)
    },
  }
}

const rejected = () => new WalletError({ sentence: 'error.rejected', rpcCode: 4001 })

/** All that a visitor reads of a request, and all by which approving it takes other steps: whatever of it differs is read anew. */
export const readOf = (shown: DrawnRequest): string => JSON.stringify(shown)

export interface IdentifiedRequest {
  readonly method: string
  readonly params: unknown
  /** CAIP-2 */
  readonly chainId: string
  readonly address: string
  readonly site: string
}

/** The hash of a request, by which a decision is of it and of no other that signs the same bytes. */
export async function requestHash({ method, params, chainId, address, site }: IdentifiedRequest): Promise<string> {
  const text = JSON.stringify([method, params ?? null, chainId, address, site], plain)
  return encodeBytes(await sha256(new TextEncoder().encode(text)))
}

/** A page may post numbers that JSON has no form for. */
const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value)

/** The hashes by which payloads are approved: of each of their parts, in order. */
export const hashesOf = (payloads: readonly Payload[]): Promise<string[]> =>
  Promise.all(payloads.flatMap(partsOf).map(async (bytes) => encodeBytes(await sha256(Uint8Array.from(bytes)))))

const approvedOf = (hashes: readonly string[], signatures: readonly Uint8Array[]): readonly ApprovedPayload[] =>
  hashes.map((hash, index) => ({ hash, signature: signatures[index] }))

const waitingOf = ({ settle: _settle, ...waiting }: Asked): WaitingApproval => waiting
