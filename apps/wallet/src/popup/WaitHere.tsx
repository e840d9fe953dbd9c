import { type ReactNode, useEffect, useState } from 'react'
import { continueByDoor } from '../login/byDoor.js'
import type { Continuation } from '../login/continuation.js'
import { LoginMessage } from '../login/LoginMessage.js'
import type { LoginScreen } from '../login/login.js'
import { say } from '../messages/say.js'
import { Message } from '../views/Message.js'
import { ContinueWays } from './ContinueWays.js'
import type { OwnWallet } from './ownWallet.js'

export interface WaitHereProps {
  readonly wallet: Pick<OwnWallet, 'site' | 'continueHere' | 'openDoor'>
  readonly screen: LoginScreen
  /** The keeper knows this browser, and the visitor has pressed to log in on the wallet's own page: it continues at once, without another press. */
  readonly isKnown?: boolean | undefined
}

/** What a login waits for in a window of the wallet's own, and the ways on without a mail, which stand here and open no other window. */
export function WaitHere({ wallet, screen, isKnown = false }: WaitHereProps): ReactNode {
  const { site, continueHere, openDoor } = wallet
  const [continuing, setContinuing] = useState<Continuation>()
  const [isTrying, setTrying] = useState(isKnown && screen.is === 'digits')
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried once, whatever the mail says meanwhile
  useEffect(() => {
    // Whatever speaks against it, another person's browser or a keeper that is away, is answered by the mail's link.
    if (isTrying)
      screen
        .toContinue()
        .then(continueHere)
        .catch(() => setTrying(false))
  }, [])
  if (isTrying) return <Message title={say('approve.wait')} />
  if (continuing === undefined) return <LoginMessage login={screen} onContinue={async (each) => setContinuing(each)} />
  return (
    <ContinueWays
      site={site}
      isSecured={screen.is === 'secured'}
      openDoor={openDoor}
      onContinue={async () => {
        await continueHere(continuing)
        setContinuing(undefined)
      }}
      onOpened={(opened) => continueByDoor(continuing, opened)}
      onLeft={() => setContinuing(undefined)}
    />
  )
}
