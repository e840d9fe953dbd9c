import type { Mailboxes } from './mailboxes.js'
import type { OpenPublishes, RelayParameters } from './parameters.js'
import { createRelaySession, type RelaySession } from './session.js'
import { createSubscribers } from './subscribers.js'

/** A socket, by whatever transport. */
export interface RelaySocket {
  clientId: string
  /** who else pays for what the client asks for; no one by default */
  address?: string | undefined
  network?: string | undefined
  project?: string | undefined
  send: (frame: string) => void
  /** Whether what was sent is taken fast enough; always by default. `drained` says that it is again. */
  hasRoom?: (() => boolean) | undefined
  /** called when the session was busy and no longer is */
  onIdle?: (() => void) | undefined
  /** called when the session has ended because others need its topics: its socket is to be closed, and its client may come again */
  onGaveWay?: (() => void) | undefined
}

/**
 * A relay without its sockets: frames go in and come out as text, by whatever transport. It speaks both dialects of the
 * WalletConnect relay at once, and holds nothing but the subscriptions; the messages are in the mailboxes.
 * @example
 * const relay = createRelay({ mailboxes: createMemoryMailboxes({ now }), clock })
 * const session = relay.open({ clientId: 'did:key:z6Mk…', send: (frame) => socket.send(frame) })
 * socket.on('message', (text) => session.receive(text))
 * socket.on('close', session.close)
 */
export interface Relay {
  /** Opens a client's session. The caller has authenticated the client. */
  open(socket: RelaySocket): RelaySession
  /** The clients that are subscribed to a topic, one entry a socket. */
  subscribers(topic: string): readonly string[]
  state(): { readonly sockets: number; readonly subscriptions: number }
  /** Stops watching the mailboxes. */
  close(): void
}

/** Mailboxes that are read at the same time, for all sockets: what is read ahead of slow ones stays little. */
const maxReadings = 32

export function createRelay({
  mailboxes,
  clock,
  maxTopics = 1_000,
  subscriptions: budget,
  pay = async () => true,
  onEvent = () => {},
  onFailure = () => {},
}: RelayParameters): Relay {
  const subscribers = createSubscribers({ budget })
  const publishes = createOpenPublishes()
  let sockets = 0
  const stopWatching = mailboxes.watch((topic) => {
    if (topic === null) subscribers.notifyAll()
    else for (const subscriber of subscribers.of(topic)) subscriber.notify(topic)
  })
  const gate = createGate(maxReadings)
  const read = (request: Parameters<Mailboxes['read']>[0]) => gate(() => mailboxes.read(request))
  const shared = {
    mailboxes: { ...mailboxes, read },
    clock,
    maxTopics,
    subscribers,
    publishes,
    pay,
    onEvent,
    onFailure,
  }
  return {
    open({ clientId, address = '', network = '', project = '', send, hasRoom = () => true, ...socket }) {
      sockets += 1
      const onClosed = () => {
        sockets -= 1
      }
      const { onIdle = () => {}, onGaveWay = () => {} } = socket
      const owner = { clientId, address, network, project }
      return createRelaySession({ ...shared, owner, send, hasRoom, onIdle, onGaveWay, onClosed })
    },
    subscribers: (topic) => subscribers.of(topic).map(({ owner }) => owner.clientId),
    state: () => ({ sockets, subscriptions: subscribers.count() }),
    close: stopWatching,
  }
}

/** Lets so many through at the same time, the others in their order. */
function createGate(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

function createOpenPublishes(): OpenPublishes {
  /** By topic and by client id. */
  const open = new Map<string, Set<Promise<void>>>()
  return {
    open({ topics, clientId }) {
      let resolveAnswered = () => {}
      const answered = new Promise<void>((resolve) => {
        resolveAnswered = resolve
      })
      const keys = [...topics, clientId]
      for (const key of keys) open.set(key, (open.get(key) ?? new Set()).add(answered))
      return () => {
        for (const key of keys) {
          const others = open.get(key)
          if (others?.delete(answered) && others.size === 0) open.delete(key)
        }
        resolveAnswered()
      }
    },
    async answered({ topic, clientId }) {
      await Promise.all([...(open.get(topic) ?? []), ...(open.get(clientId) ?? [])])
    },
  }
}
