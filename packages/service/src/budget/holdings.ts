interface Take {
  /** a client, as `clientKey` gives it, or a project */
  owner: string
  /** 1 when left out */
  amount?: number | undefined
}

export type Refuser = 'owner' | 'node'

export interface Holding {
  /** Takes more of the same. @returns whether there was so much */
  add(amount: number): boolean
  /** Gives back a part, such as bytes that have left. */
  giveBack(amount: number): void
  /** Gives back all that is left of it. Can be called again. */
  release(): void
}

export interface HoldingFigures {
  readonly perOwner: number
  /** on this node */
  readonly inAll: number
  /**
   * Which network an owner is of, where many owners are one. A network holds no more than what it leaves free: one alone half of all, fourteen a fifteenth
   * each, two hundred a two-hundredth. So the one who holds most gives way first, and there is room for one more network however many there are.
   */
  readonly networkOf?: ((owner: string) => string) | undefined
}

export type Holdings = ReturnType<typeof createHoldings>

/** Counts what is held on this node at the same time (slots, connections, bytes), by owner and in all. Memory is bounded by what is held: an owner who holds nothing is forgotten. */
export function createHoldings({ perOwner, inAll, networkOf }: HoldingFigures) {
  const [byOwner, byNetwork] = [createCount(), createCount()]
  let all = 0
  /** Returns who would refuse that now, if anyone. */
  const refuserOf = ({ owner, amount = 1 }: Take): Refuser | undefined => {
    if (all + amount > inAll) return 'node'
    if (byOwner.of(owner) + amount > perOwner) return 'owner'
    if (networkOf === undefined) return undefined
    const before = byNetwork.of(networkOf(owner))
    return before > 0 && before + amount > inAll - all ? 'owner' : undefined
  }
  const change = (owner: string, amount: number) => {
    all += amount
    byOwner.change(owner, amount)
    if (networkOf !== undefined) byNetwork.change(networkOf(owner), amount)
  }
  return {
    /** in all */
    held: () => all,
    refuserOf,
    /** Takes some for an owner. @returns what was taken, or who has no more: the owner, whose refusal is 429, or the node, whose is 503 */
    take({ owner, amount = 1 }: Take): Holding | Refuser {
      const refused = refuserOf({ owner, amount })
      if (refused !== undefined) return refused
      change(owner, amount)
      let mine = amount
      const giveBack = (some: number) => {
        const given = Math.min(some, mine)
        mine -= given
        if (given > 0) change(owner, -given)
      }
      return {
        add(more) {
          if (refuserOf({ owner, amount: more }) !== undefined) return false
          change(owner, more)
          mine += more
          return true
        },
        giveBack,
        release: () => giveBack(mine),
      }
    },
  }
}

function createCount() {
  const counts = new Map<string, number>()
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    change(key: string, amount: number): void {
      const left = (counts.get(key) ?? 0) + amount
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    },
  }
}
