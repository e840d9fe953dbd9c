import type { Budgets, WindowBudget } from './budget.js'

/** Whose share a call takes. A device's key alone costs nothing to make, so that it never pays by itself. */
export type LimitOwner =
  | 'account'
  | 'account’s device'
  | 'address'
  | 'address and network'
  | 'ceremony'
  | 'client'
  | 'everybody'
  | 'login'
  | 'network'
  | 'provider'
  | 'strangers to an address'

/**
 * A limit on a call that sends, stores or asks outside. A call names its limits beside what it takes and answers, and the table of `docs/safety.md` is
 * made from that.
 */
export interface Limit {
  /** unique among the budgets of a server */
  readonly name: string
  readonly of: LimitOwner
  readonly most: number
  readonly withinMs: number
}

/** The number of rows a call may leave for one owner at a time: further ones are refused, or take the place of what is there. */
export interface Room {
  readonly name: string
  readonly of: LimitOwner
  readonly most: number
}

/** The effects of a call beside its answer, and what bounds them: it `reads` what a stranger could find by guesses; `nothing` where it answers and changes what is there. */
export type CallBudget =
  | 'nothing'
  | { readonly does: readonly ('sends' | 'stores' | 'asks' | 'reads')[]; readonly within: readonly (Limit | Room)[] }

/** Gives the one budget of each limit. It is closed while what nodes share is away. */
export function createWindows(budgets: Budgets): (limit: Limit) => WindowBudget {
  const made = new Map<string, WindowBudget>()
  return ({ name, most, withinMs }) => {
    const window = made.get(name) ?? budgets.window({ name, most, withinMs, whenAway: 'closed' })
    made.set(name, window)
    return window
  }
}

/** One of several budgets that an asking takes from, and whose. */
export type Share = readonly [budget: WindowBudget, key: string]

/** Takes one from each of several budgets, or from none of them: what one refuses isn't counted by the others. @returns null, or the whole seconds until a retry */
export async function takeEach(shares: readonly Share[]): Promise<number | null> {
  const wait = await waitOfEach(shares)
  if (wait !== null) return wait
  for (const [budget, key] of shares) {
    const taken = await budget.take({ key })
    if (taken !== null) return taken
  }
  return null
}

/** @returns what {@link takeEach} would, without taking */
export async function waitOfEach(shares: readonly Share[]): Promise<number | null> {
  for (const [budget, key] of shares) {
    const wait = await budget.waitOf({ key })
    if (wait !== null) return wait
  }
  return null
}

export const [secondMs, hourMs, dayMs] = [1_000, 3_600_000, 86_400_000]
