/** The retries on a provider's failures. Times are in milliseconds. */
export interface Patience {
  /** for all tries of one question together */
  readonly wholeMs: number
  /** how many more tries there are, if asking again does no harm */
  readonly retries: number
  /** doubled from one try to the next */
  readonly firstPauseMs: number
  /** a provider that wants a longer one isn't waited for: it is left alone for so long */
  readonly longestPauseMs: number
  /** how long it is left alone after a limit that it says no time of; without it, there is another try after the usual pause */
  readonly limitMs?: number | undefined
}

/** Of what is one of many parts of an answer that a visitor waits for. */
export const forVisitors = {
  patience: { wholeMs: 5_000, retries: 2, firstPauseMs: 150, longestPauseMs: 1_500, limitMs: 30_000 },
  mostBytes: 1024 * 1024,
} as const
