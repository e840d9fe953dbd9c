export { type AuthenticationText, authenticationTexts } from './authenticationTexts.js'
export { createWalletClient, type WalletClientParameters } from './createWalletClient.js'
export { PairingUsedError } from './PairingUsedError.js'
export { UnknownProposalError } from './UnknownProposalError.js'
export { UnknownRequestError } from './UnknownRequestError.js'
export { UnknownSessionError } from './UnknownSessionError.js'
export type {
  ApproveAuthenticationParameters,
  ApproveParameters,
  EmitParameters,
  RejectParameters,
  RespondParameters,
  WalletAuthentication,
  WalletClient,
  WalletEvent,
  WalletProposal,
  WalletRequest,
  WalletSession,
} from './walletClient.js'
