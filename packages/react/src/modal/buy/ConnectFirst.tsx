import { homeRoute } from '@foyer/core/internal'
import { reset } from '@foyer/core/view'
import { Button, EmptyState, WalletIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useModal } from '../modalContext.js'

/** Without an account there is nowhere to deliver to. */
export function ConnectFirst(): ReactNode {
  const { say, foyer } = useModal()
  return (
    <EmptyState
      icon={<WalletIcon />}
      title={say('onramp.notConnected')}
      action={
        <Button onClick={() => reset(foyer, homeRoute({ connected: false }))}>{say('onramp.connectWallet')}</Button>
      }
    />
  )
}
