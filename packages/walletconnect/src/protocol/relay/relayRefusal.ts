/** What relays close a connection with when they refuse it [S8.29], behind what it means. */
export const relayRefusals = [
  ['clock', 'JWT validation error: JWT Token is not yet valid'],
  ['origin', 'Unauthorized: origin not allowed'],
  ['project', 'Unauthorized: invalid key'],
] as const

/** What a relay's words for closing a connection mean; undefined where it says something else. */
export const relayRefusal = (words: string): (typeof relayRefusals)[number][0] | undefined =>
  relayRefusals.find(([, reply]) => words.includes(reply))?.[0]
