import { ApiError } from '@foyer/service/errors/ApiError'
import type { Log } from '@foyer/service/log/createLog'
import { type ClaimedPayment, provePayment } from './provePayment.js'

/** The number of open payments read at once. */
export const settledPage = 200

/** Within a day a payment is under all the blocks that it will be, or was undone. */
export const settlesSince = (now: number): Date => new Date(now - 86_400_000)

export interface SettleEach<Row> {
  /** A page of `settledPage` open payments, in one order: those behind `after`, the first where it is left out. */
  load: (after?: Row) => Promise<readonly Row[]>
  /** @throws ApiError for what can't be asked about any more, such as an asset that left the configuration */
  claimOf: (row: Row) => ClaimedPayment
  /** Writes down that it is final. */
  settle: (row: Row) => Promise<unknown>
  log: Pick<Log, 'warn'>
  signal: AbortSignal
}

/**
 * Looks again at open payments, each by itself: one that was undone, or can't be asked about, stays open and keeps no other from being
 * settled.
 * @throws the signal's reason · the database's error while a page is read
 */
export async function settleEach<Row>({ load, claimOf, settle, log, signal }: SettleEach<Row>): Promise<void> {
  for (let page = await load(); page.length > 0; page = page.length < settledPage ? [] : await load(page.at(-1))) {
    for (const row of page) {
      signal.throwIfAborted()
      try {
        if ((await provePayment(claimOf(row))) === 'final') await settle(row)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof ApiError)) log.warn({ error }, 'an open payment could not be looked at')
      }
    }
  }
}
