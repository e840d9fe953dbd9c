import { FrameMissingError } from '../errors.js'
import { type FrameMessage, prefixes, readFrameMessage } from '../protocol/envelope.js'
import { announcing, cancelling, hello, readHello, readSurface } from '../protocol/hello.js'
import type { RequestName, RequestPayload } from '../protocol/messages.js'

/** A request that is posted to the wallet's page. */
export interface PostedRequest<Name extends RequestName = RequestName> {
  readonly name: Name
  readonly id: string
  readonly payload: RequestPayload<Name>
}

export interface LineParameters {
  /** The window that the page posts to. */
  readonly own: Pick<Window, 'addEventListener' | 'removeEventListener'>
  /** The page's window; null where there is none. */
  readonly contentWindow: () => Window | null
  /** The page's origin: nothing is posted to another, or read from one. */
  readonly origin: string
  readonly receive: (message: FrameMessage) => void
  /** The page wants to be seen, or no longer. */
  readonly surface: (isShown: boolean) => void
}

/** How messages pass between an application and the wallet's page. */
export interface Line {
  /** Whether the page has answered the hello, and so is one of this project's. */
  readonly isOwn: () => boolean
  /** The wallet's networks, as its page's hello says them; undefined where it says nothing. */
  readonly networks: () => readonly string[] | undefined
  /** @throws FrameMissingError */
  post<Name extends RequestName>(request: PostedRequest<Name>): void
  /** A page of this project's forgets what it was asked; an original has no message for it. */
  cancel(id: string): void
  /** Says to a page of this project's that a window was opened, which greets it so. */
  announce(nonce: string): void
  /** Says hello to a page that takes messages; the one before it counts for nothing. @throws FrameMissingError */
  greet(): void
  /** A hello that wasn't answered by now isn't waited for: both stay on window messages. */
  settle(): void
  end(): void
}

function read(data: unknown): FrameMessage | undefined {
  try {
    return readFrameMessage(data)
  } catch {
    return undefined // no message of the protocol's: the caller that waits for one goes on waiting
  }
}

function present(page: Window | null): Window {
  if (!page) throw new FrameMissingError()
  return page
}

/**
 * Window messages until the page has answered the hello, then the port that came with it. Of window messages only those count whose origin and source
 * are the page's, and of both only what the protocol has: the rest, which anyone may post, is dropped [F8 F9].
 */
export function createLine({ own, contentWindow, origin, receive, surface }: LineParameters): Line {
  let port: MessagePort | undefined
  let isAgreed = false
  let networks: readonly string[] | undefined
  const onWindow = ({ origin: from, source, data }: MessageEvent) => {
    const peer = contentWindow()
    if (from !== origin || !peer || source !== peer) return
    const message = read(data)
    // A page that is loaded anew begins on the window again.
    if (message && (!isAgreed || message.name === 'READY')) receive(message)
  }
  const onPort = (current: MessagePort, data: unknown) => {
    if (current !== port) return
    if (!isAgreed) {
      const said = readHello(data)
      isAgreed = said !== undefined
      networks = said?.networks
      return
    }
    const isShown = readSurface(data)
    if (isShown !== undefined) return surface(isShown)
    const message = read(data)
    if (message) receive(message)
  }
  const close = () => {
    port?.close()
    port = undefined
    isAgreed = false
    networks = undefined
  }
  own.addEventListener('message', onWindow)
  return {
    isOwn: () => isAgreed,
    networks: () => networks,
    post({ name, id, payload }) {
      const message = { id, type: prefixes.app + name, ...(payload === undefined ? {} : { payload }) }
      const to = present(contentWindow())
      if (isAgreed) port?.postMessage(message)
      else to.postMessage(message, origin)
    },
    cancel(id) {
      if (isAgreed) port?.postMessage(cancelling(id))
    },
    announce(nonce) {
      if (isAgreed) port?.postMessage(announcing(nonce))
    },
    greet() {
      close()
      const { port1, port2 } = new MessageChannel()
      port = port1
      port1.onmessage = ({ data }) => onPort(port1, data)
      present(contentWindow()).postMessage(hello(), origin, [port2])
    },
    settle() {
      if (!isAgreed) close()
    },
    end() {
      own.removeEventListener('message', onWindow)
      close()
    },
  }
}
