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

interface Asked extends WaitingApproval {
  readonly settle: (answer: readonly ApprovedPayload[] | NamedLimit | WalletError | undefined) => void
}

export function createApprovals({ site, show, glance, decidedBefore }: ApprovalsParameters): Approvals {
  let asked: readonly Asked[] = []
  let answered: WaitingApproval | undefined
  let count = 0
  const set = (next: readonly Asked[], now: WaitingApproval | undefined = answered) => {
    asked = next
    answered = now
    show(next.map(waitingOf), answered)
  }
  const end = (id: number, answerFor: (one: Asked) => Parameters<Asked['settle']>[0]) => {
    const one = asked.find((each) => each.id === id)
    if (!one) return // answered already
    const answer = answerFor(one)
    set(
      asked.filter((each) => each !== one),
      answer && !(answer instanceof WalletError) ? waitingOf(one) : answered,
    )
    one.settle(answer)
  }
  const reject = (id: number) => end(id, () => undefined)
  const forget = (shown: DrawnRequest | undefined) => {
    if (answered && answered.shown === shown) answered = undefined
  }
  const putAway = (shown: DrawnRequest) => {
    forget(shown)
    set(asked)
  }
  const glanceAt = async (shown: DrawnRequest, receipt: ApprovalReceipt) => {
    if (answered?.shown !== shown) return
    set(asked, { ...answered, receipt })
    await glance(receipt)
    putAway(shown)
  }
  return {
    async ask({ request, shown, payloads, signer, replaces, whenShown }, signal) {
      // What can't be compared with what is shown isn't signed.
      if (!payloads) throw new WalletError({ sentence: 'error.method', rpcCode: 4200 })
      const hashes = await hashesOf(payloads)
      const before = payloads.length > 0 && !replaces ? await decidedBefore?.({ request, shown, hashes }) : undefined
      if (asked.length >= mostWaiting) throw new WalletError({ sentence: 'error.tooMany', rpcCode: -32_005 })
      if (signal.aborted) throw rejected()
      if (before?.is === 'rejected') throw rejected()
      if (before?.is === 'limited' && shown.limit) return { limitTo: before.amount }
      if (before?.is === 'approved' && before.hashes.join() === hashes.join()) return approvedOf(hashes, [])
      count += 1
      const id = count
      signal.addEventListener('abort', () => reject(id))
      const answer = await new Promise<Parameters<Asked['settle']>[0]>((settle) => {
        forget(replaces)
        // Whoever asks anew comes before what is only read.
        if (answered?.receipt?.came) answered = undefined
        const one = { id, request, site, shown, changes: 0, payloads, signer, hashes, settle }
        // In the place of what it replaces, in front of those that wait.
        set(replaces ? [one, ...asked] : [...asked, one])
        whenShown?.()
      })
      if (!answer) throw rejected()
      if (answer instanceof WalletError) throw answer
      return answer
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
    approve: (id, hashes, signatures = []) =>
      end(id, (one) => (one.hashes.join() === hashes.join() ? approvedOf(hashes, signatures) : undefined)),
    limit: (id, amount) => end(id, ({ shown }) => (shown.limit ? { limitTo: amount } : undefined)),
    reject,
    fail: (id, error) => end(id, () => error),
    rejectAll() {
      for (const { id } of asked) reject(id)
      answered = undefined
      set(asked)
    },
    async finish(shown, receipt, coming) {
      if (answered?.shown !== shown) return
      if (!receipt) return putAway(shown)
      if (!coming) return glanceAt(shown, receipt)
      set(asked, { ...answered, receipt: { ...receipt, came: 'awaited' } })
      void coming.then((came) => glanceAt(shown, { ...receipt, came }))
    },
    leave() {
      if (answered?.receipt?.came) putAway(answered.shown)
    },
  }
}

const rejected = () => new WalletError({ sentence: 'error.rejected', rpcCode: 4001 })

/** All that a visitor reads of a request, and all by which approving it takes other steps: whatever of it differs is read anew. */
const readOf = (shown: DrawnRequest): string => JSON.stringify(shown)

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
