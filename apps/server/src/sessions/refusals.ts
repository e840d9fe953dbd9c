import { refusal } from '@foyer/service/errors/ApiError'

/** The account has no session with this id. */
export class UnknownSessionError extends refusal({
  code: 'unknown_session',
  status: 404,
  name: 'pci',
  description: 'This account has no session with this id.',
}) {}

/** The session is over, or goes already with another context. */
export class SessionSettledError extends refusal(({ why }: { why: 'active' | 'revoked' | 'expired' }) => ({
  code: 'session_settled',
  status: 409,
  name: 'pci',
  description: why === 'active' ? 'The session is active already.' : `The session is ${why}.`,
})) {}

/** The grant isn't a permission as it was asked for, or doesn't hold on chain. */
export class NotGrantedError extends refusal(({ why }: { why: 'other' | 'over' }) => ({
  code: 'not_granted',
  status: 409,
  name: 'context',
  description:
    why === 'other'
      ? "Isn't the account's permission as this session asked for it."
      : 'The permission doesn’t hold on its network.',
})) {}

/** Another account's signature, or one of another text. */
export class WrongSignerError extends refusal({
  code: 'wrong_signer',
  status: 403,
  name: 'signature',
  description: "The signature isn't the account's, or isn't of this session's revocation.",
}) {}
