import type { Output } from '@foyer/core/wire'
import { type Bytes, decodeBytes, encodeBytes, keyLength, newId, randomBytes } from '@foyer/custody/bytes'
import { forgetDeviceCall, forgetPartCall } from '@foyer/custody/keeperPageCalls'
import type { DoorKind } from '@foyer/login/door'
import { readWalletCall, removeDoorCall } from '@foyer/login/loginCalls'
import type { OwnDoor } from '@foyer/login/ownDoor'
import { ownDoorKeys, paperDoor, proofHash } from '@foyer/login/ownDoorKeys'
import { addOwnDoorCall, listDevicesCall, listOwnDoorsCall, removeDeviceCall } from '@foyer/login/ownPageCalls'
import { createPasskey, type MadePasskey, usePasskey } from '../doors/passkey.js'
import { writeRecoveryFile } from '../doors/recoveryFile.js'
import { OwnPageError } from '../failures/failures.js'
import { deviceDoorKey } from '../login/openWallet.js'
import { openedWallet } from '../login/sign.js'
import { RefusedError } from '../servers/servers.js'
import { VaultError } from '../vault/runTask.js'
import type { OpenableVault } from '../vault/tasks.js'
import type { Dashboard } from './openDashboard.js'

/** The wallet that is open here, with its doors as the login server has them. */
export type OpenWallet = Output<(typeof readWalletCall)['reply']> & {
  readonly ownDoors: Output<(typeof listOwnDoorsCall)['reply']>['doors']
}
export type ListedDevice = Output<(typeof listDevicesCall)['reply']>['devices'][number]

export async function readOpenWallet({ servers, session, store }: Dashboard): Promise<OpenWallet> {
  const { wallet } = openedWallet(store)
  const as = { token: await session.token() }
  const [read, { doors: ownDoors }] = await Promise.all([
    servers.signed(readWalletCall, { wallet }, as),
    servers.signed(listOwnDoorsCall, { wallet }, as),
  ])
  return { ...read, ownDoors }
}

/** The vault with this device's own door. */
export async function openableHere(dashboard: Dashboard, purpose: 'renew' | 'export'): Promise<OpenableVault> {
  const { servers, session, store } = dashboard
  const kept = openedWallet(store)
  const { wallet, vault, door } = kept
  const key = await deviceDoorKey({ servers, token: await session.token(), kept, purpose })
  return {
    wallet,
    vault: decodeBytes(vault),
    door: { door: door.door, kind: door.kind, key, wrap: decodeBytes(door.wrap) },
  }
}

interface NewOwnDoor {
  readonly of: { readonly kind: 'paper' } | { readonly kind: 'passkey'; readonly credential: string }
  readonly door: string
  readonly part: Bytes
  /** The same part, as the visitor gave it the second time. */
  readonly again: Bytes
}

/** Adds a door that the visitor alone opens, once it has opened the wallet with what they gave the second time. @throws WalletError */
async function addOwnDoor(dashboard: Dashboard, { of, door, part, again }: NewOwnDoor): Promise<void> {
  const { run, servers, session } = dashboard
  const openable = await openableHere(dashboard, 'renew')
  const { wallet } = openable
  const name = { wallet, door, kind: of.kind }
  const b = randomBytes(keyLength)
  const { key, proof } = await ownDoorKeys({ ...name, part, b })
  const { wrap } = await run({ task: 'addDoor', ...openable, to: { door, kind: of.kind, key } })
  const second = await ownDoorKeys({ ...name, part: again, b })
  const opened = { door, kind: of.kind, key: second.key, wrap: decodeBytes(wrap) }
  await run({ task: 'addDoor', ...openable, door: opened, to: opened }).catch((error: unknown) => {
    if (error instanceof VaultError && error.reason === 'wrong_key')
      throw new OwnPageError({ sentence: 'passkey.other' })
    throw error
  })
  const made = { ...of, door, wrap, b: encodeBytes(b) }
  const asked = { wallet, door: made, proofHash: await proofHash(proof) }
  await servers.signed(addOwnDoorCall, asked, { token: await session.token() })
}

/** Returns the name by which the visitor knows whose wallet it is. */
export function nameOf({ store }: Pick<Dashboard, 'store'>): string {
  const { user } = store.get()
  return user?.email ?? user?.userName ?? ''
}

/** A passkey that is made, and doesn't count before it was used once more. */
export interface NewPasskey extends MadePasskey {
  readonly door: string
}

export async function beginPasskey(dashboard: Dashboard, { ownDoors }: OpenWallet): Promise<NewPasskey> {
  const door = newId()
  const existing = ownDoors.flatMap(({ door }) => (door.kind === 'passkey' ? [door.credential] : []))
  const name = nameOf(dashboard)
  return { door, ...(await createPasskey(dashboard.passkeys, { door, name, existing })) }
}

/**
 * Uses a new passkey. One that hasn't answered yet is used once more after this.
 * @returns what is still to be done; undefined once it is a door of the wallet
 */
export async function confirmPasskey(dashboard: Dashboard, made: NewPasskey): Promise<NewPasskey | undefined> {
  const { door, credential, part } = made
  const { part: again } = await usePasskey(dashboard.passkeys, [credential])
  if (!part) return { ...made, part: again }
  await addOwnDoor(dashboard, { of: { kind: 'passkey', credential }, door, part: part.slice(), again })
  return undefined
}

/** Adds the paper that was printed. What is given is overwritten. */
export const addPaper = async (dashboard: Dashboard, part: Bytes): Promise<void> =>
  addOwnDoor(dashboard, { of: { kind: 'paper' }, door: await paperDoor(part), part: part.slice(), again: part })

export async function removeDoor(
  { servers, session, store }: Dashboard,
  { door, kind }: { readonly door: string; readonly kind: DoorKind },
): Promise<void> {
  const { wallet } = openedWallet(store)
  await servers.signed(removeDoorCall, { wallet, door, kind }, { token: await session.token() })
}

/**
 * Closes the way by mail: first at the login server, which refuses it while too little else opens the wallet, then at the keeper. Cut off between both, the
 * keeper's part opens nothing any more, and is deleted when the page is opened next.
 */
export async function closeMail(dashboard: Dashboard, { doors }: OpenWallet): Promise<void> {
  for (const door of doors) if (door.kind === 'recovery') await removeDoor(dashboard, door)
  await forgetPart(dashboard)
}

/** Has the keeper delete what it has of the wallet. */
export async function forgetPart({ servers, store }: Dashboard): Promise<void> {
  await servers.signed(forgetPartCall, { wallet: openedWallet(store).wallet })
}

export const listDevices = async ({ servers, session }: Dashboard): Promise<readonly ListedDevice[]> =>
  (await servers.signed(listDevicesCall, {}, { token: await session.token() })).devices

/**
 * Ends a device at both servers: first at the keeper, which tells the login server too, so that cut off between both nothing acts for the person that isn't listed any
 * more. One that the keeper doesn't know, or whose keeper doesn't know this one, has nothing there that acts.
 */
export async function removeDevice({ servers, session }: Dashboard, device: string): Promise<void> {
  await servers.signed(forgetDeviceCall, { device }).catch((error: unknown) => {
    if (!(error instanceof RefusedError) || error.refusal !== 'device_unknown') throw error
  })
  await servers.signed(removeDeviceCall, { device }, { token: await session.token() })
}

/** Writes the recovery file: the vault, and the public part of the doors. */
export const recoveryFileOf = ({ wallet, vault, addresses, ownDoors }: OpenWallet): string =>
  writeRecoveryFile({ wallet, vault, addresses, doors: ownDoors.map(({ door }): OwnDoor => door) })

/** A wallet in a file that this password opens. */
export async function exportKeystore(dashboard: Dashboard, password: string): Promise<string> {
  return (await dashboard.run({ task: 'export', password, ...(await openableHere(dashboard, 'export')) })).text
}

export async function revealWords(dashboard: Dashboard): Promise<string> {
  return (await dashboard.run({ task: 'reveal', ...(await openableHere(dashboard, 'export')) })).text
}
