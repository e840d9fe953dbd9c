import { sessionTimes } from '../protocol/index.js'
import { authenticate } from '../signin/authenticate.js'
import type { DappClient } from './client.js'
import { createSessionClient, type SessionClientParameters } from './createSessionClient.js'

/** Makes an application's whole client, which signs in while connecting as well; its engine has to be made with `createSignIns`. */
export function createDappClient(parameters: SessionClientParameters): DappClient {
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
    async ping(session) {
      const expiresInMs = usual * 1_000
      await call({ ...session, method: 'wc_sessionPing', params: {}, expiresInMs })
    },
  }
}
