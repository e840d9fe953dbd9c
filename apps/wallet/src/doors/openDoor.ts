import { type Bytes, decodeBytes, encodeBytes } from '@foyer/custody/bytes'
import { ownDoorKeys, paperDoor } from '@foyer/login/ownDoorKeys'
import { findOwnDoorCall } from '@foyer/login/ownPageCalls'
import { WalletError } from '../errors.js'
import { OwnPageError } from '../failures/failures.js'
import type { OpenedDoor } from '../login/byDoor.js'
import type { Servers } from '../servers/servers.js'
import { type PasskeyBrowser, usePasskey } from './passkey.js'

/**
 * Opens a door of the visitor's own: by a paper, which is overwritten; without one by whichever passkey of this page's host they take.
 * @throws OwnPageError where they do otherwise, or what they have opens no wallet · WalletError
 */
export type OpenDoor = (paper?: Bytes) => Promise<OpenedDoor>

export const createOpenDoor =
  ({ servers, passkeys }: { readonly servers: Servers; readonly passkeys: PasskeyBrowser }): OpenDoor =>
  async (paper) => {
    const { part, door: name } = paper ? { part: paper, door: await paperDoor(paper) } : await usePasskey(passkeys)
    if (!name) throw new OwnPageError({ sentence: 'error.doorUnknown' })
    const { wallet, door } = await servers.signed(findOwnDoorCall, { door: name })
    if (door.door !== name) throw new WalletError({ sentence: 'error.otherWallet' })
    const { key, proof } = await ownDoorKeys({ wallet, door: name, kind: door.kind, part, b: decodeBytes(door.b) })
    return { wallet, door, key, proof: encodeBytes(proof) }
  }
