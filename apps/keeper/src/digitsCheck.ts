import { timingSafeEqual } from 'node:crypto'
import { decodeBytes } from '@foyer/custody/bytes'
import { changeDigitsOf, digitsOf } from '@foyer/custody/digits'
import type { InTurn } from './base.js'
import type { Ceremony } from './ceremony.js'
import type { EmailChange } from './changeMails.js'
import { changeOwing } from './opening.js'
import { DigitsMissingError } from './refusals.js'
import { typing } from './shares.js'

interface Guess extends InTurn {
  readonly ceremony: Ceremony
  readonly digits: string
  readonly typedIn: 'link' | 'device'
}

/**
 * Takes digits that are typed now for the device that is to be confirmed. Wrong ones end its ceremony, so that there is one guess, and its mailbox is written to.
 * @returns columns of what was typed; null where it was wrong
 * @throws DigitsMissingError where that device shows none yet · TooManyCeremoniesError where digits were typed three times that day
 */
export async function guess({ ceremony, digits, typedIn, ...turn }: Guess) {
  const { base, rows } = turn
  const typed = await typing({ rows, clock: base.clock, person: ceremony.person, typedIn })
  if (await areDigitsOf(ceremony, digits)) return typed
  const to = { ...typed, status: 'ended', endedReason: 'wrongDigits' } as const
  await changeOwing(turn, { ceremony, is: 'wrongDigits', to })
  return null
}

async function areDigitsOf(ceremony: Ceremony, digits: string): Promise<boolean> {
  const { person, site, key, deviceNonce, keeperNonce } = ceremony
  if (key === null || deviceNonce === null) throw new DigitsMissingError()
  const nonces = { deviceNonce: decodeBytes(deviceNonce), keeperNonce: decodeBytes(keeperNonce) }
  return areSame(await digitsOf({ person, site, key: decodeBytes(key), ...nonces }), digits)
}

/** Whether digits are those of a change of the mailbox. */
export const areDigitsOfChange = async ({ id }: Pick<EmailChange, 'id'>, digits: string): Promise<boolean> =>
  areSame(await changeDigitsOf(id), digits)

const areSame = (right: string, typed: string) => timingSafeEqual(Buffer.from(right), Buffer.from(typed))
