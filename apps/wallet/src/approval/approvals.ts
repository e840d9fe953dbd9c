import { encodeBytes, sha256 } from '@foyer/embedded/custody'
import type { PreparedRequest, ShownRequest } from '@foyer/signing'
import { WalletError } from '../errors.js'

/** A request that waits for the visitor, as it is shown. */
export interface WaitingApproval {
  readonly id: number
  /** Who asks: the browser's word [F13]. */
  readonly site: string
  readonly shown: ShownRequest
  /** The hashes of the bytes that are signed, computed when they were described. */
  readonly hashes: readonly string[]
}

/** Asks the visitor, a request at a time. */
export interface Approvals {
  /** @returns the approved hashes · @throws WalletError (4001) where the visitor rejects, or the page around waits for it no longer */
  ask(prepared: Extract<PreparedRequest, { readonly kind: 'ask' }>, signal: AbortSignal): Promise<readonly string[]>
  /** The visitor approved what stands under these hashes. */
  approve(id: number, hashes: readonly string[]): void
  reject(id: number): void
  /** Rejects everything that waits. */
  rejectAll(): void
}

export interface ApprovalsParameters {
  readonly site: string
  readonly show: (waiting: readonly WaitingApproval[]) => void
}

/** More than that at once is no visitor's doing. */
const mostWaiting = 8

interface Asked extends WaitingApproval {
  readonly settle: (approved: readonly string[] | undefined) => void
}

export function createApprovals({ site, show }: ApprovalsParameters): Approvals {
  let asked: readonly Asked[] = []
  let count = 0
  const set = (next: readonly Asked[]) => {
    asked = next
    show(next.map(({ settle: _settle, ...waiting }) => waiting))
  }
  const end = (id: number, approved: readonly string[] | undefined) => {
    const one = asked.find((each) => each.id === id)
    if (!one) return // answered already
    const isSame = approved === undefined || (approved.length > 0 && approved.join() === one.hashes.join())
    set(asked.filter((each) => each !== one))
    one.settle(isSame ? approved : undefined)
  }
  return {
    async ask({ shown, payloads = [] }, signal) {
      if (payloads.length === 0) throw new WalletError({ sentence: 'error.method', rpcCode: 4200 })
      const hashes = await Promise.all(payloads.map(async (bytes) => encodeBytes(await sha256(Uint8Array.from(bytes)))))
      if (asked.length >= mostWaiting) throw new WalletError({ sentence: 'error.tooMany', rpcCode: -32_005 })
      if (signal.aborted) throw new WalletError({ sentence: 'error.rejected', rpcCode: 4001 })
      count += 1
      const id = count
      signal.addEventListener('abort', () => end(id, undefined))
      const approved = await new Promise<readonly string[] | undefined>((settle) =>
        set([...asked, { id, site, shown, hashes, settle }]),
      )
      if (!approved) throw new WalletError({ sentence: 'error.rejected', rpcCode: 4001 })
      return approved
    },
    approve: end,
    reject: (id) => end(id, undefined),
    rejectAll() {
      for (const { id } of asked) end(id, undefined)
    },
  }
}
