import { spokenLanguage } from '../messages/say.js'
import { type FromFrame, type FromWindow, isGreeting, readFromWindow } from './exchange.js'
import { hashOf, newAddress, type WindowAddress } from './letters.js'

export interface AskInWindowParameters {
  readonly window: AskingWindow
  readonly path: '/approve' | '/continue'
  /** Returns the request for the window once it is there. */
  readonly asked: () => FromFrame
  /** Called with what tells it more, once it was given that. */
  readonly whenThere?: ((tell: (more: FromFrame) => void) => void) | undefined
  /** @returns whether that was its last word */
  readonly onSaid: (said: FromWindow) => boolean
  /** It may be there all the same, in a page that is cut off from the windows it opens. @returns what asks no longer */
  readonly whenApart?: ((address: WindowAddress) => () => void) | undefined
}

/** As much of the frame's window as this needs. */
export interface AskingWindow extends Pick<Window, 'addEventListener' | 'removeEventListener'> {
  readonly location: Pick<Location, 'origin'>
  open(url: string, name: string, features: string): OpenedWindow | null
}

interface OpenedWindow {
  focus(): void
  postMessage(message: unknown, target: string, ports: MessagePort[]): void
}

/**
 * Asks the visitor in a window of the wallet's own, where no page can lay anything over it. Called in a press, so that the browser lets it open. It is
 * closed when it says so or its port ends; `closed` of a window isn't believed, as a page may be kept apart from the windows that it opened.
 * @returns what asks no longer; undefined where the window couldn't be opened, or can't be reached
 */
export function askInWindow(parameters: AskInWindowParameters): (() => void) | undefined {
  const { window, path, asked, onSaid, whenApart, whenThere } = parameters
  const { origin } = window.location
  const address = newAddress({ hasKey: whenApart !== undefined })
  const { id: nonce } = address
  const url = `${origin}${path}?lang=${spokenLanguage()}${hashOf(address)}`
  const opened = window.open(url, 'foyer-wallet', 'popup,width=400,height=640')
  if (!opened) return whenApart?.(address)
  opened.focus() // it may be there already, behind another
  let port: MessagePort | undefined
  let isLeft = false
  const leave = () => {
    isLeft = true
    window.removeEventListener('message', onMessage)
    window.removeEventListener('pagehide', stop)
    port?.close()
  }
  const stop = () => {
    port?.postMessage({ type: 'foyer-window-over' } satisfies FromFrame)
    leave()
  }
  const take = (said: FromWindow | undefined) => {
    if (said && !isLeft && onSaid(said)) leave()
  }
  const onMessage = (event: MessageEvent<unknown>) => {
    if (port || !isGreeting('ready', event, { source: opened, origin, nonce })) return
    const { port1, port2 } = new MessageChannel()
    port = port1
    port1.onmessage = ({ data }) => take(readFromWindow(data))
    port1.addEventListener('close', () => take({ type: 'foyer-window-closed' }))
    opened.postMessage({ type: 'foyer-window-port', nonce }, origin, [port2])
    port1.postMessage(asked())
    whenThere?.((more) => port1.postMessage(more))
  }
  window.addEventListener('message', onMessage)
  window.addEventListener('pagehide', stop)
  return stop
}
