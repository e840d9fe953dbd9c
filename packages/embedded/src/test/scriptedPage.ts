import { hello, type RequestName, readAppMessage, readCancelled, readHello, readWindow } from '../protocol/index.js'
import { MicrotaskPort } from './microtaskChannel.js'

/** A request of an application to the page. */
export interface ScriptedRequest {
  readonly name: RequestName
  readonly id: string | undefined
  readonly payload: unknown
}

export interface ScriptedPageParameters {
  readonly document: Document
  readonly origin: string
  /** Answers; what it throws is the message of an ERROR. A promise that stays open is no answer. */
  readonly answer: (asked: ScriptedRequest) => unknown
  /** Whether it knows the hello: one of the original's doesn't. */
  readonly isOwn?: boolean | undefined
  /** Called when the page has said READY, and the hello is over. */
  readonly ready?: (() => void) | undefined
  /** Whether the page loads. */
  readonly loads?: boolean | undefined
}

/** The page's side of the protocol in each frame that a document gets, without a page: what it would post arrives as window messages or by the port. */
export class ScriptedPage {
  readonly asked: ScriptedRequest[] = []
  readonly cancelled: string[] = []
  /** The windows that the application has said to have opened. */
  readonly announced: string[] = []
  /** The target origin of each window message to the page. */
  readonly targets: unknown[] = []
  readonly frames: HTMLIFrameElement[] = []
  /** CAIP-2: what it says of its networks; nothing unless set. */
  networks: readonly string[] | undefined
  private readonly parameters: ScriptedPageParameters
  private readonly observer: MutationObserver
  private port: MicrotaskPort | undefined
  /** The page's end of the channel that came with the last hello, whether it knows the hello or not. */
  private offered: MicrotaskPort | undefined

  constructor(parameters: ScriptedPageParameters) {
    this.parameters = parameters
    const { document } = parameters
    this.observer = new MutationObserver(() => {
      for (const frame of document.querySelectorAll('iframe')) if (!this.frames.includes(frame)) this.load(frame)
    })
    this.observer.observe(document.body, { childList: true, subtree: true })
  }

  /** The window of the newest frame. */
  get source(): unknown {
    return this.frames.at(-1)?.contentWindow
  }

  get query(): URLSearchParams {
    return new URL(this.frames.at(-1)?.src ?? '').searchParams
  }

  /** Posts as the page does: by the port where there is one. */
  post(data: unknown): void {
    if (this.port) this.port.postMessage(data)
    else this.postWindow(data)
  }

  /** Hands something to the application's end of the port as it is: what can't be cloned couldn't come. */
  postPort(data: unknown): void {
    this.offered?.other?.onmessage?.({ data })
  }

  /** Posts to the application's window, as anyone may. */
  postWindow(
    data: unknown,
    { origin = this.parameters.origin, source = this.source }: { origin?: string; source?: unknown } = {},
  ): void {
    const event = Object.assign(new Event('message'), {})
    for (const [name, value] of Object.entries({ data, origin, source, ports: [] }))
      Object.defineProperty(event, name, { value })
    window.dispatchEvent(event)
  }

  /** The page is loaded, or loaded anew. */
  async sayReady(): Promise<void> {
    this.port = undefined
    this.postWindow({ type: '@w3m-frame/READY', payload: { version: '1' } })
    // The hello and its answer arrive a microtask later each.
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    this.parameters.ready?.()
  }

  end(): void {
    this.observer.disconnect()
  }

  private load(frame: HTMLIFrameElement): void {
    this.frames.push(frame)
    const postMessage = (data: unknown, target: unknown, [port]: readonly unknown[] = []) => {
      this.targets.push(target)
      if (port instanceof MicrotaskPort && readHello(data)) {
        this.offered = port
        if (this.parameters.isOwn !== false) this.take(port)
      } else this.receive(data, (reply) => this.postWindow(reply))
    }
    Object.defineProperty(frame, 'contentWindow', { value: { postMessage }, configurable: true })
    if (this.parameters.loads !== false) this.sayReady().catch(console.error)
  }

  private take(port: MicrotaskPort): void {
    this.port = port
    port.onmessage = ({ data }) => {
      const id = readCancelled(data)
      const nonce = readWindow(data)
      if (nonce !== undefined) this.announced.push(nonce)
      else if (id === undefined) this.receive(data, (reply) => port.postMessage(reply))
      else this.cancelled.push(id)
    }
    port.postMessage(hello(this.networks))
  }

  private receive(data: unknown, reply: (message: unknown) => void): void {
    const asked = readAppMessage(data)
    if (!asked) return
    this.asked.push(asked)
    const { id, name } = asked
    const done = (end: 'SUCCESS' | 'ERROR', payload: unknown) =>
      reply({ id, type: `@w3m-frame/${name}_${end}`, ...(payload === undefined ? {} : { payload }) })
    Promise.resolve()
      .then(() => this.parameters.answer(asked))
      .then(
        (payload) => done('SUCCESS', payload),
        (error: unknown) =>
          done('ERROR', { ...Object(error), message: error instanceof Error ? error.message : `${error}` }),
      )
  }
}
