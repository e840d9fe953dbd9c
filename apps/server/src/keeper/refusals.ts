import { refusal } from '../errors/ApiError.js'

/** More ceremonies were begun than one network, or all of them, may begin. It says nothing about an address. */
export class TooManyCeremoniesError extends refusal(({ retryAfterSeconds }: { retryAfterSeconds: number }) => ({
  code: 'too_many_ceremonies',
  status: 429,
  name: 'email',
  description: `Too many confirmations were asked for. Try again in ${retryAfterSeconds} s.`,
  headers: { 'Retry-After': String(retryAfterSeconds) },
})) {}

/** The device that asks isn't confirmed for what it asks, or the other one has revealed nothing yet. */
export class UnconfirmedError extends refusal({
  code: 'unconfirmed',
  status: 403,
  name: 'device',
  description: 'This device is not confirmed for that.',
}) {}

/** There is no such ceremony of this device, or it is over. */
export class CeremonyOverError extends refusal({
  code: 'ceremony_over',
  status: 409,
  name: 'ceremony',
  description: 'This confirmation is over. Begin another.',
}) {}

/** What a device reveals isn't what it committed to. */
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
