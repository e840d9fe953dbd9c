import { defaultEvents, defaultMethods, familyOf, formerChainId } from './families.js'
import type { ProposalNamespaces } from './namespace.js'

/** What a host asks for instead, by family. Lists that are given replace the usual ones. */
export interface NamespaceOverride {
  readonly methods?: Readonly<Record<string, readonly string[]>> | undefined
  readonly chains?: Readonly<Record<string, readonly string[]>> | undefined
  readonly events?: Readonly<Record<string, readonly string[]>> | undefined
  /** Where a network is read meanwhile, by CAIP-2 id. It is the application's own and isn't sent: it may hold a key. */
  readonly rpcMap?: Readonly<Record<string, string>> | undefined
}

/**
 * What is asked for of each family that a network is configured of, or that a host names chains of.
 *
 * @param input.networks - CAIP-2
 */
export function requestedNamespaces({
  networks,
  override: { methods, chains, events } = {},
}: {
  readonly networks: readonly string[]
  readonly override?: NamespaceOverride | undefined
}): ProposalNamespaces {
  const families = new Set([...networks.map(familyOf), ...Object.keys(chains ?? {})])
  const requested = [...families].map((family) => {
    const own = networks.filter((chainId) => familyOf(chainId) === family)
    return [
      family,
      {
        chains: chains?.[family] ?? own.flatMap((chainId) => [chainId, formerChainId(chainId) ?? []].flat()),
        methods: methods?.[family] ?? defaultMethods(family),
        events: events?.[family] ?? defaultEvents,
      },
    ] as const
  })
  return Object.fromEntries(requested.filter(([, namespace]) => namespace.chains.length > 0))
}
