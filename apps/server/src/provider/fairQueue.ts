/** A queue of many owners, each of whom is served in turn: one who asks for much waits behind himself, not behind others. */
export interface FairQueue<Item> {
  /**
   * Adds what waits for owners, behind what each waits for already; or has more owners wait for what is there, in the best place of all.
   * @returns what has to go, where there is no more room: the newest of the owner who waits with most. It has waited least, and dropping
   * his oldest would have him wait for ever while he asks on. What another waits for as well stays
   */
  add(request: { item: Item; owners: Iterable<string> }): Item | null
  has(item: Item): boolean
  /** Takes out the oldest of the owner whose turn it is, who is last from then on. */
  next(): Item | undefined
  remove(item: Item): void
  size(): number
}

/** @param options.most - how much may wait */
export function createFairQueue<Item>({ most }: { most: number }): FairQueue<Item> {
  /** the next owner first; one who waits for nothing is forgotten */
  const byOwner = new Map<string, Set<Item>>()
  const ownersOf = new Map<Item, Set<string>>()

  /** @returns whether anyone still waits for it */
  const leave = ({ item, owner }: { item: Item; owner: string }): boolean => {
    const [own, owners] = [byOwner.get(owner), ownersOf.get(item)]
    own?.delete(item)
    owners?.delete(owner)
    if (own?.size === 0) byOwner.delete(owner)
    if (owners?.size === 0) ownersOf.delete(item)
    return ownersOf.has(item)
  }
  const remove = (item: Item) => {
    for (const owner of ownersOf.get(item) ?? []) leave({ item, owner })
  }
  /** Returns the owner of the most. One with as many as one of those who came last isn't that. */
  const ownerOfMost = (last: Iterable<string>): string => {
    const countOf = (owner: string) => byOwner.get(owner)?.size ?? 0
    return [...last, ...byOwner.keys()].reduce((most, owner) => (countOf(owner) > countOf(most) ? owner : most))
  }
  return {
    add({ item, owners }) {
      for (const owner of owners) {
        byOwner.set(owner, (byOwner.get(owner) ?? new Set()).add(item))
        ownersOf.set(item, (ownersOf.get(item) ?? new Set()).add(owner))
      }
      while (ownersOf.size > most) {
        const owner = ownerOfMost(owners)
        const newest = [...(byOwner.get(owner) ?? [])].at(-1)
        if (newest === undefined) break
        if (!leave({ item: newest, owner })) return newest
      }
      return null
    },
    has: (item) => ownersOf.has(item),
    next() {
      const [first] = byOwner
      if (first === undefined) return undefined
      const [owner, own] = first
      const [oldest] = own
      byOwner.delete(owner)
      byOwner.set(owner, own)
      if (oldest !== undefined) remove(oldest)
      return oldest
    },
    remove,
    size: () => ownersOf.size,
  }
}
