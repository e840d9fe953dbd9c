import { Button, EmptyState, part, WalletIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import { type Connect, useConnect } from '../hooks/useConnect.js'
import { LegalNote } from '../Legal.js'
import { useModal } from '../modalContext.js'
import { ViewSkeleton } from '../ViewSlot.js'
import { WalletRows } from '../WalletRows.js'

/** Choose a way to connect [S2.1]. */
export default function ConnectView(): ReactNode {
  return (
    <>
      <Wallets {...useConnect()} />
      <LegalNote />
    </>
  )
}

function Wallets(connect: Connect): ReactNode {
  const { phase, getWallet } = connect
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
  return <WalletRows {...connect} />
}
