export type { DappSession } from '../engine/engine.js'
export type { SignedMessage } from '../protocol/signin/checkAuthentication.js'
export type {
  DappAuthenticateParameters,
  DappAuthentication,
  DappClient,
  DappConnectParameters,
  DappEvent,
  DappRequestParameters,
} from './client.js'
export { SettlementUnusableError } from './errors.js'
export { type OpenDappClientParameters, openDappClient } from './openDappClient.js'
