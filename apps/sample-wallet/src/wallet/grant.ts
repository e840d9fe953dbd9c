import type { WalletNetwork } from '@foyer/core/words'
import type { WalletFamily } from '@foyer/signing'
import {
  chainOf,
  conformityFault,
  familyOf,
  type ProposalNamespaces,
  type SessionNamespace,
  type SessionNamespaces,
} from '@foyer/walletconnect/protocol'

type KnownFamily = Pick<WalletFamily, 'name' | 'methods' | 'events' | 'currentId'>

/** An application's request, matched with what this wallet supports. */
export interface Offer {
  /** Supported networks of the proposal, required ones first. */
  readonly networks: readonly WalletNetwork[]
  /** Unsupported networks of the proposal (CAIP-2). */
  readonly unknown: readonly string[]
  /** The requested methods that are supported. */
  readonly methods: readonly string[]
  /** Required namespaces that this wallet lacks; then the proposal can't be approved. */
  readonly isImpossible: boolean
}

export interface ProposedNamespaces {
  readonly required: ProposalNamespaces
  readonly optional: ProposalNamespaces
}

interface Choice {
  readonly asked: ProposedNamespaces
  readonly families: readonly KnownFamily[]
  /** The present ids of the chosen networks. */
  readonly chainIds: readonly string[]
  /** The chosen accounts by chain; the first is the one in use. */
  readonly addresses: Readonly<Record<string, readonly string[]>>
}

/** The part of a proposal that this wallet supports. A proposal without namespaces is offered everything. */
export function offerOf({
  asked,
  families,
  networks,
}: {
  readonly asked: ProposedNamespaces
  readonly families: readonly KnownFamily[]
  readonly networks: readonly WalletNetwork[]
}): Offer {
  const wanted = wantedChains(asked)
  const known =
    wanted.length === 0
      ? networks
      : [...new Set(wanted.map((chainId) => currentId({ families, chainId })))].flatMap(
          (chainId) => networks.find((network) => network.chainId === chainId) ?? [],
        )
  const served = known.filter(({ chainId }) => families.some(({ name }) => name === familyOf(chainId)))
  // With every account granted on every network: a proposal that fails even so can't be approved.
  const chainIds = served.map(({ chainId }) => chainId)
  const addresses = Object.fromEntries(chainIds.map((chainId) => [chainId, ['any']]))
  const granted = grantFor({ asked, families, chainIds, addresses })
  return {
    networks: served,
    unknown: wanted.filter((chainId) => !chainIds.includes(currentId({ families, chainId }))),
    methods: [...new Set(Object.values(granted).flatMap(({ methods }) => methods))],
    isImpossible: served.length === 0 || conformityFault({ required: asked.required, granted }) !== undefined,
  }
}

/** The present id of a chain, which an application may name by a former one. */
export const currentId = ({
  families,
  chainId,
}: {
  readonly families: readonly Pick<WalletFamily, 'name' | 'currentId'>[]
  readonly chainId: string
}): string => families.find(({ name }) => name === familyOf(chainId))?.currentId?.(chainId) ?? chainId

/** The grant: the chosen accounts on the chosen networks, with the requested methods that are supported. */
export function grantFor({ asked, families, chainIds, addresses }: Choice): SessionNamespaces {
  const wanted = wantedChains(asked)
  const entries = families.flatMap((family) => {
    const chosen = chainIds.filter(
      (chainId) => familyOf(chainId) === family.name && (addresses[chainId] ?? []).length > 0,
    )
    // By each of the ids that the application knows the network by.
    const granted = chosen.map((chainId) => {
      const ids = wanted.filter((each) => currentId({ families, chainId: each }) === chainId)
      return { ids: ids.length > 0 ? ids : [chainId], own: addresses[chainId] ?? [] }
    })
    const accounts = granted.flatMap(({ ids, own }) => ids.flatMap((id) => own.map((address) => `${id}:${address}`)))
    if (accounts.length === 0) return []
    const { methods, events } = wishesOf({ asked, family })
    const namespace: SessionNamespace = { chains: granted.flatMap(({ ids }) => ids), accounts, methods, events }
    return [[family.name, namespace] as const]
  })
  return Object.fromEntries(entries)
}

/** A session's grant with these accounts of one family, the one in use first on each chain. */
export function regrant({
  namespaces,
  family,
  accounts,
}: {
  readonly namespaces: SessionNamespaces
  readonly family: string
  /** CAIP-10. */
  readonly accounts: readonly string[]
}): SessionNamespaces {
  const entries = Object.entries(namespaces).filter(([key]) => familyOf(key) === family)
  const list = (of: 'methods' | 'events') => [...new Set(entries.flatMap(([, namespace]) => namespace[of]))]
  const others = Object.entries(namespaces).filter(([key]) => familyOf(key) !== family)
  const chains = [...new Set(accounts.map(chainOf))]
  const own: SessionNamespace = { chains, accounts, methods: list('methods'), events: list('events') }
  return { ...Object.fromEntries(others), [family]: own }
}

const wantedChains = ({ required, optional }: ProposedNamespaces): string[] => [
  ...new Set([...chainsOf(required), ...chainsOf(optional)]),
]

/** The chains of namespaces, whose key is a family or a chain. */
const chainsOf = (namespaces: ProposalNamespaces): string[] =>
  Object.entries(namespaces).flatMap(([key, { chains }]) => (key.includes(':') ? [key] : (chains ?? [])))

function wishesOf({
  asked: { required, optional },
  family,
}: {
  readonly asked: ProposedNamespaces
  readonly family: KnownFamily
}): Pick<SessionNamespace, 'methods' | 'events'> {
  const wishes = [...Object.entries(required), ...Object.entries(optional)].filter(
    ([key]) => familyOf(key) === family.name,
  )
  if (wishes.length === 0) return { methods: family.methods, events: family.events }
  const methods = new Set(wishes.flatMap(([, wish]) => wish.methods))
  const events = new Set(wishes.flatMap(([, wish]) => wish.events))
  return {
    methods: family.methods.filter((method) => methods.has(method)),
    events: family.events.filter((event) => events.has(event)),
  }
}
