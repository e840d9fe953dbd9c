import { encodeBytes, sha256 } from '@foyer/embedded/custody'
import type { ShownRequest } from '@foyer/signing'
import { WalletError } from '../errors.js'
import type { Signer } from '../login/sign.js'

/** A request that waits for the visitor, as it is shown. */
export interface WaitingApproval {
  readonly id: number
  /** Who asks: the browser's word [F13]. */
  readonly site: string
  readonly shown: ShownRequest<string>
  /** What is signed, and by whom. */
  readonly payloads: readonly Uint8Array[]
  readonly signer: Signer
  /** The hashes of the payloads, computed when they were described. */
  readonly hashes: readonly string[]
}

/** A payload that the visitor approved. */
export interface ApprovedPayload {
  readonly hash: string
  /** Where the wallet's own window has signed it. */
  readonly signature: Uint8Array | undefined
}

/** Instead of approving, the visitor has named a limit: with it the request is another, which is shown in its turn. */
interface NamedLimit {
  readonly limitTo: string
}

/** Asks the visitor, a request at a time. */
export interface Approvals {
  /** @returns what was approved, or a limit · @throws WalletError (4001) where the visitor rejects, or the page around waits for it no longer */
  ask(asked: AskedApproval, signal: AbortSignal): Promise<readonly ApprovedPayload[] | NamedLimit>
  /** The visitor approved what stands under these hashes, which the wallet's own window has signed, or this frame will. */
  approve(id: number, hashes: readonly string[], signatures?: readonly Uint8Array[] | undefined): void
  /** The visitor would approve it with this limit. Of a request that offers none it rejects. */
  limit(id: number, amount: string): void
  reject(id: number): void
  /** Rejects everything that waits. */
  rejectAll(): void
}

export interface AskedApproval extends Pick<WaitingApproval, 'shown' | 'signer'> {
  readonly payloads: WaitingApproval['payloads'] | undefined
}

export interface ApprovalsParameters {
  readonly site: string
  readonly show: (waiting: readonly WaitingApproval[]) => void
}

/** More than that at once is no visitor's doing. */
const mostWaiting = 8

interface Asked extends WaitingApproval {
  readonly settle: (answer: readonly ApprovedPayload[] | NamedLimit | undefined) => void
}

export function createApprovals({ site, show }: ApprovalsParameters): Approvals {
  let asked: readonly Asked[] = []
  let count = 0
  const set = (next: readonly Asked[]) => {
    asked = next
    show(next.map(({ settle: _settle, ...waiting }) => waiting))
  }
  const end = (id: number, answerFor: (one: Asked) => Parameters<Asked['settle']>[0]) => {
    const one = asked.find((each) => each.id === id)
    if (!one) return // answered already
    set(asked.filter((each) => each !== one))
    one.settle(answerFor(one))
  }
  const reject = (id: number) => end(id, () => undefined)
  return {
    async ask({ shown, payloads = [], signer }, signal) {
      if (payloads.length === 0) throw new WalletError({ sentence: 'error.method', rpcCode: 4200 })
      const hashes = await Promise.all(payloads.map(async (bytes) => encodeBytes(await sha256(Uint8Array.from(bytes)))))
      if (asked.length >= mostWaiting) throw new WalletError({ sentence: 'error.tooMany', rpcCode: -32_005 })
      if (signal.aborted) throw new WalletError({ sentence: 'error.rejected', rpcCode: 4001 })
      count += 1
      const id = count
      signal.addEventListener('abort', () => reject(id))
      const answer = await new Promise<Parameters<Asked['settle']>[0]>((settle) =>
        set([...asked, { id, site, shown, payloads, signer, hashes, settle }]),
      )
      if (!answer) throw new WalletError({ sentence: 'error.rejected', rpcCode: 4001 })
      return answer
    },
    approve: (id, hashes, signatures) =>
      end(id, (one) =>
        one.hashes.join() === hashes.join()
          ? hashes.map((hash, index) => ({ hash, signature: signatures?.[index] }))
          : undefined,
      ),
    limit: (id, amount) => end(id, ({ shown }) => (shown.limit ? { limitTo: amount } : undefined)),
    reject,
    rejectAll() {
      for (const { id } of asked) reject(id)
    },
  }
}
