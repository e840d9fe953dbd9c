import type { ResolvedOptions } from '../config/options.js'
import type { ConnectorEntry } from '../connector/connector.js'
import type { FoyerState } from '../store/state.js'
import type { ConnectRow } from './connectRow.js'
import type { DirectoryState } from './directoryState.js'
import { isExcluded } from './isExcluded.js'
import type { ListedWallet } from './listedWallet.js'

export interface ConnectRowsParameters {
  readonly state: Pick<FoyerState, 'connectors' | 'connectorFilter' | 'recents' | 'features' | 'connection'>
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
export function connectRows(parameters: ConnectRowsParameters): ConnectRow[] {
  const { state, options, mobile, directory } = parameters
  if (!options.enableWallets) return []
  const rows = [...ownRows(parameters), ...(directory?.rows ?? [])]
  // On a phone a wallet is in the page only where the browser is that wallet's own.
  const first = mobile ? ['injected' as const] : []
  const order = new Set([...first, ...state.features.connectorTypeOrder, ...usualOrder])
  return [...order].flatMap((wanted) => rows.filter(({ group }) => group === wanted))
}

const usualOrder = ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended'] as const

/** Where connectors of a type stand, and why; in the order in which a group has them. */
const kinds = [
  ['WALLET_CONNECT', 'walletConnect', 'qrcode'],
  ['MULTI_CHAIN', 'injected', 'multichain'],
  ['ANNOUNCED', 'injected', 'installed'],
  ['INJECTED', 'injected', 'installed'],
  ['EXTERNAL', 'external', undefined],
] as const

/** The rows that need no directory. */
function ownRows({ state, options, mobile, directory }: ConnectRowsParameters): ConnectRow[] {
  const { connectors, connectorFilter: wanted, recents, connection } = state
  const { customWallets, excludeWalletIds, connectorImages, enableWalletConnect } = options
  const excluded = [...excludeWalletIds, ...(directory?.excluded ?? [])]
  const offered = connectors.filter(
    (connector) => (!wanted || connector.families.includes(wanted)) && !isExcluded(connector, excluded),
  )
  const paired = Object.values(connection.connections).some(({ connector }) => connector.type === 'WALLET_CONNECT')
  const showsCode = !mobile && enableWalletConnect !== false && !paired
  const isNew = (wallet: ListedWallet) =>
    !isExcluded(wallet, excluded) && !offered.some((connector) => isSame(connector, wallet))
  const walletRow = (group: 'recent' | 'custom', wallet: ListedWallet): ConnectRow => ({
    kind: 'wallet',
    id: `${group}:${wallet.id}`,
    group,
    wallet,
    name: wallet.name,
    icon: connectorImages[wallet.id] ?? wallet.image_url,
    tag: group === 'recent' ? group : undefined,
  })
  return [
    ...kinds.flatMap(([kind, group, tag]) =>
      offered
        .filter(({ type }) => type === kind && (showsCode || group !== 'walletConnect'))
        .map(({ id, name, icon }): ConnectRow => {
          return { kind: 'connector', id, group, connectorId: id, name, icon: connectorImages[id] ?? icon, tag }
        }),
    ),
    ...recents
      .filter((wallet) => isNew(wallet) && (!wanted || wallet.families.includes(wanted)))
      .map(({ id, name, rdns, icon }) => walletRow('recent', { id, name, rdns, image_url: icon })),
    ...customWallets.filter(isNew).map((wallet) => walletRow('custom', wallet)),
  ]
}

const isSame = ({ id, name, rdns }: ConnectorEntry, wallet: ListedWallet): boolean =>
  id === wallet.id || name === wallet.name || (rdns !== undefined && rdns === wallet.rdns)
