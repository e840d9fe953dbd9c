import { Button } from '@foyer/parts'
import type { ReactNode } from 'react'
import { sayHere } from '../messages/dashboardSentences.js'
import { say } from '../messages/say.js'
import { Message } from '../views/Message.js'
import { AddPaper } from './AddPaper.js'
import { AddPasskey } from './AddPasskey.js'
import { CloseMail } from './CloseMail.js'
import { DeleteWallet } from './DeleteWallet.js'
import { Ask } from './Devices.js'
import { Overview } from './Overview.js'
import { SignIn } from './SignIn.js'
import { type Errand, type HomeParameters, useHome } from './useHome.js'

export interface HomeProps extends HomeParameters {
  /** The mailbox of the wallet that the link which led here is about. */
  readonly namedEmail?: string | undefined
  readonly onLook: () => void
}

const errands = {
  passkey: AddPasskey,
  paper: AddPaper,
  close: CloseMail,
  delete: DeleteWallet,
} as const satisfies Record<Errand, unknown>

/** The wallet as its owner sees it, once it is open here. */
export function Home({ dashboard, isKnown, namedEmail, onLook }: HomeProps): ReactNode {
  const { shown, read, begin, signOut } = useHome({ dashboard, isKnown })
  switch (shown.is) {
    case 'opening':
      return <Message title={say('approve.wait')} />
    case 'failed':
      return (
        <Message title={shown.sentence} actions={<Button onClick={() => void read()}>{say('confirm.again')}</Button>} />
      )
    case 'signedOut':
      // Whoever has just opened the wallet by mail is known from then on: that is looked for anew.
      return (
        <SignIn
          dashboard={dashboard}
          namedEmail={namedEmail}
          onOpened={onLook}
          below={<Ask isKnown={isKnown} onLook={onLook} />}
        />
      )
    case 'deleted':
      return (
        <Message title={sayHere('delete.done')} actions={<Button onClick={onLook}>{sayHere('delete.new')}</Button>}>
          <p>{sayHere('delete.doneSay')}</p>
        </Message>
      )
    case 'home':
      return (
        <Overview
          {...{ dashboard, isKnown, onLook }}
          home={shown}
          onChanged={read}
          onErrand={begin}
          onSignOut={() => void signOut()}
        />
      )
    default: {
      const Doing = errands[shown.is]
      return <Doing dashboard={dashboard} wallet={shown.wallet} onEnd={() => void read()} />
    }
  }
}
