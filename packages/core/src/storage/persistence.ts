import type { Family } from '../chain/ids.js'

/** The part of the Web Storage API that the kit uses. Synchronous. */
export interface KeyValueStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** The keys of what is kept between visits. Values are short texts; each is parsed on the way back in. */
export type StorageKey =
  | 'active_caip_network_id'
  | 'active_namespace'
  | 'connected_namespaces'
  | 'connection_status'
  /** The address by which somebody logged in last, to be offered again. */
  | 'known_email'
  /** Whom the visitor has paid, so that an address that looks alike is noticed. */
  | 'paid_recipients'
  | 'recent_wallets'
  /** The transactions sent through the kit. */
  | 'transactions'
  | `${Family}:connected_connector_id`
  /** The network that a family was last on [S4.6]. */
  | `${Family}:network_id`
  /** The connector by which a wallet on this device was opened to connect, while it is awaited. */
  | 'connecting_connector_id'
  /** When somebody last signed in or out, for the other tabs. */
  | 'sign_in_changed'
  /** A store of sign-ins. */
  | `siwx:${string}`
  /** A connector's own. */
  | `connector:${string}`

export interface StoredChange {
  readonly key: string
  readonly isErased: boolean
}

export interface Persistence {
  read(key: StorageKey): string | undefined
  write(key: StorageKey, value: string | undefined): void
  /** Calls back for each change of ours that another tab has made. @returns stops */
  watch(changed: (change: StoredChange) => void): () => void
}

/** Prefix and version of everything the kit stores. A new version leaves the old keys alone and starts clean, or moves them on. */
export const storagePrefix = '@foyer/1/'

/**
 * The kit's own corner of a storage, one a project. Storage that is blocked, full or corrupt never throws here:
 * it is reported once, and the visit goes on in memory [F20].
 */
export function createPersistence({
  storage,
  projectId,
  report,
}: {
  readonly storage: () => KeyValueStorage | undefined
  readonly projectId: string
  readonly report: (cause: unknown) => void
}): Persistence {
  const prefix = `${storagePrefix}${projectId}/`
  let reported = false
  const guarded = <T>(run: (open: KeyValueStorage) => T): T | undefined => {
    try {
      const open = storage()
      return open && run(open)
    } catch (cause) {
      if (!reported) report(cause)
      reported = true
      return undefined
    }
  }
  return {
    read: (key) => guarded((open) => open.getItem(prefix + key)) ?? undefined,
    write(key, value) {
      guarded((open) => (value === undefined ? open.removeItem(prefix + key) : open.setItem(prefix + key, value)))
    },
    watch(changed) {
      const stored = ({ key, newValue }: StorageEvent) => {
        if (key?.startsWith(prefix)) changed({ key: key.slice(prefix.length), isErased: newValue === null })
      }
      globalThis.window?.addEventListener('storage', stored)
      return () => globalThis.window?.removeEventListener('storage', stored)
    },
  }
}
