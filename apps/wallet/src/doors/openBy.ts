import { type Bytes, decodeBytes, encodeBytes } from '@foyer/custody/bytes'
import { ownDoorKeys, paperDoor } from '@foyer/login/ownDoorKeys'
import { findOwnDoorCall } from '@foyer/login/ownPageCalls'
import { WalletError } from '../errors.js'
import { OwnPageError } from '../failures/failures.js'
import type { OpenedDoor } from '../login/byDoor.js'
import type { Servers } from '../servers/servers.js'
import { type PasskeyBrowser, type UsedPasskey, usePasskey } from './passkey.js'

/** Opens a door of the visitor's own. Each throws OwnPageError where they do otherwise, or what they have opens no wallet, and WalletError. */
export interface OpenBy {
  /** By whichever passkey of this page's host they take; undefined in a browser without passkeys. */
  readonly passkey: (() => Promise<OpenedDoor>) | undefined
  /** By a paper, which is overwritten. */
  paper(part: Bytes): Promise<OpenedDoor>
}

export interface OpenByParameters {
  readonly servers: Servers
  readonly passkeys: PasskeyBrowser | undefined
}

export function createOpenBy({ servers, passkeys }: OpenByParameters): OpenBy {
  const open = async ({ part, door: name }: UsedPasskey): Promise<OpenedDoor> => {
    if (!name) throw new OwnPageError({ sentence: 'error.doorUnknown' })
    const { wallet, door } = await servers.signed(findOwnDoorCall, { door: name })
    if (door.door !== name) throw new WalletError({ sentence: 'error.otherWallet' })
    const { key, proof } = await ownDoorKeys({ wallet, door: name, kind: door.kind, part, b: decodeBytes(door.b) })
    return { wallet, door, key, proof: encodeBytes(proof) }
  }
  return {
    passkey: passkeys && (async () => open(await usePasskey(passkeys))),
    paper: async (part) => open({ part, door: await paperDoor(part) }),
  }
}
