import * as v from 'valibot'
import { Id, transcript } from './bytes.js'
import { CustodyError } from './errors.js'
import { isSignedBytes, PublicKey, Receipt, signBytes } from './signed.js'

const Time = v.pipe(v.number(), v.integer(), v.minValue(0))

/**
 * The keeper's word that a device isn't the person's: the wait was cancelled that it came by, or its owner has said that it wasn't them. The login server ends its
 * sessions, and lets nobody in by that ceremony any more.
 */
export const DeviceWord = v.object({
  /** As {@link personOf} writes them. */
  person: v.string(),
  device: PublicKey,
  ceremony: Id,
  /** What is ended: what came of this ceremony, or the device, by whichever it came. */
  ends: v.picklist(['ceremony', 'device']),
  /** As the ceremony's receipts have said it. Seconds since 1970. */
  actsFrom: Time,
  /** Until when this word counts. Seconds since 1970. */
  expiresAt: Time,
})
export type DeviceWord = v.InferOutput<typeof DeviceWord>

const bytesOf = (text: string) => transcript('foyer device 1', text)

/** Signs what the keeper says of a device. */
export async function signDeviceWord(privateKey: CryptoKey, word: DeviceWord): Promise<Receipt> {
  const text = JSON.stringify(word)
  return { text, signature: await signBytes({ privateKey, bytes: bytesOf(text) }) }
}

interface ReadDeviceWord {
  readonly receipt: Receipt
  /** The keeper's signing key. */
  readonly keeper: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Reads the keeper's word of a device. @throws CustodyError (`wrong_signature`) where the keeper didn't sign it, or it is over */
export async function readDeviceWord({ receipt, keeper, now }: ReadDeviceWord): Promise<DeviceWord> {
  const isGenuine = await isSignedBytes(keeper, receipt.signature, bytesOf(receipt.text))
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), DeviceWord), receipt.text)
  if (!isGenuine || !success || output.expiresAt * 1000 < now)
    throw new CustodyError({ code: 'wrong_signature', what: 'word of the keeper for a device' })
  return output
}

/** The keeper says that a device isn't the person's. The same again, and one that isn't there, is no fault. */
export const endDeviceCall = {
  id: 'endDevice',
  method: 'post',
  path: '/login/v1/devices/end',
  body: v.object({ receipt: Receipt }),
  projectIn: 'nowhere',
} as const
