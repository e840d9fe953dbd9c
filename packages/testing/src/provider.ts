import type { RequestRecord } from './requestRecord.js'

/** A dapp's request to a wallet (EIP-1193). */
export interface ProviderRequest {
  readonly method: string
  readonly params?: readonly unknown[] | object | undefined
}

/** The wallet's provider (EIP-1193), as one origin sees it. */
export interface TestProvider {
  request(args: ProviderRequest): Promise<unknown>
  on(event: string, listener: (value: unknown) => void): void
  removeListener(event: string, listener: (value: unknown) => void): void
}

/** A provider with the wallet's end of its events. */
interface EmittingProvider {
  readonly provider: TestProvider
  readonly listenerCount: number
  emit(event: string, value: unknown): void
}

/** An event of a wallet: to one origin, or to all. */
export interface Emission {
  readonly event: string
  readonly value: unknown
  readonly origin?: string | undefined
}

/** The wallet's providers, one an origin. */
export interface Providers {
  readonly listenerCount: number
  of(origin: string): TestProvider
  emit(emission: Emission): void
}

export function createProviders(answer: (request: RequestRecord) => Promise<unknown>): Providers {
  const providers = new Map<string, EmittingProvider>()
  return {
    get listenerCount() {
      let count = 0
      for (const provider of providers.values()) count += provider.listenerCount
      return count
    },
    of(origin) {
      const known = providers.get(origin)
      if (known) return known.provider
      const made = createProvider(({ method, params }) => answer({ origin, method, params }))
      providers.set(origin, made)
      return made.provider
    },
    emit({ event, value, origin }) {
      for (const [each, provider] of providers) if (origin === undefined || origin === each) provider.emit(event, value)
    },
  }
}

function createProvider(answer: (request: ProviderRequest) => Promise<unknown>): EmittingProvider {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  return {
    provider: {
      request: answer,
      on(event, listener) {
        const known = listeners.get(event)
        if (known) known.add(listener)
        else listeners.set(event, new Set([listener]))
      },
      removeListener(event, listener) {
        listeners.get(event)?.delete(listener)
      },
    },
    get listenerCount() {
      let count = 0
      for (const known of listeners.values()) count += known.size
      return count
    },
    emit(event, value) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
    },
  }
}
