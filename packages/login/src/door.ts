import { type Bytes, keyLength, transcript } from '@foyer/custody/bytes'
import * as v from 'valibot'
import { decrypt, encrypt } from './cipher.js'

/** Kinds of doors, by what opens them beside the login server's part, which that server keeps to itself: a device's own key, the keeper. */
export const SharedDoorKind = v.picklist(['device', 'recovery'])
export type SharedDoorKind = v.InferOutput<typeof SharedDoorKind>

/** Kinds of doors, by what the visitor alone opens them with: the other part is public, so that neither server is needed. */
export type OwnDoorKind = 'passkey' | 'paper'

export const doorKinds = ['device', 'recovery', 'passkey', 'paper'] as const satisfies readonly (
  | SharedDoorKind
  | OwnDoorKind
)[]
export type DoorKind = (typeof doorKinds)[number]

/** Which door: whose wrap can't be taken for another's. */
export interface DoorName {
  readonly wallet: string
  readonly door: string
  readonly kind: DoorKind
}

/** A wrap: nonce, the vault's key, tag. */
export const wrapLength = 12 + keyLength + 16

/** A contribution that can be used and not read again. */
export const importContribution = (bytes: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey'])

export interface DoorKeyParameters extends DoorName {
  /** The contribution of the one who opens the door, by {@link importContribution}. */
  readonly a: CryptoKey
  /** The login server's contribution; of a door of the visitor's own, what stands beside its wrap. */
  readonly b: Bytes
}

/** The key that a door's wrap is opened with; it can't be read, and can be posted to a worker. @see RFC 5869 */
export function doorKey({ a, b, wallet, door, kind }: DoorKeyParameters): Promise<CryptoKey> {
  const info = transcript('foyer door 1', wallet, door, kind)
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: b, info }
  return crypto.subtle.deriveKey(algorithm, a, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

const beside = ({ wallet, door, kind }: DoorName): Bytes => transcript('foyer wrap 1', wallet, door, kind)

/** Puts the vault's key behind a door. */
export const wrapDataKey = ({
  key,
  dataKey,
  ...name
}: DoorName & { readonly key: CryptoKey; readonly dataKey: Bytes }) =>
  encrypt({ key, bytes: dataKey, beside: beside(name) })

/** The vault's key, by a door. @throws CustodyError where one of both contributions, or the door, is another */
export const unwrapDataKey = ({ key, wrap, ...name }: DoorName & { readonly key: CryptoKey; readonly wrap: Bytes }) =>
  decrypt({ key, bytes: wrap, beside: beside(name), what: `wrap of the ${name.kind} door` })
