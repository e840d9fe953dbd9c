import { Button } from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import { ArmedButton } from '../arming/ArmedButton.js'
import type { OpenBy } from '../doors/openBy.js'
import { PaperField } from '../doors/PaperField.js'
import { WalletError } from '../errors.js'
import { useWork } from '../failures/useWork.js'
import type { OpenedDoor } from '../login/byDoor.js'
import { sayHere } from '../messages/dashboardSentences.js'
import { sayInWindow } from '../messages/windowSentences.js'
import { RefusedError } from '../servers/servers.js'
import { Failure } from '../views/Failure.js'
import { Message } from '../views/Message.js'

export interface ContinueWaysProps {
  readonly site: string
  /** The picture beside the words. */
  readonly picture?: ReactNode | undefined
  /** The keeper has nothing that opens the wallet: its visitor alone does. */
  readonly isSecured: boolean
  /** Has the keeper release the wallet, where it knows this browser. @throws RefusedError where it doesn't · WalletError (`error.secured`) */
  readonly onContinue: () => Promise<void>
  readonly openBy: OpenBy
  readonly onOpened: (opened: OpenedDoor) => Promise<void>
  readonly onLeft: () => void
}

/** The ways in which a wallet opens without a mail: the keeper's, where it knows this browser; a passkey; a paper. */
export function ContinueWays(props: ContinueWaysProps): ReactNode {
  const { site, picture, onContinue, openBy, onOpened, onLeft } = props
  const [isTyping, setTyping] = useState(false)
  const [isKnown, setKnown] = useState(true)
  const [hasNothing, setNothing] = useState(false)
  const { isBusy, failure, act } = useWork()
  const proceed = () =>
    act(() =>
      onContinue().catch((error: unknown) => {
        if (error instanceof RefusedError && error.refusal === 'device_unknown') return setKnown(false)
        if (error instanceof WalletError && error.sentence === 'error.secured') return setNothing(true)
        throw error
      }),
    )
  const { passkey, paper } = openBy
  const open = (opening: () => Promise<OpenedDoor>) => act(async () => onOpened(await opening()))
  if (isTyping)
    return (
      <PaperField
        {...{ isBusy, failure }}
        onPaper={(part) => open(() => paper(part))}
        onLeft={() => setTyping(false)}
      />
    )
  const isSecured = props.isSecured || hasNothing
  const hasOwnAlone = isSecured || !isKnown
  return (
    <Message
      takesFocus
      title={sayInWindow('continue.title', { site })}
      actions={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={onLeft}>
            {sayInWindow('continue.cancel')}
          </Button>
          {hasOwnAlone ? null : (
            <ArmedButton busy={isBusy} onClick={proceed}>
              {sayInWindow('continue.do')}
            </ArmedButton>
          )}
        </>
      }
    >
      <p className="asks" data-part="asks">
        {picture}
        <span>
          {sayInWindow(isSecured ? 'continue.secured' : isKnown ? 'continue.say' : 'continue.unknown', { site })}
        </span>
      </p>
      <div className="form">
        {passkey ? (
          <ArmedButton variant={hasOwnAlone ? 'filled' : 'quiet'} disabled={isBusy} onClick={() => open(passkey)}>
            {sayHere('signIn.passkey')}
          </ArmedButton>
        ) : null}
        <Button variant="quiet" disabled={isBusy} onClick={() => setTyping(true)}>
          {sayHere('signIn.paper')}
        </Button>
      </div>
      <Failure>{failure}</Failure>
    </Message>
  )
}
