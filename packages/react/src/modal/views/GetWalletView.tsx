import { walletImageOf } from '@foyer/core/wallets'
import {
  Button,
  ExternalIcon,
  GridIcon,
  Illustration,
  part,
  RefreshIcon,
  Row,
  RowLink,
  RowList,
  Skeleton,
  WalletImage,
} from '@foyer/parts'
import type { ReactNode } from 'react'
import { shownName } from '../../headless/walletNames.js'
import { useWalletsToGet, type WalletsToGet, type WalletToGet } from '../hooks/useWalletsToGet.js'
import { useModal } from '../modalContext.js'

/** Where to get a first wallet, and how to go on with one that was just got. */
export default function GetWalletView(): ReactNode {
  const { say } = useModal()
  const { wallets, coming, choose, all, reload } = useWalletsToGet()
  return (
    <>
      <div {...part({ name: 'intro' })}>
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
        <div {...part({ name: 'reload-prompt' })}>
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
function AllRow({ all }: Pick<WalletsToGet, 'all'>): ReactNode {
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
