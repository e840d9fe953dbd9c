import type { Clock } from '@foyer/core'
import { AbortedError, FoyerError, WalletAnswerError } from '@foyer/core/errors'
import { FrameAbortedError, FrameLoadError, FrameReplyError, FrameTimeoutError } from '../errors.js'
import { type FrameMessage, failureOf, payloadOf, replyOf } from '../protocol/envelope.js'
import type { RequestName, RequestPayload, RequestReply } from '../protocol/messages.js'
import { createFrameElement, type FrameElement } from './frameElement.js'
import { createLine, type Line } from './line.js'

/** How long a page may take until it is ready [S9.27]. */
const loadMs = 20_000
/** Half of how long a page that was loaded may say nothing at first: it may be the browser's own, which says that there is no network. */
const silentMs = 2_000
/** How long what has begun to be ready is waited for [S4.21 S9.30], and so the answer to the hello. */
const settleMs = 500
/** How long an answer may take [S9.28]. */
const replyMs = 30_000

/** Requests that don't wait for the page to load [S9.27]. */
const patient: readonly RequestName[] = ['SYNC_THEME', 'SYNC_DAPP_DATA', 'SET_PREFERRED_ACCOUNT']
/** Requests whose answer is waited for 30 s; a signature takes as long as its reader [S9.28]. */
const timed: readonly RequestName[] = [
  'CONNECT_EMAIL',
  'CONNECT_DEVICE',
  'CONNECT_OTP',
  'CONNECT_SOCIAL',
  'GET_SOCIAL_REDIRECT_URI',
]

export interface FrameParameters {
  readonly clock: Clock
  readonly document: Document
  readonly src: string
  readonly title: string
  /** Receives what a listener throws. */
  readonly report: (error: unknown) => void
}

/** The wallet's page, asked by name. */
export interface Frame {
  /** It can't be asked any more: another one is to be made. */
  readonly isOver: () => boolean
  /** Whether the page is one of this project's. */
  readonly isOwn: () => boolean
  /** CAIP-2: the wallet's networks, where its page says them by the time that it is ready. */
  readonly networks: () => readonly string[] | undefined
  /** Waits until the page takes requests. @throws FrameLoadError · the signal's reason */
  whenReady(signal?: AbortSignal | undefined): Promise<void>
  /**
   * @throws FrameMessageError where the payload doesn't fit · FrameLoadError · FrameTimeoutError · FrameReplyError · FrameAbortedError · WalletAnswerError
   * where the answer doesn't fit · the signal's reason
   */
  request<Name extends RequestName>(
    name: Name,
    payload: RequestPayload<Name>,
    signal?: AbortSignal | undefined,
  ): Promise<RequestReply<Name>>
  /** Every message of the page's, whether it answers something or not. @returns removes the listener */
  listen(listener: (message: FrameMessage) => void): () => void
  /** Calls the listener when the page wants to be seen, or no longer. @returns removes the listener */
  onSurface(listener: (isShown: boolean) => void): () => void
  /** The visitor closed the raised frame. @returns removes the listener */
  onClosed(listener: () => void): () => void
  readonly raise: () => void
  readonly lower: () => void
  /** The page's origin, at which its windows are as well. */
  readonly origin: string
  /** Says to a page of this project's that a window of it was opened, which greets it so. */
  readonly announce: (nonce: string) => void
  end(): void
}

/** Not loaded, then loaded by READY, then initialised 500 ms later [S4.21]; or over. */
type Phase = 'loading' | 'loaded' | 'ready' | 'over'

interface Asked {
  readonly resolve: (payload: unknown) => void
  readonly reject: (error: unknown) => void
}

interface Open extends Asked {
  readonly name: RequestName
}

/** Loads the wallet's page, hidden. */
export const createFrame = (parameters: FrameParameters): Frame => new LoadedFrame(parameters)

class LoadedFrame implements Frame {
  private readonly clock: Clock
  readonly origin: string
  private readonly surfaces: Emitter<boolean>
  private readonly closings: Emitter<undefined>
  private readonly messages: Emitter<FrameMessage>
  private readonly element: FrameElement
  private readonly line: Line
  private readonly open = new Map<string, Open>()
  private readonly waiting = new Set<Asked>()
  private phase: Phase = 'loading'
  private stopSettling = () => {}
  private silentMs = silentMs

  constructor({ clock, document, src, title, report }: FrameParameters) {
    this.clock = clock
    this.origin = new URL(src).origin
    this.surfaces = new Emitter(report)
    this.closings = new Emitter(report)
    this.messages = new Emitter(report)
    this.element = createFrameElement({
      ...{ document, src, title },
      failed: () => this.fail(),
      // One that doesn't say that it is ready is loaded again, and the next is waited for twice as long.
      loaded: (reload) => {
        if (this.phase !== 'loading') return
        this.stopSettling()
        this.silentMs *= 2
        this.stopSettling = this.clock.setTimeout(reload, this.silentMs)
      },
      closed: () => this.closings.emit(undefined),
    })
    this.line = createLine({
      own: document.defaultView ?? window,
      contentWindow: this.element.contentWindow,
      origin: this.origin,
      receive: (message) => this.receive(message),
      surface: (isShown) => this.surfaces.emit(isShown),
    })
  }

  readonly isOver = (): boolean => this.phase === 'over'
  readonly isOwn = (): boolean => this.line.isOwn()
  readonly networks = (): readonly string[] | undefined => this.line.networks()
  readonly listen = (listener: (message: FrameMessage) => void): (() => void) => this.messages.add(listener)
  readonly onSurface = (listener: (isShown: boolean) => void): (() => void) => this.surfaces.add(listener)
  readonly onClosed = (listener: () => void): (() => void) => this.closings.add(listener)
  readonly raise = (): void => this.element.raise()
  readonly lower = (): void => this.element.lower()
  readonly announce = (nonce: string): void => this.line.announce(nonce)

  async whenReady(signal?: AbortSignal | undefined, isPatient = false): Promise<void> {
    if (this.phase === 'ready') return
    await this.settled({
      signal,
      expiry: isPatient ? undefined : { ms: loadMs, expire: () => this.fail() },
      begin: (waiter) => {
        if (this.phase === 'over') throw this.loadError()
        this.waiting.add(waiter)
        return () => this.waiting.delete(waiter)
      },
    })
  }

  async request<Name extends RequestName>(
    name: Name,
    payload: RequestPayload<Name>,
    signal?: AbortSignal | undefined,
  ): Promise<RequestReply<Name>> {
    payloadOf(name, payload)
    if (this.phase !== 'ready') await this.whenReady(signal, patient.includes(name))
    const id = randomId()
    const answer = await this.settled({
      signal,
      expiry: timed.includes(name)
        ? { ms: replyMs, expire: () => new FrameTimeoutError({ request: name }) }
        : undefined,
      begin: (asked) => {
        this.open.set(id, { name, ...asked })
        this.line.post({ name, id, payload })
        return () => {
          if (signal?.aborted) this.line.cancel(id)
          this.open.delete(id)
        }
      },
    })
    try {
      return replyOf(name, answer)
    } catch (cause) {
      throw new WalletAnswerError({ method: name, expected: 'what the protocol says', cause })
    }
  }

  private receive(message: FrameMessage): void {
    if (message.name === 'READY') this.ready()
    if (message.status !== 'notice') this.answer(message)
    this.messages.emit(message)
  }

  /** Gives up: the page doesn't come. */
  private fail(): Error {
    const error = this.loadError()
    this.finish(error)
    return error
  }

  end(): void {
    this.finish(new AbortedError())
  }

  private loadError(): FrameLoadError {
    return new FrameLoadError({ origin: this.origin })
  }

  /** Whatever was asked of a page that was loaded anew meanwhile isn't answered any more. */
  private ready(): void {
    if (this.phase === 'over') return
    this.stopSettling()
    for (const { name, reject } of [...this.open.values()]) reject(new FrameAbortedError({ request: name }))
    this.phase = 'loaded'
    this.line.greet()
    this.stopSettling = this.clock.setTimeout(() => {
      this.phase = 'ready'
      this.line.settle()
      for (const { resolve } of [...this.waiting]) resolve(undefined)
    }, settleMs)
  }

  private answer({ id = '', name, status, payload }: Exclude<FrameMessage, { status: 'notice' }>): void {
    const asked = this.open.get(id)
    if (asked?.name !== name) return
    if (status === 'success') asked.resolve(payload)
    else
      asked.reject(
        new FrameReplyError({ request: name, text: saidOf(name, payload), isOwn: this.isOwn(), cause: payload }),
      )
  }

  private finish(error: Error): void {
    if (this.phase === 'over') return
    this.phase = 'over'
    this.stopSettling()
    for (const { reject } of [...this.waiting, ...this.open.values()]) reject(error)
    this.element.lower()
    this.line.end()
    this.element.remove()
  }

  /** A promise that ends with what it waits for, its signal or its expiry, and leaves nothing behind. */
  private settled({
    signal,
    expiry,
    begin,
  }: {
    readonly signal: AbortSignal | undefined
    readonly expiry: { readonly ms: number; readonly expire: () => Error } | undefined
    readonly begin: (asked: Asked) => () => void
  }): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(endOf(signal))
      const clean = (finish: () => void) => {
        leave()
        stopClock()
        signal?.removeEventListener('abort', abort)
        finish()
      }
      let leave: () => void = () => {}
      const abort = () => clean(() => reject(endOf(signal)))
      const stopClock = expiry ? this.clock.setTimeout(() => clean(() => reject(expiry.expire())), expiry.ms) : () => {}
      signal?.addEventListener('abort', abort, { once: true })
      try {
        leave = begin({
          resolve: (value) => clean(() => resolve(value)),
          reject: (error) => clean(() => reject(error)),
        })
      } catch (error) {
        clean(() => reject(error))
      }
    })
  }
}

/** Returns why a request is given up, as one of the kit's errors. */
const endOf = (signal: AbortSignal | undefined): FoyerError =>
  signal?.reason instanceof FoyerError ? signal.reason : new AbortedError({ cause: signal?.reason })

const saidOf = (name: RequestName, payload: unknown): string => {
  try {
    return failureOf(name, payload)
  } catch {
    return '' // it says nothing: then so does the error [S8.30]
  }
}

/** As the original's: letters and digits without a meaning [S7.41]. */
const randomId = (): string => [...crypto.getRandomValues(new Uint32Array(2))].map((each) => each.toString(36)).join('')

/** Listeners to one kind of event; one that throws doesn't keep it from the others. */
class Emitter<Value> {
  private readonly all = new Set<(value: Value) => void>()

  private readonly report: (error: unknown) => void

  constructor(report: (error: unknown) => void) {
    this.report = report
  }

  add(listener: (value: Value) => void): () => void {
    const own = (value: Value) => listener(value)
    this.all.add(own)
    return () => this.all.delete(own)
  }

  emit(value: Value): void {
    for (const listener of [...this.all]) {
      try {
        listener(value)
      } catch (error) {
        this.report(error)
      }
    }
  }
}
