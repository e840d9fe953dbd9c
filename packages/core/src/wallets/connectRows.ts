import type { ConnectorOrderType, CustomWallet, ResolvedOptions } from '../config/options.js'
import type { ConnectorEntry } from '../connector/connector.js'
import type { FoyerState, RecentWallet } from '../store/state.js'

/** Says of a row why it stands there. */
export type ConnectTag = 'installed' | 'recent' | 'multichain'

interface RowBase {
  /** Unique in the list. */
  readonly id: string
  readonly group: ConnectorOrderType
  readonly name: string
  readonly icon: string | undefined
  readonly tag: ConnectTag | undefined
}

/** A row of the connect view: a wallet that can be asked now, or one that must be got first. */
export type ConnectRow =
  | (RowBase & { readonly kind: 'connector'; readonly connectorId: string })
  | (RowBase & { readonly kind: 'wallet'; readonly wallet: CustomWallet | RecentWallet })

export interface ConnectRowsParameters {
  readonly state: Pick<FoyerState, 'connectors' | 'connectorFilter' | 'recents' | 'features'>
  readonly options: Pick<ResolvedOptions, 'excludeWalletIds' | 'customWallets' | 'connectorImages' | 'enableWallets'>
}

/**
 * The rows of the connect view, in order: the groups of `features.connectorTypeOrder` first, then the others in their usual order [S3.4].
 * A wallet stands there once; excluded ones don't [S6.8], nor those of another chain family than the one asked for [S2.23].
 */
export function connectRows({ state, options }: ConnectRowsParameters): ConnectRow[] {
  if (!options.enableWallets) return []
  const offered = state.connectors.filter((connector) => isOffered({ connector, state, options }))
  const rows = { ...connectorRows(offered, options), ...walletRows({ offered, state, options }) }
  return groupOrder(state.features.connectorTypeOrder).flatMap((group) => rows[group] ?? [])
}

const usualOrder: readonly ConnectorOrderType[] = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
]

function groupOrder(first: readonly ConnectorOrderType[]): ConnectorOrderType[] {
  return [...new Set([...first, ...usualOrder])]
}

type Offer = ConnectRowsParameters & { readonly connector: ConnectorEntry }

function isOffered({ connector: { id, name, rdns, families }, state, options }: Offer): boolean {
  const { connectorFilter } = state
  if (connectorFilter && !families.includes(connectorFilter)) return false
  return !isExcluded({ id, name, rdns }, options.excludeWalletIds)
}

/** By directory id, connector id or rdns exactly, by name whatever its case [S6.8]. */
function isExcluded(
  { id, name, rdns }: { readonly id: string; readonly name: string; readonly rdns?: string | undefined },
  excluded: readonly string[],
): boolean {
  return excluded.some((each) => each === id || each === rdns || each.toLowerCase() === name.toLowerCase())
}

function connectorRows(
  connectors: readonly ConnectorEntry[],
  { connectorImages }: ConnectRowsParameters['options'],
): Partial<Record<ConnectorOrderType, ConnectRow[]>> {
  const row = (connector: ConnectorEntry): ConnectRow => ({
    kind: 'connector',
    id: connector.id,
    group: connector.type === 'EXTERNAL' ? 'external' : 'injected',
    connectorId: connector.id,
    name: connector.name,
    icon: connectorImages[connector.id] ?? connector.icon,
    tag: connector.type === 'MULTI_CHAIN' ? 'multichain' : connector.type === 'EXTERNAL' ? undefined : 'installed',
  })
  const of = (type: ConnectorEntry['type']) => connectors.filter((connector) => connector.type === type).map(row)
  return { injected: [...of('MULTI_CHAIN'), ...of('ANNOUNCED'), ...of('INJECTED')], external: of('EXTERNAL') }
}

function walletRows({
  offered,
  state: { recents, connectorFilter },
  options: { customWallets, excludeWalletIds, connectorImages },
}: ConnectRowsParameters & { readonly offered: readonly ConnectorEntry[] }): Partial<
  Record<ConnectorOrderType, ConnectRow[]>
> {
  const isThere = ({
    id,
    name,
    rdns,
  }: {
    readonly id: string
    readonly name: string
    readonly rdns?: string | undefined
  }) =>
    offered.some(
      (connector) => connector.id === id || connector.name === name || (rdns !== undefined && connector.rdns === rdns),
    )
  const recent = recents.filter(
    (wallet) =>
      !isThere(wallet) &&
      !isExcluded(wallet, excludeWalletIds) &&
      (!connectorFilter || wallet.families.includes(connectorFilter)),
  )
  const custom = customWallets.filter((wallet) => !isThere(wallet) && !isExcluded(wallet, excludeWalletIds))
  return {
    recent: recent.map((wallet) => ({
      kind: 'wallet',
      id: `recent:${wallet.id}`,
      group: 'recent',
      wallet,
      name: wallet.name,
      icon: connectorImages[wallet.id] ?? wallet.icon,
      tag: 'recent',
    })),
    custom: custom.map((wallet) => ({
      kind: 'wallet',
      id: `custom:${wallet.id}`,
      group: 'custom',
      wallet,
      name: wallet.name,
      icon: connectorImages[wallet.id] ?? wallet.image_url,
      tag: undefined,
    })),
  }
}
