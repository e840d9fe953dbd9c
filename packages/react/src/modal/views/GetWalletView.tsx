import type { FoyerState } from '@foyer/core'
import { familyTraits } from '@foyer/core/chain'
import { contextOf } from '@foyer/core/internal'
import { isMobile } from '@foyer/core/platform'
import { push } from '@foyer/core/view'
import { isInstalled, type ListedWallet, shownName, walletImageOf } from '@foyer/core/wallets'
import {
  Button,
  ExternalIcon,
  GridIcon,
  Illustration,
  linkUrl,
  part,
  RefreshIcon,
  Row,
  RowLink,
  RowList,
  Skeleton,
  WalletImage,
} from '@foyer/parts'
import type { ReactNode } from 'react'
import { useDirectory } from '../../headless/connectRows.js'
import { storeLinks } from '../DownloadPrompt.js'
import { useModal } from '../modalContext.js'

/** The ways to get a first wallet, and to go on with one that was just got. */
export default function GetWalletView(): ReactNode {
  const { say } = useModal()
  const { wallets, coming, choose, all, reload } = useWalletsToGet()
  return (
    <>
      <div data-look="stack" {...part({ name: 'intro' })}>
        <Illustration name="wallet" />
        <p {...part({ name: 'lead' })}>{say('help.getWalletText')}</p>
      </div>
      {wallets.length + coming > 0 || all ? (
        <RowList label={say('help.getWalletTitle')}>
          {wallets.map((each) => (
            <WalletRow key={each.wallet.id} {...each} onChoose={() => choose(each.wallet)} />
          ))}
          {Array.from({ length: coming }, (_, index) => `coming:${index}`).map((key) => (
            <Skeleton key={key} shape="row" />
          ))}
          <AllRow all={all} />
        </RowList>
      ) : null}
      {reload ? (
        <div data-look="ends panel" {...part({ name: 'reload-prompt' })}>
          <span>{say('help.reloadText')}</span>
          <Button variant="outline" size="sm" partName="reload" icon={<RefreshIcon />} onClick={reload}>
            {say('help.reload')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** Leads to the wallet's own page, or to the list of places where it's to be had. */
function WalletRow({ wallet, homepage, onChoose }: WalletToGet & { readonly onChoose: () => void }): ReactNode {
  const { say, foyer } = useModal()
  const label = shownName(wallet.name) || say('shell.unknown')
  const row = { label, image: <WalletImage name={label} src={walletImageOf(foyer, wallet)} /> }
  if (homepage === undefined) return <Row {...row} partName="wallet-to-get" chevron onClick={onChoose} />
  return (
    <RowLink
      {...row}
      partName="wallet-to-get"
      href={homepage}
      newTabHint={say('shell.opensNewTab')}
      trailing={<ExternalIcon />}
    />
  )
}

/** Leads to all wallets: within the kit where there is a directory. */
function AllRow({ all }: Pick<ReturnType<typeof useWalletsToGet>, 'all'>): ReactNode {
  const { say } = useModal()
  if (all === undefined) return null
  const label = say('help.exploreAll')
  const row = { label, image: <WalletImage name={label} icon={<GridIcon />} /> }
  if (typeof all === 'function') return <Row {...row} partName="explore-all" chevron onClick={all} />
  return (
    <RowLink
      {...row}
      partName="explore-all"
      trailing={<ExternalIcon />}
      href={all}
      newTabHint={say('shell.opensNewTab')}
    />
  )
}

/** The number of wallets offered beside the whole list. */
const offered = 4

interface WalletToGet {
  readonly wallet: ListedWallet
  /** Its own page; undefined where it's had in stores alone. */
  readonly homepage: string | undefined
}

/** The wallets that a visitor without one may get: the host's first choice, its own, and those recommended; installed ones aside. */
function useWalletsToGet() {
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
    /** The number that may still come, as the directory hasn't answered yet. */
    coming: isLoading ? offered - wallets.length : 0,
    choose: (wallet: ListedWallet) => push(foyer, { view: 'Downloads', wallet }),
    /** A view of the kit, or a page elsewhere; undefined where neither is known. */
    all: isListed ? () => push(foyer, { view: 'AllWallets' }) : communityList(state),
    /** Looks for a wallet that was added to the browser meanwhile; undefined where there are no extensions. */
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
