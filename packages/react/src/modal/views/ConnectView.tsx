import { Button } from '@foyer/parts'
import type { ReactNode } from 'react'
import { LegalNote } from '../Legal.js'
import { useModal } from '../modalContext.js'
import { ViewSkeleton, ViewSlot } from '../ViewSlot.js'
import { Agreement, useConnect, WalletRows } from '../WalletRows.js'

/** Choose a way to connect [S2.1], or get a first wallet. */
export default function ConnectView(): ReactNode {
  const { say, views } = useModal()
  const connect = useConnect()
  const { phase, getWallet } = connect
  if (phase === 'looking') return <ViewSkeleton label={say('shell.loading')} />
  if (phase === 'none') return <ViewSlot piece={views.noWallet}>{(NoWallet) => <NoWallet />}</ViewSlot>
  return (
    <>
      <Agreement />
      <WalletRows {...connect} />
      <Button variant="text" partName="get-wallet" onClick={getWallet}>
        {say('connect.getWallet')}
      </Button>
      <LegalNote />
    </>
  )
}
