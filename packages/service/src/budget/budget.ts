import { type Soon, whenThere } from '../soon.js'

/** Properties of a budget apart from its figures. */
export interface BudgetKind {
  /** unique among the budgets of a server: what nodes share is shared under this name */
  readonly name: string
  /**
   * The rule while the store that nodes share is away. `open`: each node counts by itself, which lets at most so many
   * times as much through as there are nodes; for reads. `closed`: every request is refused; for logins.
   */
  readonly whenAway: 'open' | 'closed'
}

/** A bucket that fills by itself. */
export interface Rate {
  /** how many units are refilled each second */
  readonly perSecond: number
  /** how many may be taken at once */
  readonly burst: number
}

/** So many in any stretch of time, counted exactly. */
export interface Window {
  readonly most: number
  readonly withinMs: number
}

export interface Budget {
  /**
   * Takes from a key's budget.
   * @param request.key - whose; together with the budget's name it is the bucket's
   * @param request.cost - in units; 1 when left out, as it always is for a window. One above `burst` counts as `burst`
   * @returns null, or the whole seconds until a retry; what is refused isn't counted
   * @throws LimitsAwayError where the budget is to be closed while its store is away
   */
  take(request: { key: string; cost?: number | undefined }): Soon<number | null>
}

/** A window can be looked at: what is counted only when it fails is refused before it is tried. */
export interface WindowBudget extends Budget {
  /** @returns what {@link Budget.take} would, without taking. @throws LimitsAwayError as it does */
  waitOf(request: { key: string }): Soon<number | null>
}

/** Makes budgets: in this process's memory, or shared by all nodes. */
export interface Budgets {
  /** A token bucket for each key. */
  rate(budget: BudgetKind & Rate): Budget
  /** A sliding window for each key; a token bucket would let almost twice as many through in the first stretch. */
  window(budget: BudgetKind & Window): WindowBudget
}

/** The same budgets, each refusal of which is counted by the budget's name. */
export function observeBudgets(parameters: {
  budgets: Budgets
  onRefused: (refused: { limit: string }) => void
}): Budgets {
  const { budgets, onRefused } = parameters
  const observed = ({ take }: Budget, { name }: BudgetKind): Budget => ({
    take: (request) =>
      whenThere(take(request), (wait) => {
        if (wait !== null) onRefused({ limit: name })
        return wait
      }),
  })
  return {
    rate: (budget) => observed(budgets.rate(budget), budget),
    window(budget) {
      const { waitOf, ...window } = budgets.window(budget)
      return { ...observed(window, budget), waitOf }
    },
  }
}
