import { refusal } from '../errors/ApiError.js'

/** The operator hasn't switched this provider on. */
export class SocialOffError extends refusal({
  code: 'social_off',
  status: 403,
  name: 'provider',
  description: 'This provider is not switched on here.',
}) {}

/** The provider's statement, or its silence, doesn't let anyone in: it is of another client, login or device, not its own, too old, or the code was used. */
export class SocialRefusedError extends refusal<[{ cause?: unknown }]>({
  code: 'social_refused',
  status: 403,
  name: 'provider',
  description: 'What the provider stated does not count for this login. Begin another.',
}) {}

/** The provider hasn't verified that the account's address is its owner's. */
export class EmailUnverifiedError extends refusal({
  code: 'email_unverified',
  status: 403,
  name: 'email',
  description: 'The provider has not verified the e-mail address of this account.',
}) {}

/** The provider can't be reached, or its answer can't be read. */
export class ProviderAwayError extends refusal<[{ cause?: unknown }]>({
  code: 'provider_away',
  status: 502,
  name: 'provider',
  description: 'The provider does not answer. Try again in a moment.',
}) {}

/** The provider takes no more questions for a while, by its own word. */
export class ProviderBusyError extends refusal(({ retryAfterSeconds }: { retryAfterSeconds: number }) => ({
  code: 'provider_busy',
  status: 503,
  name: 'provider',
  description: `The provider takes no more logins at the moment. Try again in ${retryAfterSeconds} s.`,
  headers: { 'Retry-After': String(retryAfterSeconds) },
})) {}
