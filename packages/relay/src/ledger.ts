import { createHeaviest, type Heaviest } from './heaviest.js'

/**
 * The owner of what a relay holds, by which it is paid for. Keys are free to make and addresses are shared, so what is
 * held is counted by all four.
 */
export interface Owner {
  readonly clientId: string
  /** that the client connects from; '' where the relay doesn't know it */
  readonly address: string
  /** all addresses that one holder is likely to have; '' where the relay doesn't know it */
  readonly network: string
  /** '' where the relay doesn't know it */
  readonly project: string
}

/** The most that may be held at the same time. */
export interface Budget {
  readonly client: number
  readonly address: number
  readonly all: number
}

/** A client at its address, as what it holds is kept under. Equal ones are equal texts. */
export type Account = string

/** An account's names, the widest first: of projects, the one that holds most gives way, in it the network, there the address and the client. */
export const namesOf = ({ project, network, address, clientId }: Owner): readonly string[] => [
  project,
  network,
  address,
  clientId,
]

export const accountOf = (owner: Owner): Account => namesOf(owner).join(' ')

/** The amounts that owners hold of one thing: bytes, messages or subscriptions. */
export interface Ledger {
  /**
   * Finds the one that has to give something up so that an owner may hold so much more: the one that would hold most of the narrowest budget that this exceeds,
   * the owner itself where another holds as much. So who holds little is served beside any number of those who take what they can.
   * @returns undefined where it fits
   */
  giver(request: { owner: Owner; amount: number }): Account | undefined
  /** @param entry.amount - negative where the owner holds less than before */
  add(entry: { owner: Owner; amount: number }): void
  total(): number
}

/** The amount that is held under one name, and under those below it. */
interface Holder {
  amount: number
  readonly within: Map<string, Holder>
  readonly heaviest: Heaviest
}

export function createLedger({ client, address, all }: Budget): Ledger {
  const root = createHolder()
  return {
    giver({ owner, amount }) {
      const names = namesOf(owner)
      const held = (depth: number) => find({ root, names: names.slice(0, depth) })?.amount ?? 0
      if (held(4) + amount > client) return accountOf(owner)
      if (held(3) + amount > address) return heaviest({ root, names, amount, from: 3 })
      if (root.amount + amount > all) return heaviest({ root, names, amount, from: 0 })
      return undefined
    },
    add({ owner, amount }) {
      root.amount += amount
      let holder = root
      for (const name of namesOf(owner)) holder = change({ holder, name, amount })
    },
    total: () => root.amount,
  }
}

function createHolder(): Holder {
  const within = new Map<string, Holder>()
  return { amount: 0, within, heaviest: createHeaviest({ amountOf: (name) => within.get(name)?.amount }) }
}

/** @returns the holder below; one that holds nothing takes no memory */
function change({ holder, name, amount }: { holder: Holder; name: string; amount: number }): Holder {
  const below = holder.within.get(name) ?? createHolder()
  below.amount += amount
  if (below.amount > 0) holder.within.set(name, below)
  else holder.within.delete(name)
  holder.heaviest.note({ name, amount: below.amount, of: holder.within.size })
  return below
}

function find({ root, names }: { root: Holder; names: readonly string[] }): Holder | undefined {
  let holder: Holder | undefined = root
  for (const name of names) holder = holder?.within.get(name)
  return holder
}

interface HeaviestAccount {
  readonly root: Holder
  /** of the owner who wants more */
  readonly names: readonly string[]
  readonly amount: number
  /** how many of the owner's names the budget is about */
  readonly from: number
}

/** Returns the account that would hold most, looked for from the widest name to the client. */
function heaviest({ root, names, amount, from }: HeaviestAccount): Account {
  const found = names.slice(0, from)
  let holder = find({ root, names: found })
  let isOwn = true
  for (const own of names.slice(from)) {
    const most = holder?.heaviest.most()
    const ownAmount = (holder?.within.get(own)?.amount ?? 0) + amount
    isOwn &&= most === undefined || ownAmount >= most.amount
    const name = isOwn || most === undefined ? own : most.name
    found.push(name)
    holder = holder?.within.get(name)
  }
  return found.join(' ')
}
