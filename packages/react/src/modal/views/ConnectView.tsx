import { Button, EmptyState, WalletIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useConnect } from '../hooks/useConnect.js'
import { LegalNote } from '../Legal.js'
import { useModal } from '../modalContext.js'
import { ViewSkeleton } from '../ViewSlot.js'
import { WalletRows } from '../WalletRows.js'

/** Choose a way to connect [S2.1], or get a first wallet. */
export default function ConnectView(): ReactNode {
  const { say } = useModal()
  const connect = useConnect()
  const { phase, getWallet } = connect
  if (phase === 'looking') return <ViewSkeleton label={say('shell.loading')} />
  const isEmpty = phase === 'none'
  return (
    <>
      {isEmpty ? (
        <EmptyState icon={<WalletIcon />} title={say('connect.empty')} text={say('connect.emptyWhy')} />
      ) : (
        <WalletRows {...connect} />
      )}
      <Button variant={isEmpty ? 'filled' : 'text'} partName="get-wallet" onClick={getWallet}>
        {say('connect.getWallet')}
      </Button>
      <LegalNote />
    </>
  )
}
