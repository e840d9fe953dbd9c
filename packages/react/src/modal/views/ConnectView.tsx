import type { ConnectRow } from '@foyer/core/wallets'
import { Button, EmptyState, part, Row, RowList, Tag, WalletIcon, WalletImage } from '@foyer/parts'
import type { ReactNode } from 'react'
import { type Connect, useConnect } from '../hooks/useConnect.js'
import { LegalNote } from '../LegalNote.js'
import { type Say, useModal } from '../modalContext.js'
import { shownName } from '../shownName.js'
import { ViewSkeleton } from '../ViewSkeleton.js'

/** Choose a way to connect [S2.1]. */
export default function ConnectView(): ReactNode {
  const connect = useConnect()
  return (
    <>
      <Wallets {...connect} />
      <LegalNote termsUrl={connect.termsUrl} privacyUrl={connect.privacyUrl} />
    </>
  )
}

function Wallets({ rows, phase, choose, getWallet }: Connect): ReactNode {
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
        const name = shownName(row.name) || say('shell.unknown')
        return (
          <Row
            key={row.id}
            partName="wallet"
            data-wallet={row.id}
            label={name}
            image={<WalletImage name={name} src={row.icon} />}
            trailing={tagOf({ row, say })}
            onClick={() => choose(row)}
          />
        )
      })}
    </RowList>
  )
}

function tagOf({ row, say }: { readonly row: ConnectRow; readonly say: Say }): ReactNode {
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
