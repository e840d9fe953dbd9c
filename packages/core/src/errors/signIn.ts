import { FoyerError } from './FoyerError.js'
import { failure, setupFailure } from './failure.js'

/** A sign-in, as it was signed or is kept, isn't what it says: nothing is kept. */
export class InvalidSessionError extends /* @__PURE__ */ failure('invalid_session', {
  text: ({ fault }: { fault: 'signature' | 'text' | 'domain' | 'time' | 'account' }) =>
    fault === 'signature' ? 'The signature is not valid.' : `The sign-in is not valid: its ${fault} is wrong.`,
  notice: 'signIn.invalid',
}) {}

/** Something of a sign-in was asked for, and no account is signed in. */
export class NotAuthenticatedError extends /* @__PURE__ */ failure('not_authenticated', {
  text: 'Not authenticated: no account is signed in at the server. Sign in first.',
}) {}

/** Sessions are to be at the operator’s server, and the host named none. */
export class SignInServerMissingError extends /* @__PURE__ */ setupFailure(
  'sign_in_server_missing',
  'No server keeps the sign-ins: `serverSiwx` needs `api`. Name the operator’s server, or use `localSiwx`.',
) {}

const siweMessages = {
  siwe_params: 'Failed to get message params!',
  siwe_verify: 'Failed to verify message',
  siwe_address: 'SIWE session is missing address',
  siwe_chain: 'SIWE session is missing chainId',
} as const

/** A function of the host’s `createSiweConfig` didn’t give what it is to give. */
export class SiweConfigError extends FoyerError {
  override readonly name = 'SiweConfigError'
  readonly code: keyof typeof siweMessages

  constructor({ code, cause }: { readonly code: SiweConfigError['code']; readonly cause?: unknown }) {
    super(siweMessages[code], { notice: 'signIn.invalid', cause })
    this.code = code
  }
}
