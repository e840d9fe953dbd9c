/** Signing in with the connected account, on any chain (CAIP-122, EIP-4361). */

export type { SiwxFactory, SiwxHost } from '../config/siwxHost.js'
export type { Siwx, SiwxRequest, SiwxSession, SiwxVerifier } from '../siwx/siwx.js'
export type { AccountMetadata, SessionAccount } from '../wire/auth.js'
export { type LocalSiwxOptions, localSiwx, type ServerSiwxOptions, serverSiwx } from './builtInSiwx.js'
export * from './createSiweConfig.js'
export { sessionAccount, setAccountMetadata } from './serverSession.js'
export { leaveSignIn, showSignInText, signIn, signInState, signOut } from './signIn.js'
export type { SignInState, SigningAccount } from './signInRoom.js'
