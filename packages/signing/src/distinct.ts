import type { Words } from '@foyer/core/words'

/** Each once, where it was said first. */
export const distinct = (all: readonly Words[]): readonly Words[] => [
  ...new Map(all.map((each) => [JSON.stringify(each), each])).values(),
]
