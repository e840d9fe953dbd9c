import { hello, readHello, readWindow, type SurfaceNotice } from '@foyer/embedded/protocol'

/** Connects the frame with the page around: messages come in, and answers go back the same way. */
export interface Channel {
  /** Says something unasked, over the port once there is one. */
  post(message: unknown): void
  /** Says to an application of this kit whether the page has something to show by itself; an original has no word for it. */
  surface(isShown: boolean): void
  /** Whether an application of this kit is at the other end. */
  isOwn(): boolean
}

export interface ChannelParameters {
  /** The frame's window. */
  readonly window: Pick<Window, 'addEventListener'> & {
    readonly parent: Pick<Window, 'postMessage'>
  }
  /** The one origin that may frame this page. */
  readonly parent: string
  readonly receive: (data: unknown, answer: (message: unknown) => void) => void
  /** The application has opened a window of the wallet's for what it asks. */
  readonly onWindow: (nonce: string) => void
  /** CAIP-2: those that the wallet has, which an application of this kit is given before a login. */
  readonly networks: readonly string[]
}

/**
 * Listens to the page around, by its exact origin and its window alone. Our application's first message is a hello with a port, which all else goes over
 * from then on; the original's posts to the window, and is answered there, at that one origin [F8].
 */
export function openChannel({ window, parent: origin, receive, onWindow, networks }: ChannelParameters): Channel {
  let port: MessagePort | undefined
  const postToParent = (message: unknown) => window.parent.postMessage(message, origin)
  const takePort = (offered: MessagePort) => {
    port?.close()
    port = offered
    offered.onmessage = ({ data }) => {
      const nonce = readWindow(data)
      if (nonce === undefined) receive(data, (message) => offered.postMessage(message))
      else onWindow(nonce)
    }
    offered.postMessage(hello(networks))
  }
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.source !== window.parent || event.origin !== origin) return
    const [offered] = event.ports
    if (offered && readHello(event.data)) takePort(offered)
    else if (!port) receive(event.data, postToParent)
  })
  return {
    post: (message) => (port ? port.postMessage(message) : postToParent(message)),
    surface: (shown) => port?.postMessage({ type: 'foyer/surface', shown } satisfies SurfaceNotice),
    isOwn: () => port !== undefined,
  }
}
