import type { CustomWallet } from '@foyer/core'
import { push } from '@foyer/core/view'
import { ExternalIcon, GridIcon, Illustration, linkUrl, part, Row, RowLink, RowList, WalletImage } from '@foyer/parts'
import type { ReactNode } from 'react'
import { shownName } from '../../headless/walletNames.js'
import { storeLinks } from '../DownloadPrompt.js'
import { useModal } from '../modalContext.js'

/** No brand's own list: the field's neutral one. */
const allWalletsUrl = 'https://ethereum.org/wallets/find-wallet/'

/** Where to get a first wallet. */
export default function GetWalletView(): ReactNode {
  const { say } = useModal()
  const { wallets, choose } = useWalletsToGet()
  const newTabHint = say('shell.opensNewTab')
  return (
    <>
      <div {...part({ name: 'intro' })}>
        <Illustration name="wallet" />
        <p {...part({ name: 'lead' })}>{say('help.getWalletText')}</p>
      </div>
      <RowList label={say('help.getWalletTitle')}>
        {wallets.map(({ wallet, homepage }) => (
          <WalletToGet key={wallet.id} wallet={wallet} homepage={homepage} onChoose={choose} />
        ))}
        <RowLink
          partName="explore-all"
          label={say('help.exploreAll')}
          image={<WalletImage name={say('help.exploreAll')} icon={<GridIcon />} />}
          trailing={<ExternalIcon />}
          href={allWalletsUrl}
          newTabHint={newTabHint}
        />
      </RowList>
    </>
  )
}

interface WalletToGetProps {
  readonly wallet: CustomWallet
  readonly homepage: string | undefined
  readonly onChoose: (wallet: CustomWallet) => void
}

/** Leads to the wallet's own page, or to the list of places where it's to be had. */
function WalletToGet({ wallet, homepage, onChoose }: WalletToGetProps): ReactNode {
  const { say } = useModal()
  const label = shownName(wallet.name) || say('shell.unknown')
  const image = <WalletImage name={label} src={wallet.image_url} />
  if (homepage === undefined) return <Row label={label} image={image} chevron onClick={() => onChoose(wallet)} />
  return (
    <RowLink
      label={label}
      image={image}
      href={homepage}
      newTabHint={say('shell.opensNewTab')}
      trailing={<ExternalIcon />}
    />
  )
}

/** How many wallets are offered beside the whole list. */
const offered = 4

export interface WalletsToGet {
  readonly wallets: readonly { readonly wallet: CustomWallet; readonly homepage: string | undefined }[]
  readonly choose: (wallet: CustomWallet) => void
}

/** The host's own wallets that can be had somewhere. */
function useWalletsToGet(): WalletsToGet {
  const { foyer } = useModal()
  return {
    wallets: foyer.options.customWallets
      .filter((wallet) => storeLinks(wallet).length > 0)
      .slice(0, offered)
      .map((wallet) => ({ wallet, homepage: linkUrl(wallet.homepage) })),
    choose: (wallet) => push(foyer, { view: 'Downloads', wallet }),
  }
}
