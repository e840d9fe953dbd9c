import { type FromFrame, type FromWindow, isGreeting, readFromFrame } from '../exchange/exchange.js'
import { addressIn, type Letters, type WindowAddress } from '../exchange/letters.js'
import { createStore, type Store } from '../store.js'

/** The state of a window of the wallet's own, with the request of the frame that it is for. */
export interface Asked {
  /**
   * `answered`: the frame has another request, or closes the window. `over`: no frame waits for it, or none any more. `apart`: one does, in a page that is cut off from
   * the windows it opens. `back`: what was asked by a visit is answered, and the page that it came from is gone back to.
   */
  readonly status: 'waiting' | 'asked' | 'answered' | 'apart' | 'over' | 'back'
  readonly asked: Exclude<FromFrame, { readonly type: 'foyer-window-over' }> | undefined
  /** A frame in this browser asks, or a device of the same person: what the visitor knows the wallet's windows by may stand beside it. */
  readonly isOwn: boolean
}

export interface JoinedFrame {
  readonly state: Pick<Store<Asked>, 'get' | 'subscribe'>
  say(said: FromWindow): void
  /** Says what was decided of what is asked. The window stays for what the frame asks next, and else closes. */
  end(said: FromWindow): void
}

/** As much of a window as this needs. */
export interface JoiningWindow extends Pick<Window, 'addEventListener' | 'close' | 'setTimeout'> {
  readonly opener: Opener | null
  readonly location: Pick<Location, 'hash' | 'search' | 'pathname' | 'origin'>
  readonly history: Pick<History, 'replaceState' | 'back'>
}

/** A frame of the wallet's, or the page around it, whose frames greet back where they are the wallet's. */
interface Opener {
  readonly closed: boolean
  readonly length: number
  readonly [frame: number]: Pick<Opener, 'postMessage'>
  postMessage(message: unknown, target: string): void
}

/** How long a window waits for what its frame says next, in milliseconds: a page that sleeps may say it later, to no window. */
const patienceMs = 10_000
const greetEveryMs = 250
/** Frames that are greeted in a page that has opened the window for one of them. */
const mostGreeted = 50

/**
 * Joins a window to the frame that it is for, by the nonce in its address; or, where it is cut off from that, by letters, as far as it can be asked so.
 */
export function joinFrame(
  window: JoiningWindow,
  lettersAt?: ((address: WindowAddress) => Letters) | undefined,
): JoinedFrame {
  const { nonce, letters, isByHost, isVisit } = readOpening(window, lettersAt)
  return letters ? joinByLetters({ window, letters, isVisit }) : joinByPort({ window, nonce, isByHost })
}

/** What is asked lies at the login server, and so does the window's one answer. */
function joinByLetters({
  window,
  letters,
  isVisit,
}: {
  readonly window: JoiningWindow
  readonly letters: Letters
  readonly isVisit: boolean
}): JoinedFrame {
  const state = createStore<Asked>({ status: 'waiting', asked: undefined, isOwn: false })
  const apart = () => state.set({ status: 'apart' })
  const leave = () => {
    state.set({ status: isVisit ? 'back' : 'over' })
    // To the entry of the tab's history from which it was left, which is the page that asked, as it was.
    if (isVisit) window.history.back()
    else window.close()
  }
  letters.read().then((letter) => {
    if (!letter) return apart()
    const { asked, isOwn } = letter
    if (asked.type === 'foyer-window-over') return close({ window, state })
    state.set({ status: 'asked', asked, isOwn })
  }, apart)
  return {
    state,
    say: () => {},
    end(said) {
      if (state.get().status !== 'asked') return
      state.set({ status: 'waiting' })
      letters.answer(said).then(leave, apart)
    },
  }
}

/** What is asked comes from the frame itself, over a port, and so does what is asked next. */
function joinByPort({
  window,
  nonce,
  isByHost,
}: {
  readonly window: JoiningWindow
  readonly nonce: string
  readonly isByHost: boolean
}): JoinedFrame {
  const { opener } = window
  const state = createStore<Asked>({ status: statusOf({ opener, nonce }), asked: undefined, isOwn: true })
  let isEnded = false
  const end = () => {
    isEnded = true
    close({ window, state })
  }
  /** Whatever doesn't come in time isn't waited for: the window that a page opened for nothing closes, as one that was answered does. */
  const waitForFrame = () => {
    const before = state.get()
    window.setTimeout(() => {
      if (state.get() !== before) return
      if (isByHost || before.status === 'answered') end()
      else state.set({ status: 'over' })
    }, patienceMs)
  }
  const take = (said: FromFrame) => {
    if (isEnded) return
    if (said.type !== 'foyer-window-over') state.set({ status: 'asked', asked: continued(said, state.get().asked) })
    else if (said.isLeft && ['asked', 'over'].includes(state.get().status)) state.set({ status: 'over' })
    else end()
  }
  if (isByHost && state.get().status === 'apart') end() // the page around can't reach it, and asks in its frame
  const greeted = opener === null ? [] : isByHost ? framesOf(opener) : [opener]
  const frame = greetFrame({ window, greeted, nonce, onSaid: take, isWaiting: () => state.get().status === 'waiting' })
  // Loaded anew it knows no nonce, and one that comes back has said so: either way it is closed for the frame.
  window.addEventListener('pagehide', () => {
    if (isEnded || !frame.isThere()) return
    frame.say({ type: 'foyer-window-closed' })
    isEnded = true
    state.set({ status: 'over' })
  })
  // Not every browser says that the other end of a port is gone.
  window.addEventListener('focus', () => {
    if (opener?.closed && !isEnded) state.set({ status: 'over' })
  })
  if (state.get().status === 'waiting') waitForFrame()
  return {
    ...{ state, say: frame.say },
    end(said) {
      const { status, asked } = state.get()
      if (isEnded || status !== 'asked') return
      frame.say(said)
      if (asked?.type !== 'foyer-window-show') return end()
      state.set({ status: 'answered' })
      waitForFrame()
    },
  }
}

function close({
  window,
  state,
}: {
  readonly window: Pick<JoiningWindow, 'close'>
  readonly state: Store<Asked>
}): void {
  state.set({ status: 'over' })
  window.close()
}

/** Reads from a window's address by whom it was opened and for what, and takes it from there. */
function readOpening(
  { opener, location: { hash, search, pathname }, history }: JoiningWindow,
  lettersAt: ((address: WindowAddress) => Letters) | undefined,
) {
  const by = new URLSearchParams(search).get('by')
  const [isByHost, isVisit] = [by === 'host', by === 'visit']
  const address = addressIn(hash)
  history.replaceState(null, '', pathname)
  // A tab that was opened by another page has that page as its opener all the same.
  const isNear = (opener !== null && !isVisit) || address.key === '' || isByHost
  return { nonce: address.id, letters: isNear ? undefined : lettersAt?.(address), isByHost, isVisit }
}

/** Says to the frames that may be meant that the window is there, until the one that is gives it a port. */
function greetFrame({
  window,
  greeted,
  nonce,
  onSaid,
  isWaiting,
}: {
  readonly window: JoiningWindow
  readonly greeted: readonly Pick<Opener, 'postMessage'>[]
  readonly nonce: string
  readonly onSaid: (said: FromFrame) => void
  readonly isWaiting: () => boolean
}) {
  const { origin } = window.location
  let port: MessagePort | undefined
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const [offered] = event.ports
    const source = greeted.find((each) => each === event.source) ?? null
    if (port || !offered || !isGreeting('port', event, { source, origin, nonce })) return
    port = offered
    offered.onmessage = ({ data }) => {
      const said = readFromFrame(data)
      if (said) onSaid(said)
    }
    offered.addEventListener('close', () => onSaid({ type: 'foyer-window-over', isLeft: true }))
  })
  /** Again, as a frame may still be loading what answers. */
  const greet = () => {
    if (port || greeted.length === 0 || !isWaiting()) return
    for (const each of greeted) each.postMessage({ type: 'foyer-window-ready', nonce }, origin)
    window.setTimeout(greet, greetEveryMs)
  }
  greet()
  return {
    isThere: () => port !== undefined,
    say: (said: FromWindow) => port?.postMessage(said),
  }
}

/** The frames of a page, as far as any page may see them. */
const framesOf = (page: Opener): readonly Pick<Opener, 'postMessage'>[] =>
  Array.from({ length: Math.min(page.length, mostGreeted) }, (_, index) => page[index]).flatMap((each) => each ?? [])

/** Returns a later form of the same request, which is signed with what came with it first. */
function continued(asked: NonNullable<Asked['asked']>, before: Asked['asked']): NonNullable<Asked['asked']> {
  const isSame =
    asked.type === 'foyer-window-show' &&
    before?.type === 'foyer-window-show' &&
    asked.approval.id === before.approval.id
  return isSame ? { ...asked, signing: before.signing } : asked
}

/** Cross-Origin-Opener-Policy of the asking page leaves the window without an opener. */
function statusOf({ opener, nonce }: { readonly opener: Opener | null; readonly nonce: string }): Asked['status'] {
  if (nonce === '') return 'over'
  return opener ? 'waiting' : 'apart'
}
