import { createWalletClient, type WalletClient, type WalletEvent } from '@foyer/walletconnect/wallet'
import { WebSocket } from 'ws'
import { type RunningServer, startServer } from '../../start.js'

/** For tests. The server with its relay and a project. */
export const startRelay = (): Promise<RunningServer> =>
  startServer({
    port: 0,
    logLevel: 'silent',
    projects: [
      { id: 'demo', name: 'Demo', allowedOrigins: [], vouchedOrigins: [], analyticsEnabled: false, development: false },
    ],
  })

export const relayUrlOf = ({ url }: Pick<RunningServer, 'url'>): string => url.replace('http', 'ws')

/** An official client's options, with a storage of its own. */
export interface OfficialOptions {
  projectId: string
  relayUrl: string
  customStoragePrefix: string
  telemetryEnabled: boolean
  logger: string
}

export const officialOptions = ({
  server,
  name,
}: {
  readonly server: Pick<RunningServer, 'url'>
  readonly name: string
}): OfficialOptions => ({
  projectId: 'demo',
  relayUrl: relayUrlOf(server),
  // Official clients of one prefix are one client, from file to file of a worker.
  customStoragePrefix: `${name}@${server.url}`,
  telemetryEnabled: false,
  logger: 'fatal',
})

/** Opens a socket for our own side. */
export const openSocket = (url: string): WebSocket => new WebSocket(url)

/** The part of an official client's core that the tests use. */
export interface OfficialCore {
  readonly relayer: {
    transportClose(): Promise<void>
    readonly messages: { readonly name: string; getWithoutAck?(topics: string[]): unknown }
  }
}

/**
 * Resolves when an official client has processed its stored messages, which newer ones do a second after they start: a
 * message that arrives at that moment is processed twice.
 */
export function ready({ core }: { readonly core: OfficialCore }): Promise<void> {
  const { messages } = core.relayer
  const getStored = messages.getWithoutAck?.bind(messages)
  if (!getStored) return Promise.resolve()
  return new Promise((resolve) => {
    messages.getWithoutAck = (topics) => {
      resolve()
      return getStored(topics)
    }
  })
}

/** Synchronous storage, as a browser's. */
export function memoryStorage(): {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
} {
  const entries = new Map<string, string>()
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  }
}

/** Our wallet side and its events. */
export interface OurWallet {
  /** The current one; a reload replaces it. */
  readonly client: WalletClient
  readonly reported: readonly unknown[]
  /** The next event of a type. */
  next<Type extends WalletEvent['type']>(type: Type): Promise<Extract<WalletEvent, { readonly type: Type }>>
  /** Stops, as a page that is closed. */
  close(): void
  /** Starts again with what was stored. */
  reopen(): void
}

export function openOurWallet({
  relayUrl,
  authenticates,
}: {
  readonly relayUrl: string
  readonly authenticates?: boolean | undefined
}): OurWallet {
  const storage = memoryStorage()
  const reported: unknown[] = []
  const listeners = new Set<(event: WalletEvent) => void>()
  const open = () => {
    const opened = createWalletClient({
      relayUrl,
      projectId: 'demo',
      metadata: { name: 'Foyer wallet', description: 'A test', url: 'https://wallet.example', icons: [] },
      storage,
      openSocket,
      authenticates,
      report: (error) => reported.push(error),
    })
    opened.listen((event) => {
      for (const listener of [...listeners]) listener(event)
    })
    return opened
  }
  let client = open()
  return {
    get client() {
      return client
    },
    reported,
    next: (type) =>
      new Promise((resolve) => {
        const listener = (event: WalletEvent) => {
          if (!isOf(event, type)) return
          listeners.delete(listener)
          resolve(event)
        }
        listeners.add(listener)
      }),
    close: () => client.stop(),
    reopen() {
      client = open()
    },
  }
}

const isOf = <Type extends WalletEvent['type']>(
  event: WalletEvent,
  type: Type,
): event is Extract<WalletEvent, { readonly type: Type }> => event.type === type
