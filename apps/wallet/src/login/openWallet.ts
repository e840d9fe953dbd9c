import { type Bytes, decodeBytes, encodeBytes, keyLength, newId, randomBytes, sha256 } from '@foyer/custody/bytes'
import {
  bindWalletCall,
  boxUses,
  type CeremonyState,
  ceremonyStateCall,
  type KeeperKeys,
} from '@foyer/custody/keeperCalls'
import { openBox, sealBox } from '@foyer/custody/sealedBox'
import type { Receipt } from '@foyer/custody/signed'
import { doorKey, importContribution, type SharedDoorKind } from '@foyer/login/door'
import { readReceipt } from '@foyer/login/keeperWords'
import {
  addDoorCall,
  claimWalletCall,
  contributeCall,
  keepWalletCall,
  openDoorCall,
  readWalletCall,
  removeDoorCall,
} from '@foyer/login/loginCalls'
import { WalletError } from '../errors.js'
import type { Servers } from '../servers/servers.js'
import type { KeptCeremony, KeptWallet } from '../vault/device.js'
import type { DeviceStore } from '../vault/deviceStore.js'
import type { RunTask } from '../vault/runTask.js'
import type { OpenableDoor } from '../vault/tasks.js'

/** The dependencies of opening and making a wallet. */
export interface WalletOpening {
  readonly servers: Servers
  readonly store: DeviceStore
  readonly run: RunTask
  readonly keeperKeys: KeeperKeys
  readonly now: () => number
  /** An access token of the login. */
  readonly token: string
  readonly person: string
}

/** A door that is being made: both contributions joined, so that neither is held beside the other. */
interface NewDoor {
  readonly door: string
  readonly kind: SharedDoorKind
  readonly a: CryptoKey
  readonly key: CryptoKey
}

/** Makes a door with a contribution of the login server's. What is given is imported and overwritten. */
async function makeDoor(
  { servers, token }: Pick<WalletOpening, 'servers' | 'token'>,
  { wallet, kind, part }: { readonly wallet: string; readonly kind: SharedDoorKind; readonly part: Bytes },
): Promise<NewDoor> {
  const door = newId()
  const { b } = await servers.signed(contributeCall, { wallet, door, kind }, { token })
  const a = await importContribution(part)
  part.fill(0)
  return { door, kind, a, key: await doorKey({ a, b: decodeBytes(b), wallet, door, kind }) }
}

const deviceOf = async ({ store }: Pick<WalletOpening, 'store'>): Promise<string> =>
  encodeBytes(new Uint8Array(await crypto.subtle.exportKey('raw', store.get().keys.publicKey)))

/** A receipt of the keeper's that is of this device and this person. @throws WalletError where it is of another */
async function ownReceipt<const Is extends 'bound' | 'unbound' | 'confirmed'>(
  opening: Pick<WalletOpening, 'store' | 'keeperKeys' | 'now' | 'person'>,
  { receipt, is }: { readonly receipt: Receipt; readonly is: Is },
) {
  const { keeperKeys, now, person } = opening
  const statement = await readReceipt({ receipt, keeper: keeperKeys.signing, is, now: now() })
  const isOwn = statement.person === person && statement.device === (await deviceOf(opening))
  if (!isOwn) throw new WalletError({ sentence: 'error.otherWallet' })
  return statement
}

export interface OpenHere {
  readonly opening: WalletOpening
  /** The login server's word for the wallet that the person has; null for none. */
  readonly bound: string | null
  /** The keeper's, where it was asked just now. */
  readonly said?: { readonly of: string; readonly state: CeremonyState } | undefined
  readonly report: (error: unknown) => void
}

/** The wallet of the person who logged in, opened on this device: by its own door, by the keeper, or newly made. */
export async function openHere({ opening, bound, said, report }: OpenHere): Promise<KeptWallet> {
  const { servers, store, person } = opening
  const { wallet, ceremony } = store.get()
  if (wallet && wallet.wallet === bound) {
    return renewDoor(opening, wallet).catch((error: unknown) => {
      report(error) // the door that stands opens as well
      return store.get().wallet ?? wallet
    })
  }
  if (!ceremony || ceremony.person !== person) throw new WalletError({ sentence: 'error.locked' })
  const { ceremony: of } = ceremony
  const state = said?.of === of ? said.state : await servers.signed(ceremonyStateCall, { ceremony: of, known: null })
  if (state.status === 'unbound') return createWallet(opening, { ceremony, receipt: state.receipt })
  if (state.status === 'released')
    return enrolDevice(opening, { ceremony, bound, receipt: state.receipt, part: state.part })
  throw new WalletError({ sentence: 'error.locked' })
}

/**
 * Makes the person's wallet, after the keeper has said that there is none: a device's door and the recovery door, whose part only the keeper can read.
 * It is the person's when the keeper's receipt says so: until then no address is shown.
 */
async function createWallet(
  opening: WalletOpening,
  { ceremony, receipt }: { readonly ceremony: KeptCeremony; readonly receipt: Receipt },
): Promise<KeptWallet> {
  const { servers, run, keeperKeys, token, person } = opening
  await ownReceipt(opening, { receipt, is: 'unbound' })
  const wallet = newId()
  const recoveryPart = randomBytes(keyLength)
  const box = { to: decodeBytes(keeperKeys.sealing), use: boxUses.toKeeper, of: [wallet] }
  const sealed = await sealBox({ ...box, bytes: recoveryPart })
  const [device, recovery] = await Promise.all([
    makeDoor(opening, { wallet, kind: 'device', part: randomBytes(keyLength) }),
    makeDoor(opening, { wallet, kind: 'recovery', part: recoveryPart }),
  ])
  const made = await run({ task: 'create', wallet, doors: [device, recovery].map(keyed) })
  const { vault, addresses } = made
  const [door, recoveryDoor] = [device, recovery].map(({ door, kind }) => {
    const wrapped = made.doors.find((each) => each.door === door)
    return wrapped && { ...wrapped, kind }
  })
  // Without either it would open once, or nowhere else.
  if (!door || !recoveryDoor) throw new WalletError({ sentence: 'error.locked' })
  const doors = [door, recoveryDoor]
  await servers.signed(keepWalletCall, { wallet, vault, addresses, doors }, { token })
  const bound = await servers.signed(bindWalletCall, { ceremony: ceremony.ceremony, wallet, part: encodeBytes(sealed) })
  const statement = await ownReceipt(opening, { receipt: bound.receipt, is: 'bound' })
  const sealedHash = encodeBytes(await sha256(sealed))
  if (statement.wallet !== wallet || statement.sealedHash !== sealedHash) {
    throw new WalletError({ sentence: 'error.otherWallet' })
  }
  await servers.signed(claimWalletCall, { receipt: bound.receipt }, { token })
  return { wallet, person, vault, addresses, door, a: device.a }
}

const keyed = ({ door, kind, key }: NewDoor) => ({ door, kind, key })

/** Opens the person's wallet by the part that the keeper released to this device, and gives the device a door of its own. */
async function enrolDevice(
  opening: WalletOpening,
  {
    ceremony,
    receipt,
    part,
    bound,
  }: {
    readonly ceremony: Pick<KeptCeremony, 'ceremony' | 'boxKeys'>
    readonly receipt: Receipt
    readonly part: string
    /** The login server's word; null where a browser ended between both servers' words. */
    readonly bound: string | null
  },
): Promise<KeptWallet> {
  const { servers, token } = opening
  const { wallet } = await ownReceipt(opening, { receipt, is: 'bound' })
  if (bound === null) await servers.signed(claimWalletCall, { receipt }, { token })
  const kept = await servers.signed(readWalletCall, { wallet }, { token })
  const recovery = kept.doors.find(({ kind }) => kind === 'recovery')
  if (kept.wallet !== wallet) throw new WalletError({ sentence: 'error.otherWallet' })
  // Removed here, and not yet at the keeper.
  if (!recovery) throw new WalletError({ sentence: 'error.secured' })
  const box = { keys: ceremony.boxKeys, box: decodeBytes(part), use: boxUses.toDevice, of: [ceremony.ceremony] }
  const released = await openBox(box)
  const a = await importContribution(released)
  released.fill(0)
  const name = { wallet, door: recovery.door, kind: recovery.kind }
  const { b } = await servers.signed(openDoorCall, { wallet, door: recovery.door, purpose: 'enrol' }, { token })
  const from = { ...recovery, key: await doorKey({ ...name, a, b: decodeBytes(b) }), wrap: decodeBytes(recovery.wrap) }
  return addDeviceDoor(opening, { wallet, vault: kept.vault, from })
}

/** Gives the device another door before it loses the one that it has: at no moment is there none that opens. */
async function renewDoor(opening: WalletOpening, kept: KeptWallet): Promise<KeptWallet> {
  const { servers, token } = opening
  const { wallet, vault, door } = kept
  const key = await deviceDoorKey({ servers, token, kept, purpose: 'renew' })
  const renewed = await addDeviceDoor(opening, { wallet, vault, from: { ...door, key, wrap: decodeBytes(door.wrap) } })
  await opening.store.set({ wallet: renewed })
  await servers.signed(removeDoorCall, { wallet, door: door.door, kind: door.kind }, { token })
  return renewed
}

/** The key of the device's own door: its contribution with the login server's. */
export async function deviceDoorKey({
  servers,
  token,
  kept: { wallet, door, a },
  purpose,
}: Pick<WalletOpening, 'servers' | 'token'> & {
  readonly kept: Pick<KeptWallet, 'wallet' | 'door' | 'a'>
  readonly purpose: 'sign' | 'renew' | 'export'
}): Promise<CryptoKey> {
  const { b } = await servers.signed(openDoorCall, { wallet, door: door.door, purpose }, { token })
  return doorKey({ a, b: decodeBytes(b), wallet, door: door.door, kind: door.kind })
}

/** Opens the wallet by a door that is there, and gives the device a door of its own. @throws VaultError where it doesn't open */
export async function addDeviceDoor(
  opening: WalletOpening,
  {
    wallet,
    vault,
    from,
  }: {
    readonly wallet: string
    readonly vault: string
    readonly from: OpenableDoor
  },
): Promise<KeptWallet> {
  const { servers, run, token, person } = opening
  const openable = { wallet, vault: decodeBytes(vault) }
  const device = await makeDoor(opening, { wallet, kind: 'device', part: randomBytes(keyLength) })
  const { wrap } = await run({ task: 'addDoor', ...openable, door: from, to: keyed(device) })
  const door = { door: device.door, kind: device.kind, wrap }
  await servers.signed(addDoorCall, { wallet, ...door }, { token })
  // Opened once by the new door, with what the server really keeps, before anything relies on it.
  const own = { wallet, person, vault, door, a: device.a }
  const key = await deviceDoorKey({ servers, token, kept: own, purpose: 'renew' })
  const opened = { door: door.door, kind: door.kind, key, wrap: decodeBytes(wrap) }
  const { addresses } = await run({ task: 'addDoor', ...openable, door: opened, to: keyed(device) })
  return { ...own, addresses }
}
