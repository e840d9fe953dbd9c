import { latinDigits } from '@foyer/parts/code'
import { modifiers } from './modifiers.js'

/** How often another number may be typed in a while: somebody who is told what to type by a page that covers this one finds it once in three hundred times. */
const mostWrong = 3
/** How long none is shown after that, in milliseconds. */
const restMs = 60_000

/**
 * A number that stands in this page alone, which somebody at the keyboard types to say that they see it. Keys go to a window that something else covers whole, and what
 * covers it can say which to press: but not this one.
 * @see F11
 */
export interface ShownNumber {
  /** Three digits, others after each time that they were typed; undefined for a while once others were typed too often. */
  get(): string | undefined
  subscribe(onChange: () => void): () => void
  /** Calls back for each key that writes, anywhere but in a field: with whether the number is whole by it. */
  onKey(heard: KeyHeard, signal: AbortSignal): void
}

type KeyHeard = (isWhole: boolean) => void

export function createShownNumber(): ShownNumber {
  const changing = new Set<() => void>()
  const hearing = new Set<KeyHeard>()
  let number: string | undefined = randomNumber()
  let begun = ''
  let wrong = 0
  const show = (shown: string | undefined) => {
    number = shown
    for (const each of changing) each()
  }
  const begin = () => {
    wrong = 0
    show(randomNumber())
  }
  const isWholeBy = (digit: string): boolean => {
    begun = /^\d$/.test(digit) ? begun + digit : ''
    if (number === undefined || begun.length < number.length) return false
    const isRight = begun === number
    begun = ''
    if (isRight) {
      show(randomNumber())
      return true
    }
    wrong += 1
    show(wrong < mostWrong ? randomNumber() : undefined)
    if (number === undefined) setTimeout(begin, restMs)
    return false
  }
  const onKey = (event: KeyboardEvent) => {
    // Of some keyboards a digit takes Shift.
    if (modifiers.includes(event.key)) return
    if (!isWriting(event)) {
      begun = ''
      return
    }
    const isWhole = isWholeBy(latinDigits(event.key))
    for (const each of hearing) each(isWhole)
  }
  const listening = (event: Event) => event instanceof KeyboardEvent && onKey(event)
  return {
    get: () => number,
    subscribe(onChange) {
      changing.add(onChange)
      return () => void changing.delete(onChange)
    },
    onKey(heard, signal) {
      if (hearing.size === 0) document.documentElement.addEventListener('keydown', listening, { capture: true })
      hearing.add(heard)
      signal.addEventListener('abort', () => {
        hearing.delete(heard)
        if (hearing.size === 0) document.documentElement.removeEventListener('keydown', listening, { capture: true })
      })
    },
  }
}

/** Whether a key writes something, and not into a field: none that is held, nor a shortcut's. */
function isWriting(event: KeyboardEvent): boolean {
  const [target] = event.composedPath()
  const isField = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && isTypedInto(target))
  const isShortcut = event.ctrlKey || event.metaKey || event.altKey
  return !isField && !isShortcut && !event.repeat && event.key !== ' ' && [...event.key].length === 1
}

/** Whether an input takes what is typed: a checkbox, which a step is taken by, doesn't. */
const isTypedInto = ({ type }: HTMLInputElement): boolean => type !== 'checkbox' && type !== 'radio'

const randomNumber = (): string => String(100 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 900))

/** The one of this document. */
export const shownNumber = createShownNumber()
