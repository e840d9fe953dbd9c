/** Who pays for what a relay holds. Keys are free to make and addresses are shared, so all three have a budget. */
export interface Owner {
  readonly clientId: string
  /** the address, or network, that the client connects from; '' where the relay doesn't know it */
  readonly address: string
  /** '' where the relay doesn't know it */
  readonly project: string
}

/** The most that may be held at the same time. */
export interface Budget {
  readonly client: number
  readonly address: number
  readonly all: number
}

/**
 * Beside its figure, an address holds an eighth of what is free at most, and a project three times as much as is free: who
 * comes first leaves room for the next, and the last of it is never one's alone. So nothing has to be taken from anyone.
 */
export const fairShare: Readonly<Record<'address' | 'project', number>> = { address: 1 / 8, project: 3 }

/** What owners hold of one thing: bytes, messages or subscriptions. */
export interface Ledger {
  /** By how much the owner would exceed the narrowest of its budgets with so much more; 0 or less: it fits. */
  excess(request: { owner: Owner; amount: number }): number
  /** @param entry.amount - negative where the owner holds less than before */
  add(entry: { owner: Owner; amount: number }): void
  total(): number
}

export function createLedger({ client, address, all }: Budget): Ledger {
  const clients = createSums()
  const addresses = createSums()
  const projects = createSums()
  let total = 0
  return {
    excess({ owner, amount }) {
      const free = all - total
      return Math.max(
        clients.of(owner.clientId) + amount - client,
        addresses.of(owner.address) + amount - Math.min(address, Math.floor(free * fairShare.address)),
        projects.of(owner.project) + amount - free * fairShare.project,
      )
    },
    add({ owner, amount }) {
      clients.add(owner.clientId, amount)
      addresses.add(owner.address, amount)
      projects.add(owner.project, amount)
      total += amount
    },
    total: () => total,
  }
}

/** Sums by name; a name without anything takes no memory. */
function createSums(): { of(name: string): number; add(name: string, amount: number): void } {
  const sums = new Map<string, number>()
  return {
    of: (name) => sums.get(name) ?? 0,
    add(name, amount) {
      const sum = (sums.get(name) ?? 0) + amount
      if (sum > 0) sums.set(name, sum)
      else sums.delete(name)
    },
  }
}
