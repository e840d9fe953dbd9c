import type { ViewName } from '@foyer/core'
import { isInstalled, type ListedWallet, shownName, walletImageOf } from '@foyer/core/wallets'
import {
  Button,
  EmptyState,
  type GridCell,
  IconButton,
  part,
  QrIcon,
  SearchField,
  SearchIcon,
  Switch,
  VirtualGrid,
  VisuallyHidden,
  WalletTile,
  WalletTileSkeleton,
} from '@foyer/parts'
import { type ReactNode, useCallback, useRef } from 'react'
import type { Say } from '../../headless/say.js'
import type { WalletList } from '../../headless/wallets.js'
import { Failed, Missing } from '../Failed.js'
import { type AllWallets, useAllWallets } from '../hooks/useAllWallets.js'
import { useReturnedFocus } from '../hooks/useReturnedFocus.js'
import { useModal } from '../modalContext.js'
import { type ViewEntry, view } from '../viewEntry.js'

/** The views of this chunk. */
export const views: ReadonlyMap<ViewName, ViewEntry> = new Map([
  view('AllWallets', AllWalletsView, 'connect.allWallets'),
])

/** Every wallet that there is: by pages, by name, or only certified ones [S2.3]. */
export default function AllWalletsView(): ReactNode {
  const { say } = useModal()
  const all = useAllWallets()
  const { search, setSearch, certified, setCertified, list, scan } = all
  const head = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  useReturnedFocus({
    within: body,
    find() {
      const chosen = all.chosen()
      if (chosen === 'scan') return head.current?.querySelector<HTMLElement>('[part~="scan"]') ?? undefined
      const tiles = body.current?.querySelectorAll<HTMLElement>('[data-wallet]') ?? []
      return [...tiles].find(({ dataset }) => dataset.wallet === chosen?.walletId)
    },
  })
  return (
    <>
      <div ref={head} {...part({ name: 'wallets-search' })}>
        <SearchField
          label={say('wallets.search')}
          placeholder={say('wallets.search')}
          clearLabel={say('network.clearSearch')}
          value={search}
          onValueChange={setSearch}
        />
        {scan ? (
          <IconButton partName="scan" variant="quiet" label={say('wallets.scan')} icon={<QrIcon />} onClick={scan} />
        ) : null}
      </div>
      <div data-look="ends" {...part({ name: 'wallets-filter' })}>
        <p role="status" {...part({ name: 'wallets-count' })}>
          {list.phase === 'none' ? <VisuallyHidden>{say('wallets.none')}</VisuallyHidden> : wordsOf(say, list)}
        </p>
        <Switch
          partName="certified"
          label={say('wallets.certified')}
          checked={certified}
          onCheckedChange={setCertified}
        />
      </div>
      <div ref={body} {...part({ name: 'wallets-list' })}>
        <Wallets {...all} />
      </div>
    </>
  )
}

const keyOf = ({ id }: ListedWallet) => id

function Wallets({ list, narrowed, question, startAt, onScrolled, choose, showAll, scan }: AllWallets): ReactNode {
  const { say } = useModal()
  const renderItem = useTile(choose)
  if (list.phase === 'failed' && list.retry) return <Failed message={say('wallets.failed')} retry={list.retry} />
  if (list.phase === 'none') return <NoWallet narrowed={narrowed} showAll={showAll} scan={scan} />
  return (
    <>
      <VirtualGrid
        key={question}
        label={say('connect.allWallets')}
        items={list.wallets}
        keyOf={keyOf}
        renderItem={renderItem}
        total={list.total}
        coming={list.coming}
        skeleton={<WalletTileSkeleton />}
        onNearEnd={list.more}
        startAt={startAt}
        onScrolled={onScrolled}
      />
      {list.retry ? (
        <Missing partName="wallets-missing" message={say('wallets.moreFailed')} retry={list.retry} />
      ) : null}
    </>
  )
}

/** Draws a wallet of the grid; the same function for as long as it draws the same. */
function useTile(choose: AllWallets['choose']): (cell: GridCell<ListedWallet>) => ReactNode {
  const { foyer, state, say } = useModal()
  const { connectors } = state
  return useCallback(
    ({ item: wallet, seen, control }) => {
      const installed = isInstalled(wallet, connectors)
      const certified = wallet.badge_type === 'certified'
      const marks = [installed ? say('connect.installed') : '', certified ? say('wallets.isCertified') : '']
      return (
        <WalletTile
          {...control}
          data-wallet={wallet.id}
          name={shownName(wallet.name) || say('shell.unknown')}
          src={walletImageOf(foyer, wallet)}
          seen={seen}
          installed={installed}
          certified={certified}
          hint={marks.join(' ').trim()}
          onClick={() => choose(wallet)}
        />
      )
    },
    [foyer, connectors, say, choose],
  )
}

/** No wallet fits what was asked for: back to all of them, or the code that any wallet scans. */
function NoWallet({ narrowed, showAll, scan }: Pick<AllWallets, 'narrowed' | 'showAll' | 'scan'>): ReactNode {
  const { say } = useModal()
  const action = narrowed ? (
    <Button variant="quiet" size="sm" partName="show-all" onClick={showAll}>
      {say('wallets.showAll')}
    </Button>
  ) : scan ? (
    <Button size="sm" icon={<QrIcon />} onClick={scan}>
      {say('wallets.scan')}
    </Button>
  ) : undefined
  return (
    <EmptyState
      icon={<SearchIcon />}
      title={say('wallets.none')}
      text={narrowed ? say('wallets.noneWhy') : undefined}
      action={action}
    />
  )
}

/** Says how many there are, shown and announced. */
function wordsOf(say: Say, { phase, total }: WalletList): string {
  if (phase === 'loading') return say('shell.loading')
  if (phase !== 'found') return ''
  return total === 1 ? say('wallets.one') : say('wallets.count', { count: total })
}
