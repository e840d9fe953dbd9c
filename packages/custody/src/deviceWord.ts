import * as v from 'valibot'
import { Id } from './bytes.js'
import { Time } from './calls.js'
import { signWord } from './keeperWord.js'
import { PublicKey, Receipt } from './signed.js'

/**
 * The keeper's word that a device isn't the person's: the wait was cancelled that it came by, or its owner has said that it wasn't them. The login server ends its
 * sessions, and lets no one in by that ceremony any more.
 */
export const DeviceWord = v.object({
  /** As {@link personOf} writes them. */
  person: v.string(),
  device: PublicKey,
  ceremony: Id,
  /** The thing that is ended: what came of this ceremony, or the device, by whichever it came. */
  ends: v.picklist(['ceremony', 'device']),
  /** As the ceremony's receipts have said it. Seconds since 1970. */
  actsFrom: Time,
  /** Until when this word counts. Seconds since 1970. */
  expiresAt: Time,
})
export type DeviceWord = v.InferOutput<typeof DeviceWord>

/** Signs what the keeper says of a device. */
export const signDeviceWord = (privateKey: CryptoKey, word: DeviceWord): Promise<Receipt> =>
  signWord(privateKey, 'device', word)

/** The keeper says that a device isn't the person's. The same again, and one that isn't there, is no fault. */
export const endDeviceCall = {
  id: 'endDevice',
  method: 'post',
  path: '/login/v1/devices/end',
  body: v.object({ receipt: Receipt }),
  projectIn: 'nowhere',
} as const
