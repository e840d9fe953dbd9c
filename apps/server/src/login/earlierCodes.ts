import type { EarlierCode } from '../db/schema/login.js'

/** As often as a code is sent in an hour. */
const most = 5

interface Replaced extends EarlierCode {
  readonly expiresAt: Date
  readonly earlier: readonly EarlierCode[]
}

/** Returns what is kept of the codes before, as a device is sent another: a mail may come late, or be read late. Of one that is over by itself nothing is. */
export const replacedBy = (before: Replaced | undefined, now: number): readonly EarlierCode[] =>
  before === undefined || before.expiresAt.getTime() <= now
    ? []
    : [{ id: before.id, hash: before.hash }, ...before.earlier].slice(0, most)

/**
 * Whether a code goes by an id: its own, or that of one before. An answer that was lost, or another tab of the same device that has asked for a code, leaves a page with an
 * earlier id than the mail that its visitor reads.
 */
export const goesBy =
  (id: string) =>
  (row: { readonly id: string; readonly earlier: readonly EarlierCode[] }): boolean =>
    row.id === id || row.earlier.some((each) => each.id === id)
