import { Button } from '@foyer/parts'
import { Facts } from '@foyer/parts/request'
import { type FormEvent, type ReactNode, useState } from 'react'
import { say, timeOf } from '../messages/say.js'
import { DigitsField } from '../views/DigitsField.js'
import { Message } from '../views/Message.js'

/** Where a wallet is asked for. */
export interface AskingDevice {
  /** Whose wallet; null where they have no mailbox. */
  readonly email: string | null
  readonly site: string
  readonly browser: string
  readonly place: string | null
  /** In seconds since 1970. */
  readonly beganAt: number
}

export interface QuestionProps {
  readonly asking: AskingDevice
  /** A wallet is there: the digits that the other window shows. */
  readonly asksDigits: boolean
  /** It opens there after a wait. */
  readonly isHeld: boolean
  readonly isBusy: boolean
  /** Undefined where it can be refused alone. */
  readonly onConfirm: ((digits: string) => void) | undefined
  readonly onRefuse: () => void
}

/** Who asks from where, and one button; where a wallet is there, the digits that the other window shows. */
export function Question({ asking, asksDigits, isHeld, isBusy, onConfirm, onRefuse }: QuestionProps): ReactNode {
  const [digits, setDigits] = useState('')
  const { site, browser, place, beganAt, email } = asking
  const isReady = !asksDigits || /^\d{4}$/.test(digits)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !isBusy) onConfirm?.(digits)
  }
  const facts = [
    { label: say('confirm.site'), value: site },
    { label: say('confirm.browser'), value: browser },
    ...(place === null ? [] : [{ label: say('confirm.place'), value: place }]),
    { label: say('confirm.began'), value: timeOf(beganAt) },
  ]
  return (
    <form onSubmit={submit} className="frame">
      <Message
        title={say('confirm.title')}
        actions={
          <>
            <Button variant="quiet" disabled={isBusy} onClick={onRefuse}>
              {say('confirm.refuse')}
            </Button>
            {onConfirm ? (
              <Button type="submit" busy={isBusy} disabled={!isReady}>
                {say('confirm.do')}
              </Button>
            ) : null}
          </>
        }
      >
        <p>{email === null ? say('confirm.sayYours', { site }) : say('confirm.say', { email, site })}</p>
        <Facts facts={facts} />
        {asksDigits ? (
          <DigitsField label={say('confirm.digits')} digits={4} value={digits} onValueChange={setDigits} />
        ) : null}
        {isHeld ? <p className="small">{say('confirm.hold')}</p> : null}
      </Message>
    </form>
  )
}
