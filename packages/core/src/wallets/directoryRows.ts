import type { Foyer } from '../foyer.js'
import { isMobile } from '../platform/isMobile.js'
import type { FoyerState } from '../store/state.js'
import { type ConnectRow, recommendedRoom } from './connectRows.js'
import type { DirectoryState } from './directoryState.js'
import { explorerIdOf } from './knownWallets.js'
import { type ListedWallet, walletImageOf } from './listedWallet.js'

/** The rows that the connect view has of the directory: the host's first choice, and what is recommended where little else is offered. */
export function directoryRows({
  foyer,
  featured,
  recommended,
  mobile = isMobile(),
}: Pick<DirectoryState, 'featured' | 'recommended'> & {
  readonly foyer: Pick<Foyer, 'store' | 'options' | 'context'>
  readonly mobile?: boolean | undefined
}): DirectoryState['rows'] {
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
  const ids = new Set([...connectors.map(explorerIdOf), ...recents.map(({ id }) => id)])
  return wallets.filter(({ id, rdns }) => !ids.has(id) && !(rdns && names.has(rdns)))
}
