import type { ResolvedOptions } from '../config/options.js'
import { isConnectorOf, isExcluded, type ListedWallet, shownName } from '../connector/listedWallet.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { offeredWallets, usableWallet, walletImageOf } from '../offered/offeredWallets.js'
import { isMobile } from '../platform/browser.js'
import type { FoyerState, RecentWallet } from '../state/state.js'
import type { Route } from '../state/viewState.js'
import type { ConnectRow, DirectoryState, WalletRow } from './directoryState.js'

export interface ConnectRowsParameters {
  readonly state: Pick<
    FoyerState,
    'connectors' | 'connectorFilter' | 'networks' | 'recents' | 'features' | 'connection'
  >
  readonly options: Pick<
    ResolvedOptions,
    'excludeWalletIds' | 'customWallets' | 'connectorImages' | 'enableWallets' | 'enableWalletConnect'
  >
  /** A phone or tablet: there a code to scan is of no use. */
  readonly mobile?: boolean | undefined
  /** The directory's rows and what it excludes, once they are known: see `watchDirectory`. */
  readonly directory?: (Pick<DirectoryState, 'excluded'> & { readonly rows: readonly ConnectRow[] }) | undefined
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

/** The place of connectors by their type, and why; in the order in which a group has them. */
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
  const offered = offeredWallets({ connectors, excluded }).flatMap((wallet) => usableWallet(wallet, state) ?? [])
  const paired = Object.values(connection.connections).some(({ connector }) => connector.type === 'WALLET_CONNECT')
  const showsCode = !mobile && enableWalletConnect !== false && !paired
  const locked = Object.values(connection.pending).map(({ kind, connectorId }) => !kind && connectorId)
  const isNew = (wallet: ListedWallet) =>
    !isExcluded(wallet, excluded) && !offered.some(({ ways }) => ways.some((way) => isSame(way, wallet)))
  const used = recents.filter((wallet) => isNew(wallet) && (!wanted || wallet.families.includes(wanted)))
  const walletRow = (group: 'recent' | 'custom', wallet: ListedWallet): ConnectRow => ({
    kind: 'wallet',
    id: `${group}:${wallet.id}`,
    group,
    wallet,
    name: wallet.name,
    icon: connectorImages?.[wallet.id] ?? wallet.image_url,
    tag: group === 'recent' ? group : undefined,
  })
  return [
    ...kinds.flatMap(([kind, group, tag]) =>
      offered
        .filter(({ type }) => type === kind && (showsCode || group !== 'walletConnect'))
        .map(({ id, name, icon: own, ways }): ConnectRow => {
          const icon = ways.map((way) => connectorImages?.[way.id]).find(Boolean) ?? own
          return {
            kind: 'connector',
            id,
            group,
            connectorId: id,
            name,
            icon,
            tag: ways.some((way) => locked.includes(way.id)) ? 'locked' : tag,
            asksChain: ways.length > 1,
          }
        }),
    ),
    // One of the host's own has its links with it.
    ...used.map((recent) =>
      walletRow('recent', customWallets.find((own) => isSame(recent, own)) ?? { ...recent, image_url: recent.icon }),
    ),
    ...customWallets
      .filter((own) => isNew(own) && !used.some((recent) => isSame(recent, own)))
      .map((own) => walletRow('custom', own)),
  ]
}

const isSame = ({ id, name, rdns }: Pick<RecentWallet, 'id' | 'name' | 'rdns'>, wallet: ListedWallet): boolean =>
  id === wallet.id || name === wallet.name || (rdns !== undefined && rdns === wallet.rdns)

/** The number of wallets recommended beside those that are here or were used before. */
const recommendedRows = 2

const inPage: ReadonlySet<string> = new Set(['INJECTED', 'ANNOUNCED', 'MULTI_CHAIN'])

interface RoomParameters {
  readonly state: Pick<FoyerState, 'connectors' | 'recents'>
  readonly options: Pick<ResolvedOptions, 'featuredWalletIds' | 'customWallets'>
}

/** Returns the number of recommended wallets: none without a way to pair, nor where the host names wallets itself. */
function recommendedRoom({
  state: { connectors, recents },
  options: { featuredWalletIds = [], customWallets },
}: RoomParameters): number {
  if (!connectors.some(({ type }) => type === 'WALLET_CONNECT')) return 0
  if (featuredWalletIds.length > 0 || customWallets.length > 0) return 0
  const present = offeredWallets({ connectors }).filter(
    ({ type, name }) => inPage.has(type) && name !== 'Browser Wallet',
  )
  return Math.max(0, recommendedRows - present.length - recents.length)
}

/** Returns placeholders for the directory's rows until it's known which they are, so that nothing moves under a pointer. */
export function comingRows({ state, options }: RoomParameters): readonly ConnectRow[] {
  const rows = (group: 'featured' | 'recommended', count: number) =>
    Array.from(
      { length: count },
      (_, index): ConnectRow => ({
        kind: 'coming',
        id: `coming:${group}:${index}`,
        group,
        name: '',
        icon: undefined,
        tag: undefined,
      }),
    )
  const featured = (options.featuredWalletIds ?? []).filter((id) => !state.recents.some((recent) => recent.id === id))
  return [...rows('featured', featured.length), ...rows('recommended', recommendedRoom({ state, options }))]
}

/** The row that leads to all wallets. */
export interface AllWalletsRow {
  /** The number in all: exact below ten, else as full tens with a `+` for what is beyond. Undefined while it isn't known. */
  readonly count: string | undefined
  readonly loading: boolean
}

export interface AllWalletsRowParameters {
  readonly state: Pick<FoyerState, 'connectors'>
  readonly options: Pick<ResolvedOptions, 'allWallets' | 'enableWallets'>
  readonly directory: Pick<DirectoryState, 'status' | 'count'>
  readonly mobile: boolean
}

/** Whether the row that leads to all wallets is shown, and what it says; undefined where it isn't. */
export function allWalletsRow({
  state: { connectors },
  options: { allWallets, enableWallets },
  directory: { status, count },
  mobile,
}: AllWalletsRowParameters): AllWalletsRow | undefined {
  const wanted = allWallets === 'ONLY_MOBILE' ? mobile : allWallets !== 'HIDE'
  if (!enableWallets || !wanted || !connectors.some(({ type }) => type === 'WALLET_CONNECT')) return undefined
  return { count: count > 0 ? shownCount(count) : undefined, loading: status === 'loading' }
}

function shownCount(count: number): string {
  const over = count < 10 ? 0 : count % 10
  return `${count - over}${over > 0 ? '+' : ''}`
}

/** The rows that the connect view has of the directory: the host's first choice, and what is recommended where little else is offered. */
export function directoryRows({
  foyer,
  featured,
  recommended,
  mobile = isMobile(),
}: Pick<DirectoryState, 'featured' | 'recommended'> & {
  readonly foyer: Foyer
  readonly mobile?: boolean | undefined
}): readonly ConnectRow[] {
  const state = foyer.store.getState()
  const rows = (group: 'featured' | 'recommended', wallets: readonly ListedWallet[]): ConnectRow[] =>
    newTo({ state, wallets, mobile, announced: foyer.options.enableEIP6963 }).map((wallet) => ({
      kind: 'wallet',
      id: `${group}:${wallet.id}`,
      group,
      wallet,
      name: wallet.name,
      icon: walletImageOf(foyer, wallet),
      tag: undefined,
    }))
  return [
    ...rows('featured', featured),
    ...rows('recommended', recommended).slice(0, recommendedRoom({ state, options: foyer.options })),
  ]
}

/** The wallets that no connector and no recent row stands for already. */
function newTo({
  state: { connectors, recents },
  wallets,
  mobile,
  announced,
}: {
  readonly state: FoyerState
  readonly wallets: readonly ListedWallet[]
  readonly mobile: boolean
  readonly announced: boolean
}): readonly ListedWallet[] {
  // On a phone the app of a wallet and its extension are one.
  const plain = (rdns: string | undefined) => (mobile && rdns === 'io.metamask.mobile' ? 'io.metamask' : rdns)
  const names = new Set([...(announced ? connectors : []), ...recents].map(({ rdns }) => plain(rdns)))
  const isHere = (id: string) =>
    connectors.some((connector) => isConnectorOf(connector, { id })) || recents.some((recent) => recent.id === id)
  return wallets.filter(({ id, rdns }) => !isHere(id) && !(rdns && names.has(rdns)))
}

/** The result of choosing a wallet. */
export interface WalletChoice {
  /** The view to show. */
  readonly route: Route
  /** On a phone: where the wallet opens this page in a browser of its own, if that is how it is reached; opened besides. */
  readonly link?: string | undefined
}

/** A row of the connect view, or a wallet of a list. */
export type ChosenWallet =
  | Pick<Extract<WalletRow, { kind: 'connector' }>, 'kind' | 'name' | 'group' | 'connectorId' | 'asksChain'>
  | Pick<Extract<WalletRow, { kind: 'wallet' }>, 'kind' | 'name' | 'wallet'>
  | ListedWallet

/**
 * Finds where a row of the connect view, or a wallet of the whole list, leads: to the connector that is that wallet, else to a pairing, else to
 * where the wallet is to be had. Changes nothing.
 *
 * @throws ChunkLoadError where the code for it can't be had
 * @example
 * const { route, link } = await chooseWallet(foyer, row)
 */
export async function chooseWallet(foyer: Foyer, chosen: ChosenWallet): Promise<WalletChoice> {
  if (isHere(chosen)) return { route: routeHere(chosen) }
  return (await contextOf(foyer).queries()).routeToWallet(foyer, 'kind' in chosen ? chosen.wallet : chosen)
}

type ChosenConnector = Extract<ChosenWallet, { kind: 'connector' }>

/** Can it be led to before the directory is asked for anything? */
const isHere = (chosen: ChosenWallet): chosen is ChosenConnector => 'kind' in chosen && chosen.kind === 'connector'

function routeHere({ group, connectorId, asksChain }: ChosenConnector): Route {
  if (group === 'walletConnect') return { view: isMobile() ? 'AllWallets' : 'ConnectingWalletConnect' }
  return { view: asksChain ? 'ConnectingMultiChain' : 'ConnectingExternal', connectorId }
}

/**
 * Follows the visitor's choice: to the view or the attempt that it comes to, and on a phone into the wallet's own browser where it is reached there. What
 * is in the page is led to before anything is waited for, so that the wallet's window may open.
 *
 * @param parameters.lead - shows the view, or asks the wallet; false where the visitor has gone elsewhere meanwhile: then nothing is opened either
 * @throws ChunkLoadError where the code for it can't be had · what `lead` throws
 */
export async function followChoice<Led>(
  foyer: Foyer,
  { chosen, lead }: { readonly chosen: ChosenWallet; readonly lead: (route: Route) => Led },
): Promise<Led> {
  const { track, queries } = contextOf(foyer)
  track({ event: 'SELECT_WALLET', properties: { name: shownName(chosen.name), platform: 'browser' } })
  if (isHere(chosen)) return lead(routeHere(chosen))
  const { route, link } = await chooseWallet(foyer, chosen)
  const { openWalletLink } = await queries()
  const led = lead(route)
  if (led !== false && link !== undefined) openWalletLink(link)
  return led
}
