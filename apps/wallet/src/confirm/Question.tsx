import { Facts } from '@foyer/parts/request'
import { type ReactNode, useState } from 'react'
import { ArmedButton } from '../arming/ArmedButton.js'
import { timeOf } from '../messages/say.js'
import { sayInWindow } from '../messages/windowSentences.js'
import { DigitsField } from '../views/DigitsField.js'
import { Message } from '../views/Message.js'
import { MessageForm } from '../views/MessageForm.js'

/** A device that asks for a wallet. */
export interface AskingDevice {
  /** The mailbox of the wallet's owner; null where they have none. */
  readonly email: string | null
  readonly site: string
  readonly browser: string
  readonly place: string | null
  /** In seconds since 1970. */
  readonly beganAt: number
}

export interface QuestionProps {
  readonly asking: AskingDevice
  /** The device shows digits in another window, which are to be typed. */
  readonly asksDigits: boolean
  /** It opens there after a wait. */
  readonly isHeld: boolean
  readonly isBusy: boolean
  /** Undefined where it can be refused alone. */
  readonly onConfirm: ((digits: string) => void) | undefined
  readonly onRefuse: () => void
}

/** Shows who asks from where and since when, and one button; first the digits that the other window shows, where there is one. */
export function Question({ asking, asksDigits, isHeld, isBusy, onConfirm, onRefuse }: QuestionProps): ReactNode {
  const [digits, setDigits] = useState('')
  const { site, email } = asking
  const isReady = !asksDigits || /^\d{4}$/.test(digits)
  return (
    <MessageForm
      title={sayInWindow('confirm.title')}
      isBusy={isBusy}
      leave={sayInWindow('confirm.refuse')}
      onLeave={onRefuse}
      isLeaveArmed
      submit={onConfirm && { label: sayInWindow('confirm.do'), isReady, onSubmit: () => onConfirm(digits) }}
    >
      <p data-part="asks">
        {email === null ? sayInWindow('confirm.sayYours', { site }) : sayInWindow('confirm.say', { email, site })}
      </p>
      <Facts facts={factsOf(asking)} />
      {asksDigits ? (
        <DigitsField label={sayInWindow('confirm.digits')} digits={4} value={digits} onValueChange={setDigits} />
      ) : null}
      {isHeld ? <p className="small">{sayInWindow('confirm.hold')}</p> : null}
    </MessageForm>
  )
}

/** Returns the facts of where and when it was asked for, as far as that is known. */
const factsOf = ({ site, browser, place, beganAt }: Omit<AskingDevice, 'email'>) => [
  { label: sayInWindow('confirm.site'), value: site },
  { label: sayInWindow('confirm.browser'), value: browser },
  ...(place === null ? [] : [{ label: sayInWindow('confirm.place'), value: place }]),
  { label: sayInWindow('confirm.began'), value: timeOf(beganAt) },
]

export interface ChangeQuestionProps extends Pick<QuestionProps, 'isBusy' | 'onRefuse'> {
  readonly change: Omit<AskingDevice, 'email'> & {
    readonly from: string
    readonly to: string
    readonly holdSeconds: number | null
  }
  readonly onConfirm: (digits: string) => void
}

/** Whether a wallet goes from one mailbox to another, what that means, and one button; first the digits of the browser that asks. */
export function ChangeQuestion({ change, isBusy, onConfirm, onRefuse }: ChangeQuestionProps): ReactNode {
  const [digits, setDigits] = useState('')
  const { from, to, holdSeconds } = change
  const isReady = /^\d{4}$/.test(digits)
  return (
    <MessageForm
      title={sayInWindow('confirm.change')}
      isBusy={isBusy}
      leave={sayInWindow('confirm.refuse')}
      onLeave={onRefuse}
      isLeaveArmed
      submit={{ label: sayInWindow('confirm.changeDo'), isReady, onSubmit: () => onConfirm(digits) }}
    >
      <p data-part="asks">{sayInWindow('confirm.changeSay', { from, to })}</p>
      <p>{sayInWindow('confirm.changeMeans')}</p>
      <Facts facts={factsOf(change)} />
      <DigitsField label={sayInWindow('confirm.digits')} digits={4} value={digits} onValueChange={setDigits} />
      {holdSeconds === null ? null : <p className="small">{sayInWindow('confirm.changeHold')}</p>}
    </MessageForm>
  )
}

export interface OpenedNoticeProps {
  readonly opened: Omit<AskingDevice, 'email'> & { readonly openedAt: number; readonly status: 'opened' | 'made' }
  readonly isBusy: boolean
  readonly onDeny: () => void
}

/** Shows where a wallet was opened, and one button by which that device is ended; or where one was made, which then ends with it. */
export function OpenedNotice({ opened, isBusy, onDeny }: OpenedNoticeProps): ReactNode {
  const { status, openedAt } = opened
  return (
    <div className="frame">
      <Message
        title={sayInWindow(`confirm.${status}`, { when: timeOf(openedAt) })}
        actions={
          <ArmedButton variant="danger" busy={isBusy} onClick={onDeny}>
            {sayInWindow(status === 'made' ? 'confirm.undo' : 'confirm.deny')}
          </ArmedButton>
        }
      >
        <p>{sayInWindow(`confirm.${status}Say`)}</p>
        <Facts facts={factsOf(opened)} />
      </Message>
    </div>
  )
}
