export type { SignedMessage } from './checkAuthentication.js'
export type {
  DappAuthenticateParameters,
  DappAuthentication,
  DappClient,
  DappConnectParameters,
  DappEvent,
  DappRequestParameters,
} from './dappClient.js'
export type { DappSession } from './dappSession.js'
export { type OpenDappClientParameters, openDappClient } from './openDappClient.js'
export { SettlementUnusableError } from './SettlementUnusableError.js'
