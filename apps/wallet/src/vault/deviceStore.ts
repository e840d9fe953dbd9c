import { encodeBytes } from '@foyer/custody/bytes'
import { exportPublicKey } from '@foyer/custody/sealedBox'
import { createSigningKeys } from '@foyer/custody/signed'
import * as v from 'valibot'
import { Device } from './device.js'
import type { DeviceDatabase } from './deviceDatabase.js'

/** The device of this page. */
export interface DeviceStore {
  /**
   * Whether a kept device is found again when the page is loaded again. False where the browser keeps nothing for a
   * frame.
   */
  readonly isKept: boolean
  get(): Device
  /** Takes over what another tab has kept of this device meanwhile. */
  refresh(): Promise<void>
  /** Changes what is kept. @throws the database's error where it can't be written */
  set(part: Partial<Omit<Device, 'version' | 'keys'>>): Promise<void>
  /** Forgets everything, and becomes another device. */
  reset(): Promise<void>
}

/**
 * Opens the device of this page. What was stored by another version or was changed is left, and the page is a new device; where the browser has no
 * storage for it, the device is one until the page is left [F20].
 */
export async function openDeviceStore({
  database,
  given,
  report,
}: {
  readonly database: DeviceDatabase
  /** A device that takes the place of what is kept. */
  readonly given?: Device | undefined
  readonly report: (error: unknown) => void
}): Promise<DeviceStore> {
  const stored = await database.read().then(
    (record) => ({ isKept: true, record }),
    (error: unknown) => {
      report(error)
      return { isKept: false, record: undefined }
    },
  )
  const { success, output } = v.safeParse(Device, stored.record)
  let device = given ?? (success ? output : await newDevice())
  const keep = async () => {
    if (stored.isKept) await database.write(device)
  }
  const refresh = async () => {
    if (!stored.isKept) return
    const before = device
    const { success, output } = v.safeParse(Device, await database.read())
    // What was changed here meanwhile is newer than what was read.
    if (success && (await isSameKey(output, before)) && device === before) device = output
  }
  if (given || !success) await keep()
  return {
    isKept: stored.isKept,
    get: () => device,
    refresh,
    async set(part) {
      await refresh()
      device = { ...device, ...part }
      await keep()
    },
    async reset() {
      device = await newDevice()
      await keep()
    },
  }
}

/** Whether two records are of one device. */
async function isSameKey(one: Device, other: Device): Promise<boolean> {
  const [ones, others] = await Promise.all([one, other].map(({ keys }) => exportPublicKey(keys.publicKey)))
  return ones !== undefined && others !== undefined && encodeBytes(ones) === encodeBytes(others)
}

const newDevice = async (): Promise<Device> => ({
  version: 1,
  keys: await createSigningKeys(),
  user: null,
  wallet: null,
  ceremony: null,
  social: null,
  refreshToken: null,
})
