import { ApiError } from '../errors/ApiError.js'

/** The account has no session with this id. */
export class UnknownSessionError extends ApiError {
  override readonly name = 'UnknownSessionError'
  constructor() {
    super({
      code: 'unknown_session',
      status: 404,
      reasons: [{ name: 'pci', description: 'This account has no session with this id.' }],
    })
  }
}

/** The session is over, or goes already with another context. */
export class SessionSettledError extends ApiError {
  override readonly name = 'SessionSettledError'
  constructor({ why }: { why: 'active' | 'revoked' | 'expired' }) {
    super({
      code: 'session_settled',
      status: 409,
      reasons: [
        { name: 'pci', description: why === 'active' ? 'The session is active already.' : `The session is ${why}.` },
      ],
    })
  }
}

/** Another account's signature, or one of another text. */
export class WrongSignerError extends ApiError {
  override readonly name = 'WrongSignerError'
  constructor() {
    super({
      code: 'wrong_signer',
      status: 403,
      reasons: [
        { name: 'signature', description: "The signature isn't the account's, or isn't of this session's revocation." },
      ],
    })
  }
}
