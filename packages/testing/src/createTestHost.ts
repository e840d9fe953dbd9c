import { type ConnectorHost, type Network, systemClock } from '@foyer/core'

export interface TestHostOptions extends Partial<Omit<ConnectorHost, 'networks' | 'onStop'>> {
  readonly networks?: readonly Network[] | undefined
}

/** A kit as a connector sees it, without a kit around. */
export interface TestHost extends ConnectorHost {
  /** Ends what the connector left to be ended, as the kit's `stop` does. */
  stop(): void
}

/**
 * Makes a host for a connector under test: storage in memory, the system's clock, and an error that is reported is thrown.
 *
 * @example
 * const host = createTestHost({ networks: [mainnet] })
 * const live = await connector.connect({ host, signal, offer: () => {}, picked: () => undefined })
 */
export function createTestHost({ networks = [], ...options }: TestHostOptions = {}): TestHost {
  const kept = new Map<string, string>()
  const endings = new Set<() => void>()
  return {
    rpc: {},
    clock: systemClock,
    report(error) {
      throw error
    },
    announced: true,
    injected: true,
    projectId: 'test',
    metadata: { name: 'A dapp', description: '', url: 'https://dapp.example', icons: [] },
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    ...options,
    networks: () => networks,
    onStop: (end) => endings.add(end),
    stop() {
      for (const end of endings) end()
      endings.clear()
    },
  }
}
