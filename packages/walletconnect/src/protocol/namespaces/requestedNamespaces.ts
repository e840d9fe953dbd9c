import { defaultEvents, defaultMethods, familyOf, formerChainId } from './families.js'
import type { ProposalNamespaces } from './namespace.js'

/** What an application asks for of a family, and where its chains are read meanwhile. */
export interface RequestedNamespace {
  readonly chains: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /** A node's address by the chain's reference (`1`). It is the application's own and isn't sent: it may hold a key. */
  readonly rpcMap: Readonly<Record<string, string>>
}

/** What a host asks for instead, by family. Lists that are given replace the usual ones. */
export interface NamespaceOverride {
  readonly methods?: Readonly<Record<string, readonly string[]>> | undefined
  readonly chains?: Readonly<Record<string, readonly string[]>> | undefined
  readonly events?: Readonly<Record<string, readonly string[]>> | undefined
  /** By CAIP-2 id. The first of a family takes the place of all of its usual ones. */
  readonly rpcMap?: Readonly<Record<string, string>> | undefined
}

/** A configured network. */
export interface RequestedNetwork {
  /** CAIP-2. */
  readonly chainId: string
  readonly rpcUrl?: string | undefined
}

/** What is asked for of each family that a network is configured of. */
export function requestedNamespaces({
  networks,
  override = {},
}: {
  readonly networks: readonly RequestedNetwork[]
  readonly override?: NamespaceOverride | undefined
}): Readonly<Record<string, RequestedNamespace>> {
  const families = new Set([
    ...networks.map(({ chainId }) => familyOf(chainId)),
    ...[override.methods, override.chains, override.events].flatMap((lists) => Object.keys(lists ?? {})),
    ...Object.keys(override.rpcMap ?? {}).map(familyOf),
  ])
  return Object.fromEntries([...families].map((family) => [family, requestOf({ family, networks, override })]))
}

/** The part that is sent: of the families that have a chain. */
export const proposalNamespaces = (requested: Readonly<Record<string, RequestedNamespace>>): ProposalNamespaces =>
  Object.fromEntries(
    Object.entries(requested)
      .filter(([, { chains }]) => chains.length > 0)
      .map(([family, { chains, methods, events }]) => [family, { chains, methods, events }]),
  )

function requestOf({
  family,
  networks,
  override,
}: {
  readonly family: string
  readonly networks: readonly RequestedNetwork[]
  readonly override: NamespaceOverride
}): RequestedNamespace {
  const own = networks.filter(({ chainId }) => familyOf(chainId) === family)
  const usual = own.flatMap(({ chainId, rpcUrl }) => (rpcUrl === undefined ? [] : [[referenceOf(chainId), rpcUrl]]))
  const instead = Object.entries(override.rpcMap ?? {})
    .filter(([chainId]) => familyOf(chainId) === family)
    .map(([chainId, url]) => [referenceOf(chainId), url])
  return {
    chains: override.chains?.[family] ?? own.flatMap(({ chainId }) => withFormerId(chainId)),
    methods: override.methods?.[family] ?? defaultMethods(family),
    events: override.events?.[family] ?? defaultEvents,
    rpcMap: Object.fromEntries(instead.length > 0 ? instead : usual),
  }
}

const referenceOf = (chainId: string): string => chainId.slice(familyOf(chainId).length + 1)

function withFormerId(chainId: string): readonly string[] {
  const former = formerChainId(chainId)
  return former === undefined ? [chainId] : [chainId, former]
}
