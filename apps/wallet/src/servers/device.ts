import type { Device } from '../vault/device.js'
import type { DeviceDatabase } from '../vault/deviceDatabase.js'
import { type DeviceStore, openDeviceStore } from '../vault/deviceStore.js'
import { createServers, type Servers } from './servers.js'
import { createSession, type SessionHolder } from './session.js'

/** A device, the two servers that it asks by its keys, and its session at them. */
export interface AskingDevice {
  readonly store: DeviceStore
  readonly servers: Servers
  readonly session: SessionHolder
  readonly report: (error: unknown) => void
}

export interface AskingParameters {
  readonly fetch: typeof globalThis.fetch
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly report: (error: unknown) => void
}

/** Has an open device ask the servers. */
export function asDevice(store: DeviceStore, asking: AskingParameters): AskingDevice {
  const servers = createServers({ ...asking, keys: () => store.get().keys })
  return { store, servers, session: createSession({ ...asking, servers, store }), report: asking.report }
}

export interface OpeningDevice extends AskingParameters {
  readonly database: DeviceDatabase
  /** A device that takes the place of what is kept. */
  readonly given?: Device | undefined
}

/** Opens the device that a database keeps, and has it ask the servers. */
export const openDevice = async (opening: OpeningDevice): Promise<AskingDevice> =>
  asDevice(await openDeviceStore(opening), opening)
