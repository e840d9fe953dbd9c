import { type RateLimitedError, refuseAt } from '../errors/refusals.js'
import { type Soon, whenThere } from '../soon.js'
import type { Budgets, Rate } from './budget.js'
import { widerNetwork } from './clientAddress.js'

/** The budget from which every request, socket and message of a stranger is paid, before work is done for it. */
export interface CallerBudget {
  /** The most that can be paid at once, in units. */
  readonly burst: number
  /**
   * Takes from a client's bucket. An IPv6 client's /48 has a bucket too: its owner has 65,536 networks to ask from.
   * @param request.client - as `clientKey` gives it
   * @param request.cost - in units; 1, when left out, is an answer out of memory or of one row
   * @param request.isPage - whether the request names an origin. One that doesn't comes from no page in a browser, and pays twice
   * @throws {@link RateLimitedError}
   */
  pay(request: { client: string; cost?: number | undefined; isPage: boolean }): Soon<void>
}

/** The number of /64 networks of one /48 that may use their full budget at the same time. */
export const householdsOfNetwork = 16
/** The factor on the cost of a request that no page asks. */
const priceWithoutPage = 2

/** Returns what is taken for a cost. @param request.isPage - see {@link CallerBudget.pay} */
export const priceOf = ({ cost, isPage }: { cost: number; isPage: boolean }): number =>
  isPage ? cost : cost * priceWithoutPage

export function createCallerBudget({ budgets, perSecond, burst }: Rate & { budgets: Budgets }): CallerBudget {
  const rate = (name: string, times: number) =>
    budgets.rate({ name, perSecond: perSecond * times, burst: burst * times, whenAway: 'open' })
  const own = rate('client', 1)
  const wide = rate('network', householdsOfNetwork)
  return {
    burst,
    pay({ client, cost = 1, isPage }) {
      const price = priceOf({ cost, isPage })
      const paid = whenThere(own.take({ key: client, cost: price }), refuseAt)
      const network = widerNetwork(client)
      if (network === null) return paid
      return whenThere(paid, () => whenThere(wide.take({ key: network, cost: price }), refuseAt))
    },
  }
}
