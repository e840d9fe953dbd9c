import { Button } from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import { ArmedButton } from '../arming/ArmedButton.js'
import { useWork } from '../failures/useWork.js'
import { sayHere } from '../messages/dashboardSentences.js'
import { Failure } from '../views/Failure.js'
import { Message } from '../views/Message.js'
import type { Dashboard } from './openDashboard.js'
import { beginPasskey, confirmPasskey, type NewPasskey, type OpenWallet } from './ownDoors.js'

export interface AddDoorProps {
  readonly dashboard: Dashboard
  readonly wallet: OpenWallet
  /** It is added, or it isn't wanted any more. */
  readonly onEnd: () => void
}

/** A passkey is made in one press, and opens the wallet once in the next: only then it counts. */
export function AddPasskey({ dashboard, wallet, onEnd }: AddDoorProps): ReactNode {
  const [made, setMade] = useState<NewPasskey>()
  const { isBusy, failure, act } = useWork()
  const go = () =>
    act(async () => {
      if (!made) return setMade(await beginPasskey(dashboard, wallet))
      const left = await confirmPasskey(dashboard, made)
      if (left) setMade(left)
      else onEnd()
    })
  return (
    <Message
      title={sayHere(made ? 'passkey.again' : 'security.addPasskey')}
      actions={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={onEnd}>
            {sayHere('dashboard.cancel')}
          </Button>
          <ArmedButton busy={isBusy} onClick={go}>
            {sayHere(made ? 'passkey.again' : 'security.addPasskey')}
          </ArmedButton>
        </>
      }
    >
      <p>{sayHere(made ? 'passkey.againSay' : 'security.passkeySay')}</p>
      <Failure>{failure}</Failure>
    </Message>
  )
}
