import { type Bytes, encodeBytes, sha256, transcript } from './bytes.js'

/**
 * The proof by the four digits: that the keeper has the key which this device made, whatever passed it on. The device commits to its key and nonce,
 * the keeper answers with a nonce, the device reveals: neither side can choose what the digits become.
 */
export interface DigitsTranscript {
  readonly person: string
  /** The origin of the asking site. */
  readonly site: string
  /** The device's key that the keeper seals to. */
  readonly key: Bytes
  /** 32 bytes each. */
  readonly deviceNonce: Bytes
  readonly keeperNonce: Bytes
}

/** Returns the commitment that a device says before it knows the keeper's nonce. It hides the key and binds to it. */
export const commitmentOf = async ({
  key,
  deviceNonce,
}: Pick<DigitsTranscript, 'key' | 'deviceNonce'>): Promise<string> =>
  encodeBytes(await sha256(transcript('foyer digits commitment 1', key, deviceNonce)))

/** The four digits, such as `0417`. */
export const digitsOf = ({ person, site, key, deviceNonce, keeperNonce }: DigitsTranscript): Promise<string> =>
  fourOf(transcript('foyer digits 1', person, site, key, deviceNonce, keeperNonce))

/**
 * The four digits of a change of the mailbox, by its id: only the device that has asked for it, and the person's others, have that beside the keeper, and no mail.
 * So who presses in a mail has the asking browser before them.
 */
export const changeDigitsOf = (change: string): Promise<string> => fourOf(transcript('foyer change digits 1', change))

async function fourOf(bytes: Bytes): Promise<string> {
  const hash = await sha256(bytes)
  // Of 64 bits the remainder by 10,000 is even to 2^-50.
  const number = new DataView(hash.buffer).getBigUint64(0) % 10_000n
  return number.toString().padStart(4, '0')
}
