import { type Bytes, encodeBytes, keyLength, sha256, transcript } from '@foyer/custody/bytes'
import { type DoorName, doorKey, importContribution, type OwnDoorKind } from './door.js'

/**
 * Returns the salt by which a passkey is asked: the same for each, since a login by one knows of no door before. Its
 * answer is another for each passkey, and the door's own random bits come to it.
 * @see WebAuthn Level 3 §10.1.4 (prf)
 */
export const passkeySalt = (): Promise<Bytes> => sha256(transcript('foyer passkey salt 1'))

const nothing = new Uint8Array(0)

async function derive(part: Bytes, { info, salt, length }: { info: Bytes; salt: Bytes; length: number }) {
  const key = await crypto.subtle.importKey('raw', part, 'HKDF', false, ['deriveBits'])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, length * 8))
}

/** The name of a paper's door, which the paper alone gives: typed in, it finds its wallet. */
export const paperDoor = async (part: Bytes): Promise<string> =>
  encodeBytes(await derive(part, { info: transcript('foyer paper door 1'), salt: nothing, length: 16 }))

/** The key that opens a door of the visitor's own, and the proof to the login server that it was opened. */
export interface OwnDoorKeys {
  readonly key: CryptoKey
  readonly proof: Bytes
}

/** Both from the visitor's part. What is given is overwritten. */
export async function ownDoorKeys({
  part,
  b,
  ...name
}: DoorName & { readonly kind: OwnDoorKind; readonly part: Bytes; readonly b: Bytes }): Promise<OwnDoorKeys> {
  const { wallet, door, kind } = name
  try {
    const info = transcript('foyer door login 1', wallet, door, kind)
    const proof = await derive(part, { info, salt: b, length: keyLength })
    return { key: await doorKey({ a: await importContribution(part), b, ...name }), proof }
  } finally {
    part.fill(0)
  }
}

/** Returns the hash that the login server keeps of a proof. */
export const proofHash = async (proof: Bytes): Promise<string> => encodeBytes(await sha256(proof))

/** Doors of the visitor's own that stand in for the recovery door: two, one of them a paper, since a passkey may go with its device or its maker's account. */
export const isSecuredBy = (kinds: readonly OwnDoorKind[]): boolean => kinds.length >= 2 && kinds.includes('paper')
