export { type AuthenticationText, authenticationTexts } from '../protocol/signin/authenticationTexts.js'
export type * from './client.js'
export { createWalletClient, type WalletClientParameters } from './createWalletClient.js'
export { PairingUsedError, UnknownProposalError, UnknownRequestError, UnknownSessionError } from './errors.js'
