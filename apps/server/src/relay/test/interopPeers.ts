import { createWalletClient, type WalletClient, type WalletEvent } from '@foyer/walletconnect/wallet'
import { WebSocket } from 'ws'
import { type RunningServer, startServer } from '../../start.js'

/** For tests; nothing in the product imports this. What the tests of both sides have in common. */

/** A relay as anybody starts it, with a project. */
export const startRelay = (): Promise<RunningServer> =>
  startServer({
    port: 0,
    logLevel: 'silent',
    projects: [{ id: 'demo', name: 'Demo', allowedOrigins: [], analyticsEnabled: false, development: false }],
  })

export const relayUrlOf = ({ url }: Pick<RunningServer, 'url'>): string => url.replace('http', 'ws')

/** How an official client is set up: each with a storage of its own. */
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
  customStoragePrefix: name,
  telemetryEnabled: false,
  logger: 'fatal',
})

/** Our own side's way to the relay. */
export const openSocket = (url: string): WebSocket => new WebSocket(url)

/** What is used of an official client's core. */
export interface OfficialCore {
  readonly relayer: {
    transportClose(): Promise<void>
    readonly messages: { readonly name: string; getWithoutAck?(topics: string[]): unknown }
  }
}

/**
 * Official clients take up what they kept a second after they began, and what comes in that moment they take twice: it is waited for.
 * Older ones don't.
 */
export function begun({ core }: { readonly core: OfficialCore }): Promise<void> {
  const { messages } = core.relayer
  const take = messages.getWithoutAck?.bind(messages)
  if (!take) return Promise.resolve()
  return new Promise((resolve) => {
    messages.getWithoutAck = (topics) => {
      resolve()
      return take(topics)
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

/** Our wallet side, and what it is told. */
export interface OurWallet {
  /** The present one: after a reload another. */
  readonly client: WalletClient
  readonly reported: readonly unknown[]
  /** The next event of a type. */
  next<Type extends WalletEvent['type']>(type: Type): Promise<Extract<WalletEvent, { readonly type: Type }>>
  /** Closes, as a page does. */
  leave(): void
  /** Opens again, with what was stored. */
  comeBack(): void
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
  const waiting = new Set<(event: WalletEvent) => void>()
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
      for (const each of [...waiting]) each(event)
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
        const hear = (event: WalletEvent) => {
          if (!isOf(event, type)) return
          waiting.delete(hear)
          resolve(event)
        }
        waiting.add(hear)
      }),
    leave: () => client.stop(),
    comeBack() {
      client = open()
    },
  }
}

const isOf = <Type extends WalletEvent['type']>(
  event: WalletEvent,
  type: Type,
): event is Extract<WalletEvent, { readonly type: Type }> => event.type === type
