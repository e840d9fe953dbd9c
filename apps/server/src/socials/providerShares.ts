import type { WindowBudget } from '../budget/budget.js'
import { networkOf } from '../budget/clientAddress.js'
import { dayMs, hourMs, type Limit, takeEach } from '../budget/limit.js'

/**
 * What one server asks of one provider under its operator's name, below what providers let a client ask (Google 10,000 grants a day at first, GitHub 2,000 tokens
 * an hour). A network has a tenth of it at most, and half is left to networks that have asked for nothing that hour: whoever holds most gives way first.
 */
export const providerLimits = {
  hour: { name: 'asks of a provider', of: 'provider', most: 600, withinMs: hourMs },
  day: { name: 'asks of a provider a day', of: 'provider', most: 10_000, withinMs: dayMs },
  networkHour: { name: 'asks of a provider by a network', of: 'network', most: 60, withinMs: hourMs },
  networkDay: { name: 'asks of a provider by a network a day', of: 'network', most: 1_000, withinMs: dayMs },
  first: { name: 'first asks of a provider by a network', of: 'network', most: 1, withinMs: hourMs },
  busyHour: { name: 'further asks of a provider', of: 'provider', most: 300, withinMs: hourMs },
  busyDay: { name: 'further asks of a provider a day', of: 'provider', most: 5_000, withinMs: dayMs },
} as const satisfies Readonly<Record<string, Limit>>

interface TakeProviderShare {
  readonly windowOf: (limit: Limit) => WindowBudget
  readonly provider: string
  /** as `clientKey` gives it */
  readonly client: string
}

/** Takes one asking of a provider. @returns null, or the whole seconds until a retry */
export async function takeProviderShare({ windowOf, provider, client }: TakeProviderShare): Promise<number | null> {
  const own = `${provider} ${networkOf(client)}`
  const { hour, day, networkHour, networkDay, first, busyHour, busyDay } = providerLimits
  const isFirst = (await windowOf(first).take({ key: own })) === null
  const busy = [busyHour, busyDay].map((limit) => [windowOf(limit), provider] as const)
  return takeEach([
    [windowOf(networkHour), own],
    [windowOf(networkDay), own],
    ...(isFirst ? [] : busy),
    [windowOf(hour), provider],
    [windowOf(day), provider],
  ])
}
