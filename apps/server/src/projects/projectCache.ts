import type { Project } from './project.js'

export interface ProjectCache {
  /** Answers from memory for a while after a read; callers during a read share it. A failed read isn't cached. */
  find(request: { id: string; read: () => Promise<Project | null> }): Promise<Project | null>
  /** Makes the next call read again. */
  forget(id: string): void
}

/** How long an answer holds: so long does it take until another node's change is seen. */
export const cacheLifeMs = 5_000
/** Bounds memory while ids are guessed: the oldest are evicted. */
const mostEntries = 10_000

interface Entry {
  readonly at: number
  readonly project: Promise<Project | null>
}

export interface ProjectCacheParameters {
  now: () => number
  /** called for each look-up, with whether it was cached */
  onAsked?: ((asked: { isHit: boolean }) => void) | undefined
}

/** What this node read of projects lately, also that there is none. */
export function createProjectCache({ now, onAsked }: ProjectCacheParameters): ProjectCache {
  const entries = new Map<string, Entry>()
  return {
    find({ id, read }) {
      const time = now()
      const known = entries.get(id)
      const isHit = known !== undefined && time - known.at < cacheLifeMs && time >= known.at
      onAsked?.({ isHit })
      if (isHit) return known.project
      const entry = { at: time, project: read() }
      entries.delete(id) // so that the oldest stay first
      entries.set(id, entry)
      for (const oldest of entries.keys()) {
        if (entries.size <= mostEntries) break
        entries.delete(oldest)
      }
      entry.project.catch(() => {
        if (entries.get(id) === entry) entries.delete(id)
      })
      return entry.project
    },
    forget: (id) => void entries.delete(id),
  }
}
