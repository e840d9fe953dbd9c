import type { KeyValueStorage } from '../storage/persistence.js'

/** For tests: one browser's storage. What a tab writes is an event in the others, as the Web Storage specification says: only real changes. */
export function tabsStorage(): { readonly entries: Map<string, string>; readonly storage: KeyValueStorage } {
  const entries = new Map<string, string>()
  const change = (key: string, value: string | undefined) => {
    if ((entries.get(key) ?? undefined) === value) return
    if (value === undefined) entries.delete(key)
    else entries.set(key, value)
    queueMicrotask(() => window.dispatchEvent(new StorageEvent('storage', { key, newValue: value ?? null })))
  }
  const storage: KeyValueStorage = {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => change(key, value),
    removeItem: (key) => change(key, undefined),
  }
  return { entries, storage }
}
