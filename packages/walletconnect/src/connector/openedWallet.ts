import type { KeyValueStorage } from '@foyer/core'

/** By which link this device opened a wallet, and for which pairing. */
export interface OpenedWallet {
  readonly pairingTopic: string
  /** When the pairing was made, in ms since 1970. */
  readonly madeAt: number
  /** Undefined where no wallet was opened on this device, as with a QR code. */
  readonly href?: string | undefined
}

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
      // A topic and a time have no space; whatever comes after them is the link, which is judged when it is opened.
      const [, pairingTopic = '', madeAt, href] = /^(\w+) (\d+) (.*)$/.exec(storage.getItem(key) ?? '') ?? []
      return pairingTopic ? { pairingTopic, madeAt: Number(madeAt), href: href || undefined } : undefined
    },
    write(wallet) {
      if (wallet) storage.setItem(key, `${wallet.pairingTopic} ${wallet.madeAt} ${wallet.href ?? ''}`)
      else storage.removeItem(key)
    },
  }
}
