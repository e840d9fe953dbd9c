import { authenticate } from '../signin/authenticate.js'
import type { DappClient } from './client.js'
import { createSessionClient, type SessionClientParameters } from './createSessionClient.js'

/** Makes an application's client that signs in while connecting as well; its engine has to be made with `createSignIns`. */
export function createDappClient(parameters: SessionClientParameters): DappClient {
  const { connecting, ...client } = createSessionClient(parameters)
  const { engine, clock } = parameters
  return { ...client, authenticate: (wanted) => authenticate({ ...wanted, connecting, engine, clock }) }
}
