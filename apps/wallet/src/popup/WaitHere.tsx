import { type ReactNode, useState } from 'react'
import { continueByDoor } from '../login/byDoor.js'
import type { Continuation } from '../login/continuation.js'
import { LoginMessage } from '../login/LoginMessage.js'
import type { LoginScreen } from '../login/login.js'
import { ContinueWays } from './ContinueWays.js'
import type { OwnWallet } from './ownWallet.js'

export interface WaitHereProps {
  readonly wallet: Pick<OwnWallet, 'site' | 'continueHere' | 'openBy'>
  readonly screen: LoginScreen
}

/**
 * Shows what a login waits for in a window of the wallet's own, and the ways on without a mail, which stand here and
 * open no other window.
 */
export function WaitHere({ wallet: { site, continueHere, openBy }, screen }: WaitHereProps): ReactNode {
  const [continuing, setContinuing] = useState<Continuation>()
  if (continuing === undefined)
    return <LoginMessage login={screen} shownIn="window" onContinue={async (each) => setContinuing(each)} />
  return (
    <ContinueWays
      site={site}
      isSecured={screen.is === 'secured'}
      openBy={openBy}
      onContinue={async () => {
        await continueHere(continuing)
        setContinuing(undefined)
      }}
      onOpened={(opened) => continueByDoor(continuing, opened)}
      onLeft={() => setContinuing(undefined)}
    />
  )
}
