import { createEngine } from '../engine/createEngine.js'
import { type LoneClientParameters, openLoneClient } from '../exchange/createExchange.js'
import { createSignIns } from '../signin/signIns.js'
import type { DappClient } from './client.js'
import { createDappClient } from './createDappClient.js'

export type OpenDappClientParameters = LoneClientParameters

/**
 * Opens an application's side of WalletConnect by itself, for what has no kit: a process, a test. In a page the kit's connector shares one
 * among its tabs.
 *
 * @example
 * const dapp = openDappClient({ relayUrl: 'wss://relay.example', projectId, report: console.error })
 * const session = await dapp.connect({ metadata, requested, offer: ({ uri }) => show(uri), signal })
 * await dapp.request({ topic: session.topic, chainId: 'eip155:1', method: 'personal_sign', params })
 */
export function openDappClient(parameters: OpenDappClientParameters): DappClient {
  const { shared, opened } = openLoneClient(parameters)
  const engine = createEngine({ ...shared, ...opened, signingIn: createSignIns })
  return createDappClient({ ...shared, engine, transport: opened.transport })
}
