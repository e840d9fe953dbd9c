import type { Reading } from './readNetwork.js'

/** Requests that one pass makes for what blocks have, and with those for what became of what is freed: all begin within these, whoever's operations they are. */
const most = { taken: 24, freed: 32 } as const

/** The requests that a pass may still make. */
export interface Reads extends Pick<Reading, 'chain'> {
  /** Whether another reading may begin. */
  hasRoom(of: keyof typeof most): boolean
}

/** Counts what is asked of a network, so that nobody's operations use up what its nodes give to all. */
export function createReads({ chain }: Pick<Reading, 'chain'>): Reads {
  let made = 0
  return {
    chain: {
      id: chain.id,
      request(request) {
        made += 1
        return chain.request(request)
      },
    },
    hasRoom: (of) => made < most[of],
  }
}
