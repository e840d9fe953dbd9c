/** The part of the Web Storage API that the kit uses. Synchronous. */
export interface KeyValueStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}
