import { type Eip1193Provider, onDemand, type WalletEvent } from '@foyer/core'
import type { ProviderSession } from './answerRequest.js'
import { hexIdOf } from './hexIdOf.js'

export interface SessionProvider {
  readonly provider: Eip1193Provider
  /** Tells whoever listens to the provider. */
  hear(event: WalletEvent): void
}

/** A wallet at the other end of a session, as a provider of EIP-1193. What answers is loaded with the first request. */
export function createEip1193(session: ProviderSession): SessionProvider {
  const answering = onDemand({
    chunk: 'walletconnect.provider',
    load: async () => (await import('./answerRequest.js')).createAnswering(session),
  })
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const emit = (event: string, value: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
  }
  return {
    provider: {
      request: async (args) => (await answering())(args),
      on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
      removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
    },
    hear(event) {
      if (event.type === 'disconnected')
        emit('disconnect', Object.assign(new Error('The session has ended.'), { code: 4900 }))
      if (!('family' in event) || event.family !== 'eip155') return
      if (event.type === 'networkChanged') emit('chainChanged', hexIdOf(event.networkId))
      if (event.type === 'accountsChanged') emit('accountsChanged', session.addresses())
    },
  }
}
