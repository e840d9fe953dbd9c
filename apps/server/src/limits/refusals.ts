/** Refused keys and their waits, so that Redis isn't asked again until then. */
export interface Refusals {
  /** @returns in how many milliseconds there may be something to take; null when that has to be asked */
  waitOf(key: string): number | null
  note(refusal: { key: string; ms: number }): void
}

/** A bound on memory under an attack from very many addresses: the oldest go. */
const mostKeys = 10_000

/** In this process's memory. Others only take more meanwhile, so a refusal holds until its time, whatever they do. */
export function createRefusals({ now }: { now: () => number }): Refusals {
  const until = new Map<string, number>()
  return {
    waitOf(key) {
      const wait = (until.get(key) ?? 0) - now()
      if (wait > 0) return wait
      until.delete(key)
      return null
    },
    note({ key, ms }) {
      until.delete(key) // so that the oldest stay first
      until.set(key, now() + ms)
      for (const oldest of until.keys()) {
        if (until.size <= mostKeys) break
        until.delete(oldest)
      }
    },
  }
}
