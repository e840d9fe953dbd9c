import { refusal } from '@foyer/service/errors/ApiError'

/** More ceremonies were begun than one network, or all of them, may begin. It says nothing about an address. */
export class TooManyCeremoniesError extends refusal(({ retryAfterSeconds }: { retryAfterSeconds: number }) => ({
  code: 'too_many_ceremonies',
  status: 429,
  name: 'email',
  description: `Too many confirmations were asked for. Try again in ${retryAfterSeconds} s.`,
  headers: { 'Retry-After': String(retryAfterSeconds) },
})) {}

/** The key that signs doesn't act for the person: the wallet is not open there, or the browser is not known. */
export class DeviceUnknownError extends refusal({
  code: 'device_unknown',
  status: 403,
  name: 'device',
  description: 'This device is none of those on which the wallet is open.',
}) {}

/** The device that is to be confirmed has revealed nothing yet, so that it shows no digits. */
export class DigitsMissingError extends refusal({
  code: 'digits_missing',
  status: 409,
  name: 'digits',
  description: 'The other browser shows no digits yet. Look there, and try again.',
}) {}

/** There is no such ceremony of this device, or it is over. */
export class CeremonyOverError extends refusal({
  code: 'ceremony_over',
  status: 409,
  name: 'ceremony',
  description: 'This confirmation is over. Begin another.',
}) {}

/** The login server doesn't let this wallet be deleted: its session is older than five minutes. */
export class DeletionRefusedError extends refusal({
  code: 'deletion_refused',
  status: 409,
  name: 'wallet',
  description: 'The login server does not allow this. Log in again, and ask within five minutes.',
}) {}

/** The login server wasn't reached, without which no wallet is deleted. */
export class LoginAwayError extends refusal({
  code: 'login_away',
  status: 503,
  name: 'wallet',
  description: 'The login server cannot be reached. Try again in a moment.',
}) {}

/** The login server doesn't say that the wallet opens by enough of its owner's own doors. */
export class PartNeededError extends refusal({
  code: 'part_needed',
  status: 409,
  name: 'wallet',
  description: 'Add a passkey and a paper, or two papers, and remove the recovery door at the login server first.',
}) {}

/** A device reveals another thing than it committed to. */
export class NotCommittedError extends refusal({
  code: 'not_committed',
  status: 400,
  name: 'key',
  description: 'This is not what the device committed to.',
}) {}

/** The person has another wallet. */
export class AlreadyBoundError extends refusal({
  code: 'already_bound',
  status: 409,
  name: 'wallet',
  description: 'A wallet was made for this address meanwhile. Confirm this device for that one.',
}) {}

/** The part isn't sealed to this keeper and this wallet. */
export class WrongPartError extends refusal<[{ cause: unknown }]>({
  code: 'wrong_part',
  status: 400,
  name: 'part',
  description: 'The part is not sealed to this keeper for this wallet.',
}) {}
