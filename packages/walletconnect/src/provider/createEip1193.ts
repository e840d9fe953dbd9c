import { type Eip1193Provider, type LiveConnection, onDemand } from '@foyer/core'
import type { ProviderSession } from './answerRequest.js'
import { hexIdOf } from './hexIdOf.js'

/**
 * A wallet at the other end of a session, as a provider of EIP-1193. What answers is loaded with the first request.
 *
 * @param session.listen - for what becomes of the session
 */
export function createEip1193({
  listen,
  ...session
}: ProviderSession & Pick<LiveConnection, 'listen'>): Eip1193Provider {
  const answering = onDemand({
    chunk: 'walletconnect.provider',
    load: async () => (await import('./answerRequest.js')).createAnswering(session),
  })
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const emit = (event: string, value: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
  }
  listen((event) => {
    if (event.type === 'disconnected' || event.type === 'replaced')
      emit('disconnect', Object.assign(new Error('The session has ended.'), { code: 4900 }))
    if (!('family' in event) || event.family !== 'eip155') return
    if (event.type === 'networkChanged') emit('chainChanged', hexIdOf(event.networkId))
    if (event.type === 'accountsChanged')
      emit(
        'accountsChanged',
        event.accounts.map(({ address }) => address),
      )
  })
  return {
    request: async (args) => (await answering())(args),
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }
}
