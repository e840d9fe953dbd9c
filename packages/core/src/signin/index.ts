/** Signing in with the connected account, on any chain (CAIP-122, EIP-4361). */
export type { Siwx, SiwxRequest, SiwxSession, SiwxVerifier } from '../siwx/siwx.js'
export type { AccountMetadata, SessionAccount } from '../wire/auth.js'
export {
  createSiweConfig,
  type SiweConfigOptions,
  type SiweMessageArgs,
  type SiweMessageParams,
  type SiweSession,
} from './createSiweConfig.js'
export { type LocalSiwxOptions, localSiwx } from './localSiwx.js'
export { type ServerSiwxOptions, serverSiwx } from './serverSiwx.js'
export { sessionAccount, setAccountMetadata } from './sessionAccount.js'
export { leaveSignIn, signIn, signInState, signOut } from './signIn.js'
export type { SignInState, SigningAccount } from './signInState.js'
export {
  formatSiweMessage,
  getAddressFromMessage,
  getChainIdFromMessage,
  getDidAddress,
  getDidChainId,
} from './siweText.js'
export type { SiwxFactory, SiwxHost } from './siwxHost.js'
