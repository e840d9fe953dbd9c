import type { ResolvedOptions } from '../config/options.js'
import type { FoyerState } from '../store/state.js'
import type { ConnectRow } from './connectRow.js'
import type { DirectoryState } from './directoryState.js'

/** How many wallets are recommended beside those that are here or were used before. */
const recommendedRows = 2

const inPage: ReadonlySet<string> = new Set(['INJECTED', 'ANNOUNCED', 'MULTI_CHAIN'])

interface RoomParameters {
  readonly state: Pick<FoyerState, 'connectors' | 'recents'>
  readonly options: Pick<ResolvedOptions, 'featuredWalletIds' | 'customWallets'>
}

/** How many are recommended: none without a way to pair, nor where the host names wallets itself. */
export function recommendedRoom({
  state: { connectors, recents },
  options: { featuredWalletIds = [], customWallets },
}: RoomParameters): number {
  if (!connectors.some(({ type }) => type === 'WALLET_CONNECT')) return 0
  if (featuredWalletIds.length > 0 || customWallets.length > 0) return 0
  const present = connectors.filter(({ type, name }) => inPage.has(type) && name !== 'Browser Wallet')
  return Math.max(0, recommendedRows - present.length - recents.length)
}

/** What keeps the place of the directory's rows until it's known which they are, so that nothing moves under a pointer when they come. */
export function comingRows({ state, options }: RoomParameters): DirectoryState['rows'] {
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
