import type { ConnectorOrderType, ResolvedOptions } from '../config/options.js'
import type { ConnectorEntry } from '../connector/connector.js'
import type { FoyerState } from '../store/state.js'
import type { ConnectRow } from './connectRow.js'
import type { DirectoryState } from './directoryState.js'
import { isExcluded } from './isExcluded.js'

export interface ConnectRowsParameters {
  readonly state: Pick<FoyerState, 'connectors' | 'connectorFilter' | 'recents' | 'features'> &
    Partial<Pick<FoyerState, 'connection'>>
  readonly options: Pick<
    ResolvedOptions,
    'excludeWalletIds' | 'customWallets' | 'connectorImages' | 'enableWallets' | 'enableWalletConnect'
  >
  /** A phone or tablet: there a code to scan is of no use. */
  readonly mobile?: boolean | undefined
  /** What is known of the directory, once it is: see `watchDirectory`. */
  readonly directory?: Pick<DirectoryState, 'rows' | 'excluded'> | undefined
}

/**
 * The rows of the connect view, in order: the groups of `features.connectorTypeOrder` first, then the others in their usual order [S3.4]; in a
 * wallet's own browser that wallet first. A wallet stands there once; excluded ones don't [S6.8], nor those of another chain family than the one
 * asked for [S2.23].
 */
export function connectRows({ state, options, mobile, directory }: ConnectRowsParameters): ConnectRow[] {
  if (!options.enableWallets) return []
  const excluded = [...options.excludeWalletIds, ...(directory?.excluded ?? [])]
  const offered = state.connectors.filter((connector) => isOffered({ connector, state, excluded }))
  const connectors = connectorRows(offered, options)
  const rows: Partial<Record<ConnectorOrderType, readonly ConnectRow[]>> = {
    ...connectors,
    ...walletRows({ offered, state, options, excluded }),
    ...directory?.rows,
  }
  if (mobile || options.enableWalletConnect === false || isPaired(state)) rows.walletConnect = []
  const first = mobile && connectors.injected.length > 0 ? ['injected' as const] : []
  return [...new Set([...first, ...state.features.connectorTypeOrder, ...usualOrder])].flatMap(
    (group) => rows[group] ?? [],
  )
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

/** A wallet that was reached by a pairing is connected already. */
const isPaired = ({ connection }: ConnectRowsParameters['state']) =>
  Object.values(connection?.connections ?? {}).some(({ connector }) => connector.type === 'WALLET_CONNECT')

type Excluded = { readonly excluded: readonly string[] }

function isOffered({
  connector,
  state: { connectorFilter },
  excluded,
}: Pick<ConnectRowsParameters, 'state'> & Excluded & { readonly connector: ConnectorEntry }): boolean {
  if (connectorFilter && !connector.families.includes(connectorFilter)) return false
  return !isExcluded(connector, excluded)
}

function connectorRows(
  connectors: readonly ConnectorEntry[],
  { connectorImages }: ConnectRowsParameters['options'],
): Record<'walletConnect' | 'injected' | 'external', readonly ConnectRow[]> {
  const of = (
    type: ConnectorEntry['type'],
    { group = 'injected', tag }: Partial<Pick<ConnectRow, 'group' | 'tag'>>,
  ): ConnectRow[] =>
    connectors
      .filter((connector) => connector.type === type)
      .map(({ id, name, icon }) => ({
        kind: 'connector',
        id,
        group,
        connectorId: id,
        name,
        icon: connectorImages[id] ?? icon,
        tag,
      }))
  const installed = { tag: 'installed' } as const
  return {
    walletConnect: of('WALLET_CONNECT', { group: 'walletConnect', tag: 'qrcode' }),
    injected: [
      ...of('MULTI_CHAIN', { tag: 'multichain' }),
      ...of('ANNOUNCED', installed),
      ...of('INJECTED', installed),
    ],
    external: of('EXTERNAL', { group: 'external' }),
  }
}

function walletRows({
  offered,
  state: { recents, connectorFilter },
  options: { customWallets, connectorImages },
  excluded,
}: ConnectRowsParameters & Excluded & { readonly offered: readonly ConnectorEntry[] }): Record<
  'recent' | 'custom',
  readonly ConnectRow[]
> {
  type Named = { readonly id: string; readonly name: string; readonly rdns?: string | undefined }
  const isNew = (wallet: Named) =>
    !isExcluded(wallet, excluded) &&
    !offered.some(
      ({ id, name, rdns }) => id === wallet.id || name === wallet.name || (rdns !== undefined && rdns === wallet.rdns),
    )
  const row = (group: 'recent' | 'custom', wallet: Extract<ConnectRow, { kind: 'wallet' }>['wallet']): ConnectRow => ({
    kind: 'wallet',
    id: `${group}:${wallet.id}`,
    group,
    wallet,
    name: wallet.name,
    icon: connectorImages[wallet.id] ?? wallet.image_url,
    tag: group === 'recent' ? group : undefined,
  })
  return {
    recent: recents
      .filter((wallet) => isNew(wallet) && (!connectorFilter || wallet.families.includes(connectorFilter)))
      .map(({ id, name, rdns, icon }) => row('recent', { id, name, rdns, image_url: icon })),
    custom: customWallets.filter(isNew).map((wallet) => row('custom', wallet)),
  }
}
