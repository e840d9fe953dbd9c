import { Button, EmptyState, WalletIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useGetWallet } from '../ConnectView.js'
import { LegalNote } from '../Legal.js'
import { useModal } from '../modalContext.js'

/** In the place of the wallets where there is none: the way to a first one. */
export function NoWallet(): ReactNode {
  const { say } = useModal()
  return (
    <>
      <EmptyState icon={<WalletIcon />} title={say('connect.empty')} text={say('connect.emptyWhy')} />
      <Button partName="get-wallet" onClick={useGetWallet()}>
        {say('connect.getWallet')}
      </Button>
      <LegalNote />
    </>
  )
}
