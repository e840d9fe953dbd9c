import { type FromFrame, type FromWindow, isGreeting, readFromFrame } from '../exchange/exchange.js'
import { addressIn, type Letters, type WindowAddress } from '../exchange/letters.js'
import { createStore, type Store } from '../store.js'

/** The state of a window of the wallet's own, with the request of the frame that opened it. */
export interface Asked {
  /** `over`: no frame waits for it, or none any more. `apart`: one does, in a page that is cut off from the windows it opens. */
  readonly status: 'waiting' | 'asked' | 'apart' | 'over'
  readonly asked: Exclude<FromFrame, { readonly type: 'foyer-window-over' }> | undefined
}

export interface JoinedFrame {
  readonly state: Pick<Store<Asked>, 'get' | 'subscribe'>
  say(said: FromWindow): void
  /** Says the last word, and closes the window. */
  end(said: FromWindow): void
}

/** As much of a window as this needs. */
export interface JoiningWindow extends Pick<Window, 'addEventListener' | 'close'> {
  readonly opener: Opener | null
  readonly location: Pick<Location, 'hash' | 'pathname' | 'origin' | 'reload'>
  readonly history: Pick<History, 'replaceState'>
}

interface Opener {
  postMessage(message: unknown, target: string): void
}

/**
 * Joins a window to the frame that opened it, by the nonce in its address; or, where it is cut off from that, by letters, as far as it can be asked so.
 */
export function joinFrame(
  window: JoiningWindow,
  lettersAt?: ((address: WindowAddress) => Letters) | undefined,
): JoinedFrame {
  const { hash, pathname, origin } = window.location
  const { opener } = window
  const address = addressIn(hash)
  const { id: nonce } = address
  window.history.replaceState(null, '', pathname)
  const letters = opener || address.key === '' ? undefined : lettersAt?.(address)
  const state = createStore<Asked>({ status: letters ? 'waiting' : statusOf({ opener, nonce }), asked: undefined })
  let port: MessagePort | undefined
  let isEnded = false
  const take = (asked: FromFrame) => {
    if (isEnded) return
    if (asked.type === 'foyer-window-over') state.set({ status: 'over' })
    else state.set({ status: 'asked', asked: continued(asked, state.get().asked) })
  }
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const [offered] = event.ports
    if (port || !offered || !isGreeting('port', event, { source: opener, origin, nonce })) return
    port = offered
    offered.onmessage = ({ data }) => {
      const asked = readFromFrame(data)
      if (asked) take(asked)
    }
    offered.addEventListener('close', () => take({ type: 'foyer-window-over' }))
  })
  // Asked for again while it is open, the window has another nonce and is the same document.
  window.addEventListener('hashchange', () => window.location.reload())
  // Loaded anew it knows no nonce: then too it is closed for the frame.
  window.addEventListener('pagehide', () => {
    if (!isEnded) port?.postMessage({ type: 'foyer-window-closed' } satisfies FromWindow)
  })
  const apart = () => state.set({ status: 'apart' })
  if (state.get().status === 'waiting') opener?.postMessage({ type: 'foyer-window-ready', nonce }, origin)
  letters?.read().then((asked) => (asked ? take(asked) : apart()), apart)
  const close = () => {
    isEnded = true
    state.set({ status: 'over' })
    window.close()
  }
  return {
    state,
    say: (said) => port?.postMessage(said),
    end(said) {
      port?.postMessage(said)
      if (!letters) return close()
      state.set({ status: 'waiting' })
      letters.answer(said).then(close, apart)
    },
  }
}

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
