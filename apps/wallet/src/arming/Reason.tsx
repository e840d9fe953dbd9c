import { LinkButton } from '@foyer/parts'
import { type ReactNode, type Ref, type RefObject, useSyncExternalStore } from 'react'
import { armingSentences } from '../messages/armingSentences.js'
import { say, sayOf } from '../messages/say.js'
import { type ArmingStatus, isFramed, type ShownIn } from './arming.js'
import { apart } from './reading.js'
import { ShownDigits, told } from './ShownDigits.js'
import { shownNumber } from './shownNumber.js'

export interface ReasonProps {
  readonly id: string
  readonly status: ArmingStatus
  readonly shownIn: ShownIn
  /** The element that shows all that is decided. */
  readonly element: RefObject<HTMLElement | null>
  /** It is said without being looked at too: what passes by itself is only told to those who ask a button for it. */
  readonly isSaid?: boolean | undefined
  readonly onWindow?: (() => void) | undefined
  /** The place of it in the page. */
  readonly place?: Ref<HTMLDivElement> | undefined
}

/** Shows why a press doesn't count yet, and what to do; empty where it does. */
export function Reason({ id, status, shownIn, element, isSaid, onWindow, place }: ReasonProps): ReactNode {
  const number = useSyncExternalStore(shownNumber.subscribe, shownNumber.get)
  const sentence = sentenceOf(status, shownIn, number)
  const isAsked = status === 'away' && number !== undefined
  const isShown = isSaid || status === 'small' || status === 'unread' || status === 'unseen'
  const hasWindow = onWindow && (status === 'small' || status === 'unseen')
  return (
    <div ref={place} className="reason" data-stays={isSaid ? '' : undefined} {...{ [apart]: '' }}>
      <p id={id} className="small" role="status" hidden={!isShown || sentence === ''}>
        {sentence}
        {isAsked ? (
          <span data-part="visually-hidden" {...{ [told]: '' }}>
            {' '}
            {number}{' '}
          </span>
        ) : null}
        {isSaid && number !== undefined ? <ShownDigits {...{ element, number, isAsked }} /> : null}
      </p>
      {hasWindow ? <LinkButton onClick={onWindow}>{say('approve.inWindow')}</LinkButton> : null}
    </div>
  )
}

function sentenceOf(status: ArmingStatus, shownIn: ShownIn, number: string | undefined): string {
  switch (status) {
    case 'armed':
      return ''
    case 'unseen':
      return isFramed(shownIn) ? say('approve.covered') : ''
    case 'small':
      return isFramed(shownIn) ? say('approve.small') : sayOf(armingSentences, 'arming.small')
    case 'away':
      if (number === undefined) return sayOf(armingSentences, 'arming.pointed')
      return sayOf(armingSentences, 'arming.away')
    default:
      return sayOf(armingSentences, `arming.${status}`)
  }
}
