/** What a dapp asks of a wallet (EIP-1193). */
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

/** A provider that its wallet can speak through. */
export interface SpeakingProvider {
  readonly provider: TestProvider
  readonly listenerCount: number
  emit(event: string, value: unknown): void
}

export function createProvider(answer: (request: ProviderRequest) => Promise<unknown>): SpeakingProvider {
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
