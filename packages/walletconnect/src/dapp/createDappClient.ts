import { sessionTimes } from '../protocol/states.js'
import type { Transport } from '../transport/transport.js'
import { authenticate } from './authenticate.js'
import type { DappClient } from './client.js'
import { createSessionClient, type SessionClientParameters } from './createSessionClient.js'

/**
 * Makes an application's whole client, which signs in while connecting as well.
 *
 * @param parameters.engine - made with `createSignIns`
 * @param parameters.transport - the engine's, where it is this client's alone: listeners receive how it stands with the relay
 */
export function createDappClient({
  transport,
  ...parameters
}: SessionClientParameters & { readonly transport?: Pick<Transport, 'onStatus'> | undefined }): DappClient {
  const { connecting, call, ...client } = createSessionClient(parameters)
  const { engine, clock } = parameters
  const { usual, least, most } = sessionTimes.request
  return {
    ...client,
    authenticate: (wanted) => authenticate({ ...wanted, connecting, engine, clock }),
    request({ expiresInMs = 0, ...request }) {
      const ttl = Math.min(Math.max(Math.ceil(expiresInMs / 1_000) || usual, least), most)
      return client.request({ ...request, ttl })
    },
    listen(listener) {
      const stops = [client.listen(listener), transport?.onStatus((status) => listener({ type: 'status', status }))]
      return () => {
        for (const stop of stops) stop?.()
      }
    },
    async ping(session) {
      const expiresInMs = usual * 1_000
      await call({ ...session, method: 'wc_sessionPing', params: {}, expiresInMs })
    },
  }
}
