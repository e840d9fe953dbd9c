import type { WindowBudget } from '../budget/budget.js'
import { networkOf } from '../budget/clientAddress.js'
import { dayMs, hourMs, type Limit, takeEach } from '../budget/limit.js'

/**
 * The calls of a server to a provider under its operator's name, below what providers let a client ask (Google 10,000 grants a day at first, GitHub 2,000 tokens
 * an hour). A network has a tenth of it at most, and half is left to networks that have asked for nothing that hour: the one who holds most gives way first. Beyond what
 * their network has, accounts that are known have another tenth, each a tenth of that, so that no one who shares their network keeps them from it.
 */
export const providerLimits = {
  hour: { name: 'asks of a provider', of: 'provider', most: 600, withinMs: hourMs },
  day: { name: 'asks of a provider a day', of: 'provider', most: 10_000, withinMs: dayMs },
  networkHour: { name: 'asks of a provider by a network', of: 'network', most: 60, withinMs: hourMs },
  networkDay: { name: 'asks of a provider by a network a day', of: 'network', most: 1_000, withinMs: dayMs },
  known: { name: 'asks of a provider by a known account', of: 'account', most: 6, withinMs: hourMs },
  knownAll: { name: 'asks of a provider by known accounts', of: 'provider', most: 60, withinMs: hourMs },
  first: { name: 'first asks of a provider by a network', of: 'network', most: 1, withinMs: hourMs },
  busyHour: { name: 'further asks of a provider', of: 'provider', most: 300, withinMs: hourMs },
  busyDay: { name: 'further asks of a provider a day', of: 'provider', most: 5_000, withinMs: dayMs },
} as const satisfies Readonly<Record<string, Limit>>

interface TakeProviderShare {
  readonly windowOf: (limit: Limit) => WindowBudget
  readonly provider: string
  readonly client: string
  /** the person whose device asks, where it is one */
  readonly known: string | undefined
}

/** Takes one asking of a provider. @returns null, or the whole seconds until a retry */
export async function takeProviderShare({
  windowOf,
  provider,
  client,
  known,
}: TakeProviderShare): Promise<number | null> {
  const own = `${provider} ${networkOf(client)}`
  const { hour, day, networkHour, networkDay, first, busyHour, busyDay, known: ofKnown, knownAll } = providerLimits
  const all = [hour, day].map((limit) => [windowOf(limit), provider] as const)
  const isFirst = (await windowOf(first).take({ key: own })) === null
  const busy = [busyHour, busyDay].map((limit) => [windowOf(limit), provider] as const)
  const wait = await takeEach([
    [windowOf(networkHour), own],
    [windowOf(networkDay), own],
    ...(isFirst ? [] : busy),
    ...all,
  ])
  if (wait === null || known === undefined) return wait
  return takeEach([[windowOf(ofKnown), `${provider} ${known}`], [windowOf(knownAll), provider], ...all])
}
