import { type RateLimitedError, refuseAt } from '../errors/refusals.js'
import { type Soon, whenThere } from '../soon.js'
import type { Budgets, Rate } from './budget.js'
import { widerNetwork } from './clientAddress.js'

/** The number of /64 networks of one /48 that may use their full budget at the same time. */
export const householdsOfNetwork = 16
/** The factor on the cost of a request that no page asks. */
const priceWithoutPage = 2

interface Pay {
  client: string
  /** in units; 1, when left out, is an answer out of memory or of one row */
  cost?: number | undefined
  /** Whether the request names an origin. One that doesn't comes from no page in a browser, and pays twice. */
  isPage: boolean
}

/** Returns what is taken for a cost. */
export const priceOf = ({ cost = 1, isPage }: Omit<Pay, 'client'>): number => (isPage ? cost : cost * priceWithoutPage)

export type CallerBudget = ReturnType<typeof createCallerBudget>

/** Creates the budget from which every request, socket and message of a stranger is paid, before work is done for it. */
export function createCallerBudget({ budgets, perSecond, burst }: Rate & { budgets: Budgets }) {
  const rate = (name: string, times: number) =>
    budgets.rate({ name, perSecond: perSecond * times, burst: burst * times, whenAway: 'open' })
  const own = rate('client', 1)
  const wide = rate('network', householdsOfNetwork)
  return {
    /** The most that can be paid at once, in units. */
    burst,
    /** Takes from a client's bucket. An IPv6 client's /48 has a bucket too: its owner has 65,536 networks to ask from. @throws {@link RateLimitedError} */
    pay({ client, cost, isPage }: Pay): Soon<void> {
      const price = priceOf({ cost, isPage })
      const paid = whenThere(own.take({ key: client, cost: price }), refuseAt)
      const network = widerNetwork(client)
      if (network === null) return paid
      return whenThere(paid, () => whenThere(wide.take({ key: network, cost: price }), refuseAt))
    },
  }
}
