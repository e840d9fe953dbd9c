import type { Foyer } from '@foyer/core'
import { mayHoldFocus, watchForeign } from './foreign.js'
import { comeBack, type GivingWay, giveWay } from './giveWay.js'
import { isWalletAsked } from './isWalletAsked.js'
import { handOn, keepEvents } from './keepEvents.js'

export interface SharePageParameters {
  readonly foyer: Foyer
  readonly dialog: HTMLDialogElement
  /** The modal's element. */
  readonly host: HTMLElement
}

/**
 * Has the modal share the page with what others have there: while a wallet is asked, what it draws in the page lies over the modal and is alive; and what is done in
 * the modal is none of the page's business.
 *
 * @returns ends it
 */
export function sharePage({ foyer: { store }, dialog, host }: SharePageParameters): () => void {
  const foreign = new Set<Element>()
  let way: GivingWay | undefined
  let unwatch: (() => void) | undefined

  const found = (element: Element) => {
    foreign.add(element)
    if (!dialog.open) return
    if (way) way.follow()
    else way = giveWay({ dialog, host, foreign })
  }
  const isAsked = () => store.getState().view.open && isWalletAsked(store.getState())
  const end = () => {
    unwatch?.()
    unwatch = undefined
    if (!way) return
    if (dialog.open && store.getState().view.open) comeBack(dialog)
    way.release()
    way = undefined
  }
  const follow = () => {
    if (isAsked()) unwatch ??= watchForeign({ host, known: foreign, found })
    // Closing hands the focus back, which what is inert can't take.
    else if (!store.getState().view.open) end()
    // What was answered closes the modal in most cases, and then nothing is shown otherwise.
    else
      queueMicrotask(() => {
        if (!isAsked()) end()
      })
  }

  const takeKey = (event: KeyboardEvent) => {
    const path = event.composedPath()
    const isInside = path.includes(host)
    const { body } = host.ownerDocument
    if (!dialog.open || !(isInside || path[0] === body)) return false
    // Tab goes on to what others show, and nowhere else in the page.
    if (event.key === 'Tab' && isInside && way && [...foreign].some(mayHoldFocus)) {
      event.stopPropagation()
      return true
    }
    // One Escape closes one thing, the topmost.
    if (event.key !== 'Escape' || body.ownerDocument.querySelector('dialog:modal')) return false
    const over = way && elementAbove({ dialog, host })
    // Of the modal's own, or handed on already.
    if (isInside ? !over : path[0] === over) return false
    event.stopPropagation()
    handOn(event, over ?? dialog)
    return true
  }

  const ends = [store.subscribe(follow), keepEvents({ host, takeKey })]
  follow()
  return () => {
    end()
    dialog.style.zIndex = ''
    for (const each of ends) each()
  }
}

/** The page's element over the middle of the card; undefined where the card itself is there. */
function elementAbove({ dialog, host }: Pick<SharePageParameters, 'dialog' | 'host'>): Element | undefined {
  const { left, top, width, height } = (dialog.firstElementChild ?? dialog).getBoundingClientRect()
  const hit = host.ownerDocument.elementFromPoint(left + width / 2, top + height / 2)
  return hit && hit !== host ? hit : undefined
}
