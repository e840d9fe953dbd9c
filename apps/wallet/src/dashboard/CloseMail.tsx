import { Button } from '@foyer/parts'
import type { ReactNode } from 'react'
import { ArmedButton } from '../arming/ArmedButton.js'
import { useWork } from '../failures/useWork.js'
import { sayHere } from '../messages/dashboardSentences.js'
import { Failure } from '../views/Failure.js'
import { Message } from '../views/Message.js'
import type { AddDoorProps } from './AddPasskey.js'
import { closeMail } from './ownDoors.js'
import { sayOfWay } from './sayOfWay.js'

/** Asks once more before the way by mail is closed. */
export function CloseMail({ dashboard, wallet, onEnd }: AddDoorProps): ReactNode {
  const { isBusy, failure, act } = useWork()
  const close = () =>
    act(async () => {
      await closeMail(dashboard, wallet)
      onEnd()
    })
  return (
    <Message
      title={sayOfWay(dashboard, 'security.close')}
      actions={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={onEnd}>
            {sayHere('dashboard.cancel')}
          </Button>
          <ArmedButton variant="danger" busy={isBusy} onClick={close}>
            {sayHere('security.closeDo')}
          </ArmedButton>
        </>
      }
    >
      <p>{sayHere('security.closeSure')}</p>
      <Failure>{failure}</Failure>
    </Message>
  )
}
