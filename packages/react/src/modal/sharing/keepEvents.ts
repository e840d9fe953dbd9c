/** Events that a document listens for before anyone else, to close what is pressed beside and to run shortcuts: kept from it as they come. */
const taken = ['keydown', 'pointerdown', 'mousedown', 'touchstart'] as const

/** Events that a document listens for after everyone else; a press itself can't be handed on, as its effect is the browser's. */
const kept = [
  'keyup',
  'keypress',
  'pointerup',
  'mouseup',
  'click',
  'touchend',
  'touchmove',
  'wheel',
  'focusin',
  'focusout',
] as const

/** The attributes that hide or disable an element: others set them on what stands beside their dialog. */
const hiding = ['aria-hidden', 'inert'] as const

export interface KeepEventsParameters {
  /** The modal's element. */
  readonly host: HTMLElement
  /** Takes a key that is pressed in the modal, or nowhere, and isn't for it. Says whether it did. */
  readonly takeKey: (event: KeyboardEvent) => boolean
}

/**
 * Keeps what a visitor does in the modal from the page around, whose dialogs would take it for a press beside them, scroll their own, or close with its Escape; and
 * keeps the modal alive where they hide what is beside them.
 *
 * @returns ends it
 */
export function keepEvents({ host, takeKey }: KeepEventsParameters): () => void {
  const { defaultView: window } = host.ownerDocument
  const ending = new AbortController()
  const { signal } = ending
  const take = (event: Event) => {
    if (event instanceof KeyboardEvent && takeKey(event)) return
    const path = event.composedPath()
    if (!path.includes(host)) return
    event.stopPropagation()
    handOn(event, path[0])
  }
  for (const type of taken) window?.addEventListener(type, take, { capture: true, signal })
  for (const type of kept) host.addEventListener(type, (event) => event.stopPropagation(), { signal })
  const live = () => {
    for (const name of hiding) if (host.hasAttribute(name)) host.removeAttribute(name)
  }
  const observer = new MutationObserver(live)
  observer.observe(host, { attributes: true, attributeFilter: [...hiding] })
  live()
  return () => {
    observer.disconnect()
    ending.abort()
  }
}

/** Has an event happen at a target alone: it doesn't leave the tree that the target is in. What is prevented there is prevented. */
export function handOn(event: Event, target: EventTarget | undefined): void {
  if (target?.dispatchEvent(staying(event)) === false) event.preventDefault()
}

/** The same event once more, which stays in the tree of its target. */
function staying(event: Event): Event {
  const init: Record<string, unknown> = { composed: false }
  for (const name in event) if (name !== 'composed') init[name] = Reflect.get(event, name)
  const copy: Event = Reflect.construct(event.constructor, [event.type, init])
  if (!copy.composed) return copy
  // Firefox lets each keydown of a KeyboardEvent out of its tree, whatever its init says, and no other event of that name.
  const bare = new UIEvent(event.type, init)
  for (const [name, value] of Object.entries(init)) {
    if (name in bare) continue
    Object.defineProperty(bare, name, { value: typeof value === 'function' ? value.bind(event) : value })
  }
  return bare
}
