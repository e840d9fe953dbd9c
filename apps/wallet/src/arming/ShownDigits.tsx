import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { askedIn } from './asked.js'
import { apart } from './reading.js'
import { scopes } from './scopes.js'

const attribute = 'data-digit'

export interface ShownDigitsProps {
  /** The element that shows all that is decided. */
  readonly element: RefObject<HTMLElement | null>
  readonly number: string
  /** They are asked for now; their place stays, as nothing may move under a pointer. */
  readonly isAsked: boolean
}

/**
 * Draws the number's digits in the first and the last part of what is asked, but for the third, which stands here: were it whole in one place, a page that covers all else
 * could leave that place free and have it typed as any puzzle's. The parts are others' to draw: what stands in them is put there beside that.
 */
export function ShownDigits({ element, number, isAsked }: ShownDigitsProps): ReactNode {
  const [[top, below]] = useState(() => [emptyDigit(), emptyDigit()] as const)
  const [first = '', second = '', last = ''] = number
  // Another request has other lines, and is drawn in the same place.
  useEffect(() => {
    const lines = element.current ? [...askedIn(element.current)].sort(inOrder) : []
    write(top, { value: first, line: lines.at(0), isAsked })
    write(below, { value: second, line: lines.at(-1), isAsked })
  })
  useEffect(
    () => () => {
      top.remove()
      below.remove()
    },
    [top, below],
  )
  return <span className="digit" aria-hidden hidden={!isAsked} {...{ [attribute]: last, [apart]: '' }} />
}

/** From top to bottom, as they are read and typed. */
const inOrder = (one: Element, other: Element): number =>
  one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1

function emptyDigit(): HTMLElement {
  const digit = document.createElement('span')
  digit.className = 'digit'
  digit.setAttribute('aria-hidden', 'true')
  digit.setAttribute(apart, '')
  return digit
}

interface Written {
  readonly value: string
  readonly line: Element | undefined
  readonly isAsked: boolean
}

function write(digit: HTMLElement, { value, line, isAsked }: Written): void {
  digit.setAttribute(attribute, value)
  digit.hidden = !isAsked
  if (line && digit.parentNode !== line) line.append(digit)
}

/** The attribute of what tells a page reader the number, which is there before its digits are drawn: those are for who has pressed early. */
export const told = 'data-number'

/** Whether the number is asked for by what an element decides, and not by a part of it that decides something else. */
export const asksNumber = (element: Element): boolean =>
  [...element.querySelectorAll(`[${told}]`)].some((each) => (each.closest(scopes) ?? element) === element)
