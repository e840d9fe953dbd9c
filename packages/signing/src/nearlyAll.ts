import type { Words } from '@foyer/core/words'
import { words } from './sentences.js'

/** Whether a part is at least 95 % of the whole. */
export const isNearlyAll = (part: bigint, whole: bigint): boolean => whole > 0n && part * 100n >= whole * 95n

/** Says that a part is all that there is, or nearly all; nothing of less, or where it isn't known how much there is. */
export const mostWarnings = ({
  part,
  whole,
  token,
}: {
  readonly part: bigint
  readonly whole: bigint | undefined
  readonly token: string | Words
}): readonly Words[] =>
  whole === undefined || !isNearlyAll(part, whole)
    ? []
    : [words(part >= whole ? 'request.warn.allOfIt' : 'request.warn.nearlyAll', { token })]
