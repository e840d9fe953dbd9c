import type { Family, Foyer } from '@foyer/core'

/** What became of each family, from the start on, in ms of the page's life. */
export interface FamilyLog {
  /** When the last wallet was found. */
  foundAt: number
  readonly seen: { readonly at: number; readonly statuses: Readonly<Partial<Record<Family, string>>> }[]
}

declare global {
  var familyLog: FamilyLog | undefined
}

/** Writes down how each family's status changes. */
export function logFamilies(foyer: Foyer): void {
  const log: FamilyLog = { foundAt: 0, seen: [] }
  const families = [...new Set(foyer.options.networks.map(({ chainNamespace }) => chainNamespace))]
  globalThis.familyLog = log
  foyer.store.subscribe(({ connectors }, before) => {
    if (connectors !== before.connectors) log.foundAt = performance.now()
    const statuses = Object.fromEntries(families.map((family) => [family, foyer.account(family).status]))
    if (JSON.stringify(log.seen.at(-1)?.statuses) !== JSON.stringify(statuses))
      log.seen.push({ at: performance.now(), statuses })
  })
}
