import { CustodyError } from '@foyer/custody/errors'
import { ApiError, refusal } from '@foyer/service/errors/ApiError'
import { UnconfirmedError } from '@foyer/service/errors/custodyRefusals'

/** The code isn't the one that was sent. */
export class CodeWrongError extends refusal({
  code: 'code_wrong',
  status: 403,
  name: 'code',
  description: 'The code is not the one that was sent.',
}) {}

/** The code was sent, and another one after it, which counts alone. */
export class CodeReplacedError extends refusal({
  code: 'code_replaced',
  status: 403,
  name: 'code',
  description: 'A newer code was sent. Use that one.',
}) {}

/** The login isn't there: its code is over or was used, or another device has asked for one since. Which of them isn't said. */
export class CodeExpiredError extends refusal({
  code: 'code_expired',
  status: 403,
  name: 'login',
  description: 'The code is over. Ask for another.',
}) {}

/** The code was wrong too often, and is dead. */
export class TooManyTriesError extends refusal({
  code: 'too_many_tries',
  status: 403,
  name: 'code',
  description: 'The code was wrong too often. Ask for another.',
}) {}

/** Codes were asked for, or guessed, too often. */
export class TooManyCodesError extends refusal(({ retryAfterSeconds }: { retryAfterSeconds: number }) => ({
  code: 'too_many_codes',
  status: 429,
  name: 'email',
  description: `Too many codes were asked for. Try again in ${retryAfterSeconds} s.`,
  headers: { 'Retry-After': String(retryAfterSeconds) },
})) {}

/** @throws {@link TooManyCodesError} where there is something to wait for */
export function refuseCodes(retryAfterSeconds: number | null): void {
  if (retryAfterSeconds !== null) throw new TooManyCodesError({ retryAfterSeconds })
}

/** The session was ended, is over, or isn't this device's; a token of another kind is none either. */
export class SessionOverError extends refusal({
  code: 'session_over',
  status: 401,
  name: 'session',
  description: 'The session is over. Log in again.',
}) {}

/** Awaits the reading of what the keeper has signed. @throws {@link UnconfirmedError} where that isn't genuine, or is over */
export const orUnconfirmed = <Word>(read: Promise<Word>): Promise<Word> =>
  read.catch((cause: unknown) => {
    throw cause instanceof CustodyError ? new UnconfirmedError({ cause }) : cause
  })

/** The device is one of those that the keeper lets act later: until then it changes nothing but what is its own. */
export class ActsLaterError extends refusal(({ retryAfterSeconds }: { retryAfterSeconds: number }) => ({
  code: 'acts_later',
  status: 403,
  name: 'device',
  description: `This device may not change that yet. Use another one, or try again in ${retryAfterSeconds} s.`,
  headers: { 'Retry-After': String(retryAfterSeconds) },
})) {}

/** The call is answered only shortly after a login. @see F15 */
export class LoginTooOldError extends refusal({
  code: 'login_too_old',
  status: 403,
  name: 'session',
  description: 'Log in again: this is given within 5 minutes of a login.',
}) {}

/** The new address is the one that the wallet has. */
export class EmailSameError extends refusal({
  code: 'email_same',
  status: 409,
  name: 'email',
  description: 'This is the address that the wallet has already.',
}) {}

/** The new address has a wallet of its own, which is never merged: answered to who has proved that mailbox. */
export class EmailTakenError extends refusal({
  code: 'email_taken',
  status: 409,
  name: 'email',
  description: 'This address has a wallet of its own. Two wallets are not joined.',
}) {}

/** The wallet is that of an account at a provider, whose address is the provider's. */
export class NotByEmailError extends refusal({
  code: 'not_by_email',
  status: 403,
  name: 'email',
  description: 'This wallet is opened by an account at a provider: its address is changed there.',
}) {}

/** There is no such wallet of this person's. */
export class WalletUnknownError extends refusal({
  code: 'wallet_unknown',
  status: 404,
  name: 'wallet',
  description: 'There is no such wallet.',
}) {}

/** There is another wallet, of this id or of this person. */
export class WalletOtherwiseError extends refusal({
  code: 'wallet_otherwise',
  status: 409,
  name: 'receipt',
  description: 'This server has the wallet otherwise than the keeper states.',
}) {}

export class WalletTakenError extends refusal({
  code: 'wallet_taken',
  status: 409,
  name: 'wallet',
  description: 'There is another wallet already.',
}) {}

/** There is no such door, or it isn't this device's. */
export class DoorUnknownError extends refusal({
  code: 'door_unknown',
  status: 404,
  name: 'door',
  description: 'There is no such door of this device.',
}) {}

/** There is another door of this id. */
export class DoorTakenError extends refusal({
  code: 'door_taken',
  status: 409,
  name: 'door',
  description: 'There is another door of this id already.',
}) {}

/** Without this door the wallet would open by none. */
export class LastDoorError extends refusal({
  code: 'last_door',
  status: 409,
  name: 'door',
  description: 'This is the last door of the wallet. Add another before you remove it.',
}) {}

/** Without this door the wallet would have neither the recovery door nor enough of the visitor's own. */
export class NotSecuredError extends refusal({
  code: 'not_secured',
  status: 409,
  name: 'door',
  description: 'Add a passkey and a paper, or two papers, before you remove this door.',
}) {}

/** More is being made than a person may leave unfinished, or a wallet has as many doors as it may. */
export class TooManyUnfinishedError extends ApiError {
  constructor({ name }: { name: 'wallet' | 'door' }) {
    super({ code: 'too_many_unfinished', status: 409, name, description: `There are too many ${name}s already.` })
  }
}

/** There is another window of this id. */
export class WindowTakenError extends refusal({
  code: 'window_taken',
  status: 409,
  name: 'window',
  description: 'There is another window of this id already.',
}) {}

/** There is no such window, or it has said its word, or its time is over. */
export class WindowUnknownError extends refusal({
  code: 'window_unknown',
  status: 404,
  name: 'window',
  description: 'There is no such window, or its time is over.',
}) {}

/** There is no such login at a provider, or it is another device's, or over, or its window has said its word. */
export class SocialUnknownError extends refusal({
  code: 'social_unknown',
  status: 404,
  name: 'social',
  description: 'There is no such login, or it is over. Begin another.',
}) {}
