import { spokenLanguage } from '../messages/say.js'
import { type FromFrame, type FromWindow, isGreeting, readFromWindow } from './exchange.js'
import { hashOf, newAddress, type WindowAddress } from './letters.js'

/** As much of the frame's window as this needs. */
export interface AskingWindow extends Pick<Window, 'addEventListener' | 'removeEventListener'> {
  readonly location: Pick<Location, 'origin'>
  open(url: string, name: string, features: string): OpenedWindow | null
}

export interface OpenedWindow {
  focus(): void
  postMessage(message: unknown, target: string, ports: MessagePort[]): void
}

/** The frame's end of a window of the wallet's own. */
export interface WindowLine {
  /** Whether the window has greeted, and hasn't ended. */
  isThere(): boolean
  /** What is told before it is there is told once it is; the last counts. */
  tell(message: FromFrame): void
  /** Brings it to the front. @returns false where the browser lets only the page around do that */
  focus(): boolean
  /** Says that nothing is waited for any more, which closes it; also one that comes only then. */
  end(): void
  /** Says no more, even to one that comes only then. */
  forget(): void
}

export interface WindowLineParameters {
  readonly window: AskingWindow
  readonly onSaid: (said: FromWindow) => void
  /** The frame is left with the page around it; a page that comes back finds no window. */
  readonly onLeft?: (() => void) | undefined
}

const features = 'popup,width=400,height=640'

/** Returns the address at which the wallet's own page is asked, in a window or by a visit of the whole tab. */
export const addressOf = ({
  origin,
  path,
  address,
  isVisit = false,
}: {
  readonly origin: string
  readonly path: '/approve' | '/continue'
  readonly address: WindowAddress
  readonly isVisit?: boolean | undefined
}): string => `${origin}${path}?lang=${spokenLanguage()}${isVisit ? '&by=visit' : ''}${hashOf(address)}`

/**
 * Opens a window of the wallet's own, where no page can lay anything over it. Called in a press, before anything is waited for, so that the browser lets it
 * open. It has no name, by which another page could have it opened in a window that it holds.
 * @param parameters.address - of a window that may be asked by letter as well
 * @returns undefined where the browser opens none, or keeps the page around apart from it
 */
export function openWindow({
  path,
  address = newAddress({ hasKey: false }),
  ...parameters
}: WindowLineParameters & {
  readonly path: '/approve' | '/continue'
  readonly address?: WindowAddress | undefined
}): WindowLine | undefined {
  const { window } = parameters
  const opened = window.open(addressOf({ origin: window.location.origin, path, address }), '_blank', features)
  return opened ? createLine({ ...parameters, nonce: address.id, opened }) : undefined
}

/** Waits for the window that the page around says it has opened: one that greets from the wallet's own origin, by that nonce, once. */
export const expectWindow = (parameters: WindowLineParameters & { readonly nonce: string }): WindowLine =>
  createLine(parameters)

/** `closed` of a window isn't believed, as a page may be kept apart from the windows that it opened: it is over when it says so or its port ends. */
function createLine({
  window,
  nonce,
  opened,
  onSaid,
  onLeft,
}: WindowLineParameters & { readonly nonce: string; readonly opened?: OpenedWindow }): WindowLine {
  let port: MessagePort | undefined
  let last: FromFrame | undefined
  let isOver = false
  const over = (isLeft: boolean) => {
    if (isOver) return
    isOver = true
    last = isLeft ? { type: 'foyer-window-over', isLeft } : { type: 'foyer-window-over' }
    port?.postMessage(last)
    window.removeEventListener('pagehide', onPageHide)
    // A window that comes yet is told so.
    if (port || isLeft) forget()
  }
  const forget = () => {
    isOver = true
    window.removeEventListener('pagehide', onPageHide)
    stopWaiting()
    port?.close()
  }
  const onPageHide = () => {
    over(true)
    onLeft?.()
  }
  const take = (said: FromWindow | undefined) => {
    if (said && !isOver) onSaid(said)
  }
  const onPort = (its: MessagePort) => {
    port = its
    its.onmessage = ({ data }) => take(readFromWindow(data))
    its.addEventListener('close', () => take({ type: 'foyer-window-closed' }))
    if (last) its.postMessage(last)
    if (isOver) its.close()
  }
  const stopWaiting = answerGreeting({ window, nonce, opened, onPort })
  window.addEventListener('pagehide', onPageHide)
  return {
    isThere: () => port !== undefined && !isOver,
    tell(message) {
      if (isOver) return
      last = message
      port?.postMessage(message)
    },
    focus() {
      opened?.focus()
      return opened !== undefined
    },
    end: () => over(false),
    forget,
  }
}

/** Waits for the window's greeting, and answers it with a port, once. @returns waits no longer */
function answerGreeting({
  window,
  nonce,
  opened,
  onPort,
}: Pick<WindowLineParameters, 'window'> & {
  readonly nonce: string
  /** The window that it is to come from; any of the wallet's origin where the page around has opened it. */
  readonly opened: OpenedWindow | undefined
  readonly onPort: (port: MessagePort) => void
}): () => void {
  const { origin } = window.location
  const stop = () => window.removeEventListener('message', onMessage)
  const onMessage = (event: MessageEvent<unknown>) => {
    const source = opened ?? windowOf(event.source)
    if (!source || !isGreeting('ready', event, { source, origin, nonce })) return
    stop()
    const { port1, port2 } = new MessageChannel()
    source.postMessage({ type: 'foyer-window-port', nonce }, origin, [port2])
    onPort(port1)
  }
  window.addEventListener('message', onMessage)
  return stop
}

/** Returns who posted a message where it is a window; a port or a worker isn't one. */
const windowOf = (source: MessageEventSource | null): WindowProxy | undefined =>
  source !== null && 'closed' in source ? source : undefined

export interface AskInWindow {
  readonly window: AskingWindow
  readonly path: '/continue'
  readonly asked: FromFrame
  readonly onSaid: (said: FromWindow) => void
}

/** Asks one thing in a window, in a press: its first word is its last. @returns what asks no longer; undefined where it couldn't be opened, or can't be reached */
export function askInWindow({ window, path, asked, onSaid }: AskInWindow): (() => void) | undefined {
  const line = openWindow({
    ...{ window, path },
    onSaid(said) {
      line?.end()
      onSaid(said)
    },
  })
  line?.tell(asked)
  return line?.end
}
