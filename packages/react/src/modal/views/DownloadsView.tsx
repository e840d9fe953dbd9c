import type { ViewProps } from '@foyer/core'
import { shownName, walletImageOf } from '@foyer/core/wallets'
import {
  AppAndroidIcon,
  AppIosIcon,
  BrowserIcon,
  EmptyState,
  ExternalIcon,
  NetworkIcon,
  part,
  RowLink,
  RowList,
  WalletIcon,
  WalletImage,
} from '@foyer/parts'
import type { ReactNode } from 'react'
import { type StoreKind, storeLinks } from '../DownloadPrompt.js'
import { useModal } from '../modalContext.js'

/** The places where a wallet can be had. */
export default function DownloadsView({ wallet }: ViewProps<'Downloads'>): ReactNode {
  const { say, foyer } = useModal()
  const links = storeLinks(wallet)
  if (links.length === 0) return <EmptyState icon={<WalletIcon />} title={say('help.noDownloads')} />
  return (
    <>
      <div data-look="stack" {...part({ name: 'intro' })}>
        <WalletImage size="lg" name={shownName(wallet.name)} src={walletImageOf(foyer, wallet)} />
      </div>
      <RowList label={say('help.downloadsTitle')}>
        {links.map(({ kind, href, label }) => (
          <RowLink
            key={kind}
            partName={`store-${kind}`}
            label={say(label)}
            image={icons[kind]}
            trailing={<ExternalIcon />}
            href={href}
            newTabHint={say('shell.opensNewTab')}
          />
        ))}
      </RowList>
    </>
  )
}

const icons: Readonly<Record<StoreKind, ReactNode>> = {
  chrome: <BrowserIcon />,
  ios: <AppIosIcon />,
  android: <AppAndroidIcon />,
  website: <NetworkIcon />,
}
