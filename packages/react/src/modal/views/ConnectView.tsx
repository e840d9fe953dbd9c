import type { WalletRow } from '@foyer/core/wallets'
import {
  Button,
  EmptyState,
  GridIcon,
  part,
  QrIcon,
  Row,
  RowList,
  Skeleton,
  Spinner,
  Tag,
  WalletIcon,
  WalletImage,
} from '@foyer/parts'
import type { ReactNode } from 'react'
import { type Connect, useConnect } from '../hooks/useConnect.js'
import { LegalNote } from '../LegalNote.js'
import { type Say, useModal } from '../modalContext.js'
import { shownName } from '../shownName.js'
import { ViewSkeleton } from '../ViewSkeleton.js'

/** Choose a way to connect [S2.1]. */
export default function ConnectView(): ReactNode {
  const { foyer } = useModal()
  const { termsConditionsUrl, privacyPolicyUrl } = foyer.options
  return (
    <>
      <Wallets {...useConnect()} />
      <LegalNote termsUrl={termsConditionsUrl} privacyUrl={privacyPolicyUrl} />
    </>
  )
}

function Wallets({ rows, all, phase, choose, chooseAll, getWallet }: Connect): ReactNode {
  const { say } = useModal()
  if (phase === 'looking') return <ViewSkeleton label={say('shell.loading')} />
  if (phase === 'none')
    return (
      <EmptyState
        icon={<WalletIcon />}
        title={say('connect.empty')}
        text={say('connect.emptyWhy')}
        action={
          <div {...part({ name: 'actions' })}>
            <Button partName="get-wallet" onClick={getWallet}>
              {say('connect.getWallet')}
            </Button>
          </div>
        }
      />
    )
  return (
    <RowList label={say('connect.wallets')}>
      {rows.map((row) => {
        if (row.kind === 'coming') return <Skeleton key={row.id} shape="row" />
        const name = shownName(row.name) || say('shell.unknown')
        return (
          <Row
            key={row.id}
            partName="wallet"
            data-wallet={row.id}
            label={name}
            image={imageOf({ row, name })}
            trailing={tagOf({ row, say })}
            onClick={() => choose(row)}
          />
        )
      })}
      {all ? (
        <Row
          partName="all-wallets"
          label={say('connect.allWallets')}
          image={<WalletImage name="" icon={<GridIcon />} />}
          trailing={all.count ? <Tag>{all.count}</Tag> : all.loading ? <Spinner /> : undefined}
          onClick={chooseAll}
        />
      ) : null}
    </RowList>
  )
}

function imageOf({ row, name }: { readonly row: WalletRow; readonly name: string }): ReactNode {
  const code = row.group === 'walletConnect' && row.icon === undefined
  return <WalletImage name={name} src={row.icon} {...(code ? { icon: <QrIcon />, tone: 'accent' } : {})} />
}

function tagOf({ row, say }: { readonly row: WalletRow; readonly say: Say }): ReactNode {
  switch (row.tag) {
    case 'installed':
      return <Tag variant="success">{say('connect.installed')}</Tag>
    case 'qrcode':
      return <Tag variant="main">{say('connect.qrCode')}</Tag>
    case 'recent':
      return <Tag>{say('connect.recent')}</Tag>
    case 'multichain':
      return <Tag>{say('connect.multichain')}</Tag>
    case undefined:
      return undefined
  }
}
