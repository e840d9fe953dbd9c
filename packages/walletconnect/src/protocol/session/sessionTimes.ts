/** Seconds. */
export const sessionTimes = {
  /** From its settling, and from each extension. */
  lifetime: 604_800,
  /** A proposal's. */
  proposal: 300,
  /** A request's, unless its caller says otherwise: from five minutes to a week. */
  request: { usual: 300, least: 300, most: 604_800 },
} as const
