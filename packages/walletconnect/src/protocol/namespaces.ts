import { ifReadable, optionalOrNull } from '@foyer/core/lenient'
import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'
import { chainOf, defaultEvents, defaultMethods, familyOf } from './families.js'
import { listOf, mapOf, mapOfReadable, word, words } from './schemas.js'

const shared = {
  /** CAIP-2. */
  chains: ifReadable(listOf(word)),
  methods: words,
  events: words,
}

/** By the namespace of CAIP-2, or by one chain. */
export const ProposalNamespaces = mapOfReadable(v.object(shared))
export type ProposalNamespaces = Output<typeof ProposalNamespaces>
/** An application's terms in a family (`eip155`) or on one chain (`eip155:1`, then without `chains`). */
export type ProposalNamespace = ProposalNamespaces[string]

const terms = v.nullish(listOf(word), () => [])
/** The same where an application can't do without them: nothing of that is passed over. */
export const RequiredNamespaces = mapOf(
  v.object({ chains: optionalOrNull(listOf(word)), methods: terms, events: terms }),
)

export const SessionNamespaces = mapOfReadable(
  v.object({
    ...shared,
    /** CAIP-10. */
    accounts: words,
  }),
)
export type SessionNamespaces = Output<typeof SessionNamespaces>
/** A wallet's grant of such terms. */
export type SessionNamespace = SessionNamespaces[string]

interface Session {
  readonly namespaces: SessionNamespaces
}

/** A session's accounts on a chain, or all of them (CAIP-10). */
export const accountsOf = ({ namespaces, chainId }: Session & { readonly chainId?: string | undefined }): string[] => [
  ...new Set(
    Object.values(namespaces)
      .flatMap(({ accounts }) => accounts)
      .filter((account) => chainId === undefined || chainOf(account) === chainId),
  ),
]

/** The grants on a chain. That there is an account on it counts, not that it is listed. */
const grantsOn = ({ namespaces, chainId }: Session & { readonly chainId: string }): SessionNamespace[] =>
  Object.values(namespaces).filter(({ accounts }) => accounts.some((account) => chainOf(account) === chainId))

/** Whether an application may ask this of the wallet. */
export const mayRequest = ({
  method,
  ...on
}: Session & { readonly chainId: string; readonly method: string }): boolean =>
  grantsOn(on).some(({ methods }) => methods.includes(method))

/** Whether a wallet may emit this event to the application. */
export const mayEmit = ({ event, ...on }: Session & { readonly chainId: string; readonly event: string }): boolean =>
  grantsOn(on).some(({ events }) => events.includes(event))

/** A chain, and another id by which wallets may know it. */
interface KnownChain extends Session {
  /** CAIP-2 */
  readonly chainId: string
  readonly otherId?: string | undefined
}

/** The id by which a session knows a chain: the other one, where a wallet knows only that. */
export function sessionChainId({ namespaces, chainId, otherId }: KnownChain): string {
  const isKnown = (id: string) => grantsOn({ namespaces, chainId: id }).length > 0
  return otherId !== undefined && !isKnown(chainId) && isKnown(otherId) ? otherId : chainId
}

/** The id by which a session knows a chain that a method may be requested on; undefined where it may not. */
export function requestedOn({ method, ...chain }: KnownChain & { readonly method: string }): string | undefined {
  const { namespaces } = chain
  const chainId = sessionChainId(chain)
  return mayRequest({ namespaces, chainId, method }) ? chainId : undefined
}

/** Terms that a host asks for instead, by family. Lists that are given replace the usual ones. */
export interface NamespaceOverride {
  readonly methods?: Readonly<Record<string, readonly string[]>> | undefined
  readonly chains?: Readonly<Record<string, readonly string[]>> | undefined
  readonly events?: Readonly<Record<string, readonly string[]>> | undefined
  /**
   * The addresses by which a network is read meanwhile, by CAIP-2 id. It is the application's own and isn't sent: it
   * may hold a key.
   */
  readonly rpcMap?: Readonly<Record<string, string>> | undefined
}

/** The terms of a family, as they are asked for. */
export interface FamilyTerms {
  readonly methods: readonly string[]
  readonly events?: readonly string[] | undefined
  /** Other ids by which wallets know its chains, by CAIP-2 id. */
  readonly otherIds?: Readonly<Record<string, string>> | undefined
}

/**
 * The terms of each family that a network is configured of, or that a host names chains of.
 *
 * @param input.networks - CAIP-2
 * @param input.termsOf - what a family's own code asks for; the usual by default
 */
export function requestedNamespaces({
  networks,
  termsOf,
  override: { methods, chains, events } = {},
}: {
  readonly networks: readonly string[]
  readonly termsOf?: ((family: string) => FamilyTerms | undefined) | undefined
  readonly override?: NamespaceOverride | undefined
}): ProposalNamespaces {
  const families = new Set([...networks.map(familyOf), ...Object.keys(chains ?? {})])
  const requested = [...families].map((family) => {
    const own = networks.filter((chainId) => familyOf(chainId) === family)
    const terms = termsOf?.(family)
    return [
      family,
      {
        chains: chains?.[family] ?? own.flatMap((chainId) => [chainId, terms?.otherIds?.[chainId] ?? []].flat()),
        methods: methods?.[family] ?? terms?.methods ?? defaultMethods(family),
        events: events?.[family] ?? terms?.events ?? defaultEvents,
      },
    ] as const
  })
  return Object.fromEntries(requested.filter(([, namespace]) => namespace.chains.length > 0))
}
