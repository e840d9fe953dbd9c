import { timingSafeEqual } from 'node:crypto'
import { decodeBytes } from '@foyer/custody/bytes'
import { digitsOf } from '@foyer/custody/digits'
import type { Ceremony } from './ceremony.js'
import { DigitsMissingError } from './refusals.js'

/** Whether a person typed the digits that the device shows which is to be confirmed. @throws {@link DigitsMissingError} where that device shows none yet */
export async function areDigitsOf(ceremony: Ceremony, digits: string): Promise<boolean> {
  const { person, site, key, deviceNonce, keeperNonce } = ceremony
  if (key === null || deviceNonce === null) throw new DigitsMissingError()
  const nonces = { deviceNonce: decodeBytes(deviceNonce), keeperNonce: decodeBytes(keeperNonce) }
  const right = await digitsOf({ person, site, key: decodeBytes(key), ...nonces })
  return timingSafeEqual(Buffer.from(right), Buffer.from(digits))
}
