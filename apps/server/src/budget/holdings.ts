/** What is held at the same time (slots, connections, bytes), by owner and in all. */
export interface Holdings {
  /**
   * Takes some for an owner.
   * @param request.owner - a client, as `clientKey` gives it, or a project
   * @param request.amount - 1 when left out
   * @returns what was taken, or who has no more: the owner, whose refusal is 429, or the node, whose is 503
   */
  take(request: Take): Holding | Refuser
  /** Who would refuse that now, if anyone. */
  refuserOf(request: Take): Refuser | undefined
  /** in all */
  held(): number
}

interface Take {
  owner: string
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
}

/** Counts what is held on this node. Memory is bounded by what is held: an owner who holds nothing is forgotten. */
export function createHoldings({ perOwner, inAll }: HoldingFigures): Holdings {
  const byOwner = new Map<string, number>()
  let all = 0
  const refuserOf = ({ owner, amount = 1 }: Take): Refuser | undefined => {
    if (all + amount > inAll) return 'node'
    return (byOwner.get(owner) ?? 0) + amount > perOwner ? 'owner' : undefined
  }
  const change = (owner: string, amount: number) => {
    all += amount
    const left = (byOwner.get(owner) ?? 0) + amount
    if (left > 0) byOwner.set(owner, left)
    else byOwner.delete(owner)
  }
  return {
    held: () => all,
    refuserOf,
    take({ owner, amount = 1 }) {
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
