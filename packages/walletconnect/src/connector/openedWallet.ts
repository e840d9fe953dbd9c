import type { KeyValueStorage } from '@foyer/core'
import * as v from 'valibot'

/** By which link this device opened a wallet, and for which pairing. */
export interface OpenedWallet {
  readonly pairingTopic: string
  /** When the pairing was made, in ms since 1970. */
  readonly madeAt: number
  /** Undefined where no wallet was opened on this device, as with a QR code. */
  readonly href?: string | undefined
}

const OpenedWallet: v.GenericSchema<unknown, OpenedWallet> = v.object({
  pairingTopic: v.string(),
  madeAt: v.number(),
  href: v.optional(v.string()),
})

/** One such memory, over pages. */
export interface OpenedMemory {
  read(): OpenedWallet | undefined
  write(wallet: OpenedWallet | undefined): void
}

/** @param parameters.of - `awaited`: the pairing that a page waits for; `used`: that of the session in use */
export function openedMemory({
  storage,
  of,
}: {
  readonly storage: KeyValueStorage
  readonly of: 'awaited' | 'used'
}): OpenedMemory {
  const key = `walletconnect/${of}`
  return {
    read() {
      try {
        const { success, output } = v.safeParse(OpenedWallet, JSON.parse(storage.getItem(key) ?? 'null'))
        return success ? output : undefined
      } catch {
        return undefined // corrupt storage is empty storage
      }
    },
    write: (wallet) => (wallet ? storage.setItem(key, JSON.stringify(wallet)) : storage.removeItem(key)),
  }
}
