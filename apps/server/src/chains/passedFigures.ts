/** Limits of what strangers may have passed on to the nodes of a network at the same time. The README says the reason of each. */
export const passedFigures = {
  /** requests to one network: as many as one of its nodes has connections for */
  all: { perOwner: 100, inAll: 384 },
  /** those of them that compute, and those that search: what is left is for what a node has at hand */
  middling: { perOwner: 64, inAll: 128 },
  dear: { perOwner: 16, inAll: 64 },
  /** bytes of nodes' answers that have to be held as a whole */
  answerBytes: { perOwner: 8 * 1024 * 1024, inAll: 32 * 1024 * 1024 },
} as const
