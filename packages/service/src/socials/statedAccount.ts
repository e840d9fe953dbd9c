import { EmailAddress } from '@foyer/custody/person'
import * as v from 'valibot'
import { EmailUnverifiedError } from './refusals.js'

/** An account, as a provider states it. */
export interface StatedAccount {
  /** what stays the same of it whatever else changes */
  readonly subject: string
  /** null for one that has none, such as one that was made by a telephone's number */
  readonly email: string | null
  readonly userName: string | null
}

/** An account whose address isn't proved to be its owner's lets no one in. @throws EmailUnverifiedError */
export function verifiedAddress(address: string | undefined, isVerified: boolean): string {
  const { success, output } = v.safeParse(EmailAddress, address)
  if (!success || !isVerified) throw new EmailUnverifiedError()
  return output
}

const controls = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A name as it may be shown, of whatever an account calls itself. */
export function shownName(name: unknown): string | null {
  const shown = typeof name === 'string' ? name.replace(controls, '').trim().slice(0, 100) : ''
  return shown === '' ? null : shown
}
