import type { FoyerState } from '@foyer/core'
import { familyTraits } from '@foyer/core/chain'
import { contextOf } from '@foyer/core/internal'
import { isMobile } from '@foyer/core/platform'
import { push } from '@foyer/core/view'
import { isInstalled, type ListedWallet } from '@foyer/core/wallets'
import { linkUrl } from '@foyer/parts'
import { useDirectory } from '../../headless/directory.js'
import { storeLinks } from '../DownloadPrompt.js'
import { useModal } from '../modalContext.js'

/** How many wallets are offered beside the whole list. */
const offered = 4

export interface WalletToGet {
  readonly wallet: ListedWallet
  /** Its own page; undefined where it's had in stores alone. */
  readonly homepage: string | undefined
}

export interface WalletsToGet {
  readonly wallets: readonly WalletToGet[]
  /** How many more may come, as the directory hasn't answered yet. */
  readonly coming: number
  readonly choose: (wallet: ListedWallet) => void
  /** Where all of them are: a view of the kit, or a page elsewhere; undefined where neither is known. */
  readonly all: (() => void) | string | undefined
  /** Looks for a wallet that was added to the browser meanwhile; undefined where there are no extensions. */
  readonly reload: (() => void) | undefined
}

/** The wallets that a visitor without one may get: the host's first choice, its own, and those recommended; installed ones aside. */
export function useWalletsToGet(): WalletsToGet {
  const { foyer, state } = useModal()
  const { status, featured, recommended, count } = useDirectory()
  const { customWallets, allWallets } = foyer.options
  const isLoading = status === 'loading'
  const mobile = isMobile()
  const known = [...featured, ...customWallets, ...recommended].filter(
    (wallet) => !isInstalled(wallet, state.connectors),
  )
  const wallets = once(known).flatMap(placeOf).slice(0, offered)
  const isListed =
    contextOf(foyer).api !== undefined &&
    (allWallets === 'ONLY_MOBILE' ? mobile : allWallets !== 'HIDE') &&
    (isLoading || count > 0)
  return {
    wallets,
    coming: isLoading ? offered - wallets.length : 0,
    choose: (wallet) => push(foyer, { view: 'Downloads', wallet }),
    all: isListed ? () => push(foyer, { view: 'AllWallets' }) : communityList(state),
    reload: mobile ? undefined : () => location.reload(),
  }
}

/** A wallet with where it leads; none for one that is to be had nowhere. */
function placeOf(wallet: ListedWallet): readonly WalletToGet[] {
  const isInStores = storeLinks(wallet).length > 0
  // One that is a page of the web is there already.
  const homepage = linkUrl(wallet.homepage ?? (isInStores ? undefined : (wallet.webapp_link ?? undefined)))
  return homepage !== undefined || isInStores ? [{ wallet, homepage }] : []
}

/** Each wallet where it first stands, by its id or its name. */
function once(wallets: readonly ListedWallet[]): readonly ListedWallet[] {
  const seen = new Set<string>()
  return wallets.filter(({ id, name }) => {
    const isNew = !seen.has(id) && !seen.has(name.toLowerCase())
    seen.add(id).add(name.toLowerCase())
    return isNew
  })
}

/** The list of the family that is asked for, or is active; else of the first that has one. */
function communityList({ connectorFilter, family, networks }: FoyerState): string | undefined {
  const families = [connectorFilter ?? family, ...networks.map(({ chainNamespace }) => chainNamespace)]
  return families.map((each) => familyTraits(each).walletList).find((list) => list !== undefined)
}
