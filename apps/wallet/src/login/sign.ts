import { decodeBytes } from '@foyer/custody/bytes'
import type { Payload } from '@foyer/signing/switching'
import { WalletError } from '../errors.js'
import type { Servers } from '../servers/servers.js'
import type { SessionHolder } from '../servers/session.js'
import type { KeptWallet } from '../vault/device.js'
import type { DeviceStore } from '../vault/deviceStore.js'
import type { RunTask } from '../vault/runTask.js'
import { deviceDoorKey } from './openWallet.js'

/** The account that a signature is asked of. */
export interface Signer {
  /** A namespace of CAIP-2. */
  readonly family: string
  readonly address: string
}

/**
 * The payloads to sign, and the hashes by which they were approved: of each part of a payload, as many as signatures
 * come of it.
 */
export interface AskedSignatures extends Signer {
  readonly payloads: readonly Payload[]
  readonly approved: readonly string[]
}

/** Signs in a worker of its own, by the hashes that were approved. */
export type Sign = (asked: AskedSignatures) => Promise<readonly Uint8Array[]>

/** The wallet that this device opens. @throws WalletError where none is logged in */
export function openedWallet(store: DeviceStore): KeptWallet {
  const { wallet, user } = store.get()
  if (!wallet || !user) throw new WalletError({ sentence: 'error.signedOut', rpcCode: 4100 })
  return wallet
}

export interface SignParameters {
  readonly servers: Servers
  readonly session: SessionHolder
  readonly store: DeviceStore
  readonly run: RunTask
}

/** Opens the vault by the device's own door, for one task each. */
export const createSign =
  ({ servers, session, store, run }: SignParameters): Sign =>
  async (asked) => {
    const kept = openedWallet(store)
    const token = await session.token()
    const key = await deviceDoorKey({ servers, token, kept, purpose: 'sign' })
    const door = { door: kept.door.door, kind: kept.door.kind, key, wrap: decodeBytes(kept.door.wrap) }
    const openable = { wallet: kept.wallet, vault: decodeBytes(kept.vault), door }
    return (await run({ task: 'sign', ...asked, ...openable })).signatures
  }
