import { isLoopbackOrigin } from '@foyer/core/wire'
import { isOriginAllowed, patternDomain } from './origins.js'
import { cacheLifeMs, type Projects } from './projects.js'

/** Names sites to persons who are written to, in the operator's words alone. */
export interface SiteNames {
  /**
   * Names the site of an origin: by its host where a project lists that, by the domain of the pattern that a project allows it by, and on the developer's machine by
   * that machine. Whoever asks chooses the rest of such an origin, so that it isn't said.
   * @returns null where no project allows it
   */
  nameOf(site: string): Promise<string | null>
}

interface SiteNamesParameters {
  readonly projects: Pick<Projects, 'list'>
  /** the wallet's: its own pages are of no project */
  readonly origin: string
  readonly now: () => number
}

/** The sites that any project allows. */
interface Allowed {
  readonly at: number
  readonly allowedOrigins: readonly string[]
  readonly development: boolean
}

/** Creates the names of sites, of what projects allowed some seconds ago. */
export function createSiteNames({ projects, origin, now }: SiteNamesParameters): SiteNames {
  let last: Promise<Allowed> | undefined
  const read = async (): Promise<Allowed> => {
    const all = await projects.list()
    return {
      at: now(),
      allowedOrigins: [...new Set(all.flatMap(({ allowedOrigins }) => allowedOrigins))],
      development: all.some(({ development }) => development),
    }
  }
  const current = async (): Promise<Allowed> => {
    const before = await last?.catch(() => undefined)
    const age = before === undefined ? cacheLifeMs : now() - before.at
    if (before !== undefined && age >= 0 && age < cacheLifeMs) return before
    last = read()
    return last
  }
  return {
    async nameOf(site) {
      if (site === origin) return new URL(origin).host
      const { allowedOrigins, development } = await current()
      const by = allowedOrigins.filter((allowed) =>
        isOriginAllowed({ origin: site, project: { allowedOrigins: [allowed], development: false } }),
      )
      if (by.some((allowed) => patternDomain(allowed) === null)) return new URL(site).host
      // The nearest of several: it says most.
      const [domain] = by.flatMap((allowed) => patternDomain(allowed) ?? []).sort((a, b) => b.length - a.length)
      if (domain !== undefined) return domain
      return development && isLoopbackOrigin(site) ? machineOf(site) : null
    },
  }
}

function machineOf(site: string): string {
  const { hostname } = new URL(site)
  return hostname.endsWith('localhost') ? 'localhost' : hostname
}
