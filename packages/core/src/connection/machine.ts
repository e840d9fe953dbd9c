import type { Family } from '../chain/ids.js'
import type { ConnectorHost, LiveConnection, Metadata, SignInWhileConnecting } from '../connector/connector.js'
import type { FoyerContext } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import { RequestTimeoutError } from '../errors/wallet.js'
import type { Foyer } from '../foyer.js'
import type { SiwxSession } from '../siwx/siwx.js'
import type { FoyerState } from '../store/state.js'
import { type AttemptId, isRunning } from './attempt.js'
import type { ConnectionEvent, ConnectionId, ConnectionState } from './connection.js'
import { raiseAlert } from './failure.js'
import { nextConnection } from './nextConnection.js'

/** What signing in has to do with connecting, in a kit that has it. */
export interface SignInSeam {
  /** Offered to wallets that sign in while they connect. */
  readonly offer: SignInWhileConnecting
  /** Keeps what such a wallet has signed, in the place of all before. @throws where one of it doesn't hold: then nothing has changed, and the connection is ended */
  keep(signed: {
    readonly live: LiveConnection
    readonly sessions: readonly SiwxSession[]
    readonly ended: AbortSignal
  }): Promise<void>
  /** Connecting has ended, whichever way. */
  done(): void
  /** The visitor disconnects some families, or all: their sessions are over. */
  leave(left: { readonly families: ReadonlySet<Family>; readonly isAll: boolean }): Promise<void>
  /** Signs visitors in once they connect [S4.9]. @returns stops */
  watch(parameters: { readonly machine: ConnectionMachine; readonly modal: Pick<Foyer, 'close'> }): () => void
}

/** Runs the events of connecting, and holds what a running attempt and a live connection need beside the store. */
export interface ConnectionMachine {
  readonly kit: FoyerContext
  /** The kit as connectors see it. */
  readonly host: ConnectorHost
  /** Aborts a running attempt or restore. */
  readonly running: Map<AttemptId, AbortController>
  /** Removes the listener of a live connection. */
  readonly listening: Map<ConnectionId, () => void>
  /** Whether the view that is shown waits for a connector's wallet. */
  readonly isShown: (connectorId: string) => boolean
  /** Called with a connection that another page has replaced. */
  readonly replaced: (connectionId: ConnectionId) => void
  /** Undefined where the dapp doesn't want visitors to sign in. */
  readonly signIn?: SignInSeam | undefined
  /** Applies an event, aborts what it superseded, and drops the live connections that it ended. */
  readonly dispatch: (event: ConnectionEvent) => void
}

export function createConnectionMachine({
  kit,
  isShown,
  replaced,
  signIn,
}: Pick<ConnectionMachine, 'kit' | 'isShown' | 'replaced' | 'signIn'>): ConnectionMachine {
  const running = new Map<AttemptId, AbortController>()
  const listening = new Map<ConnectionId, () => void>()
  return {
    kit,
    host: connectorHostOf(kit, signIn !== undefined),
    running,
    listening,
    isShown,
    replaced,
    signIn,
    dispatch(event) {
      kit.update((state) => {
        const connection = nextConnection(state.connection, event)
        return connection === state.connection ? state : { connection, family: familyAfter(state, connection) }
      })
      const { connections, pending, attempts } = kit.store.getState().connection
      const underWay = new Set(
        [...Object.values(pending), ...Object.values(attempts).filter(isRunning)].map((each) => each?.id),
      )
      for (const [id, controller] of running) if (!underWay.has(id)) controller.abort(new AbortedError())
      for (const id of [...kit.live.keys()]) {
        if (connections[id]) continue
        listening.get(id)?.()
        listening.delete(id)
        kit.live.delete(id)
      }
    },
  }
}

/** Where the active family's connection ends, the first network's that is connected is active instead: the visitor is left with what there is. */
function familyAfter(
  { family, networks, connection: before }: FoyerState,
  { active, pending }: ConnectionState,
): Family {
  if (!before.active[family] || active[family] || pending[family]) return family
  return networks.find(({ chainNamespace }) => active[chainNamespace])?.chainNamespace ?? family
}

/** What connectors know of a kit: made once a kit, so that a connector can distinguish kits by it. */
export function connectorHostOf(kit: FoyerContext, signsIn = false): ConnectorHost {
  const { adapterHost, adapters, options, store, persistence, endings, report } = kit
  return {
    ...adapterHost,
    report(error) {
      report(error)
      raiseAlert(kit, error)
    },
    projectId: options.projectId,
    signsIn,
    get metadata() {
      return { ...pageMetadata(), ...options.metadata }
    },
    networks: () => store.getState().networks,
    adapterOf: (family) => adapters.get(family),
    storage: {
      getItem: (key) => persistence.read(`connector:${key}`) ?? null,
      setItem: (key, value) => persistence.write(`connector:${key}`, value),
      removeItem: (key) => persistence.write(`connector:${key}`, undefined),
    },
    onStop: (end) => endings.add(end),
  }
}

/** What a page says of itself: its title, description, address and icon [S3.9]. */
function pageMetadata(): Metadata {
  const { document, location } = globalThis
  const attribute = (selector: string, name: string) => document?.querySelector(selector)?.getAttribute(name) ?? ''
  const icon = attribute('link[rel~="icon"]', 'href')
  return {
    name: document?.title ?? '',
    description: attribute('meta[property="og:description"]', 'content'),
    url: location?.origin ?? '',
    icons: icon === '' ? [] : [new URL(icon, document.baseURI).href],
  }
}

/** How long a request waits for the visitor before it expires, so that every promise settles [F18]. */
export const requestExpiryMs: number = 5 * 60_000

/**
 * Runs what waits for a wallet's answer, and ends with it: by the answer, by the host's signal, by expiry, or by an abort of the id in `running`.
 * An answer that comes after the end changes nothing.
 *
 * @throws what the connector threw; AbortedError; RequestTimeoutError
 */
export async function waitForVisitor<T>({
  machine: { kit, running },
  id,
  signal,
  expiryMs = requestExpiryMs,
  goesOn = () => false,
  run,
}: {
  readonly machine: Pick<ConnectionMachine, 'kit' | 'running'>
  readonly id: AttemptId
  readonly signal?: AbortSignal | undefined
  readonly expiryMs?: number | undefined
  /** Asked at each expiry: true waits as long again. */
  readonly goesOn?: (() => boolean) | undefined
  readonly run: (signal: AbortSignal) => Promise<T>
}): Promise<T> {
  const controller = new AbortController()
  running.set(id, controller)
  const abort = () => controller.abort(new AbortedError())
  let stopClock = () => {}
  const startClock = () => {
    stopClock = kit.clock.setTimeout(() => {
      if (goesOn()) startClock()
      else controller.abort(new RequestTimeoutError({ timeoutMs: expiryMs }))
    }, expiryMs)
  }
  startClock()
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  try {
    return await new Promise<T>((resolve, reject) => {
      const ended = () => reject(controller.signal.reason)
      if (controller.signal.aborted) return ended()
      controller.signal.addEventListener('abort', ended, { once: true })
      run(controller.signal).then(resolve, reject)
    })
  } finally {
    stopClock()
    signal?.removeEventListener('abort', abort)
    running.delete(id)
  }
}
