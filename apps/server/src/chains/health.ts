/** The findings of one round of asking on a node; null: it gave no usable answer. */
export type Found = { readonly isRightChain: boolean; readonly head: number; readonly ms: number } | null

/**
 * The status of a node among those of its network. `unknown`: it hasn't been asked yet. `wrong_chain`: it is another
 * network's and must never be asked.
 */
export type HealthStatus = (typeof healthStatuses)[number]
export const healthStatuses = ['unknown', 'healthy', 'behind', 'slow', 'silent', 'wrong_chain'] as const

/** A node that takes longer to answer a check isn't preferred. */
const slowMs = 1_000

/** Pure: each node's status, from one round of checks. */
export function judge({ found, mostBehind }: { found: readonly Found[]; mostBehind: number }): readonly HealthStatus[] {
  const furthest = Math.max(0, ...found.map((one) => (one?.isRightChain ? one.head : 0)))
  return found.map((one) => {
    if (one === null) return 'silent'
    if (!one.isRightChain) return 'wrong_chain'
    if (furthest - one.head > mostBehind) return 'behind'
    return one.ms > slowMs ? 'slow' : 'healthy'
  })
}

/** Later ones are asked when all before them fail. */
const ranks: Readonly<Record<Exclude<HealthStatus, 'wrong_chain'>, number>> = {
  healthy: 0,
  unknown: 0,
  slow: 1,
  behind: 2,
  silent: 3,
}

/** Pure: the places of the nodes in the order in which they are to be asked: by health, then as configured. */
export function rank(statuses: readonly HealthStatus[]): readonly number[] {
  return statuses
    .flatMap((status, place) => (status === 'wrong_chain' ? [] : [{ place, rank: ranks[status] }]))
    .sort((a, b) => a.rank - b.rank || a.place - b.place)
    .map(({ place }) => place)
}
