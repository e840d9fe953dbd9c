import { type Bytes, encodeBytes, keyLength, newId, randomBytes } from '@foyer/custody/bytes'
import { type OwnDoorKind, wrapDataKey } from '@foyer/login/door'
import type { OwnDoor } from '@foyer/login/ownDoor'
import { ownDoorKeys, paperDoor } from '@foyer/login/ownDoorKeys'
import type { TestWallet } from './testWallet.js'

/** A door of the visitor's own. For tests. */
export interface TestOwnDoor {
  readonly said: OwnDoor
  /** what is printed on the paper, or what the passkey answers */
  readonly part: Bytes
  readonly proof: string
}

/** Makes a door as the page does, of what only the visitor has. */
export async function makeOwnDoor(
  kind: OwnDoorKind,
  { wallet, dataKey }: Pick<TestWallet, 'wallet' | 'dataKey'>,
): Promise<TestOwnDoor> {
  const part = randomBytes(keyLength)
  const door = kind === 'paper' ? await paperDoor(part) : newId()
  const b = randomBytes(keyLength)
  const { key, proof } = await ownDoorKeys({ part: part.slice(), b, wallet, door, kind })
  const wrap = encodeBytes(await wrapDataKey({ key, dataKey, wallet, door, kind }))
  const common = { door, wrap, b: encodeBytes(b) }
  const said = kind === 'paper' ? { kind, ...common } : { kind, ...common, credential: encodeBytes(randomBytes(32)) }
  return { said, part, proof: encodeBytes(proof) }
}
