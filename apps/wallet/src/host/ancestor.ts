import {
  allowedOriginsCall,
  isLoopbackOrigin,
  isOriginAllowed,
  loopbackPatterns,
  SDK_TYPE,
  sdkVersion,
} from '@foyer/core/wire'
import * as v from 'valibot'

/** The origins that a project allows; none for one that isn't known, or while nobody can say. */
export type OriginsOf = (projectId: string) => Promise<readonly string[]>

export interface OriginsParameters {
  /** The blockchain API's origin. */
  readonly api: string
  readonly fetch: typeof globalThis.fetch
  readonly now: () => number
  readonly report: (error: unknown) => void
}

/** How long a project's origins are taken as they were said, in milliseconds. */
const freshMs = 60_000
/** An unknown project is asked about again after this. */
const unknownMs = 5_000
/** Projects whose origins are kept: the one that was asked about the longest ago goes first. */
const mostKept = 1_000

/** Asks the operator's server which origins a project allows, once a minute a project. */
export function createOrigins({ api, fetch, now, report }: OriginsParameters): OriginsOf {
  const kept = new Map<string, { readonly origins: Promise<readonly string[]>; until: number }>()
  const ask = async (projectId: string): Promise<readonly string[]> => {
    const query = new URLSearchParams({ projectId, st: SDK_TYPE, sv: sdkVersion({ platform: 'html', adapters: [] }) })
    const answer = await fetch(`${api}${allowedOriginsCall.path}?${query}`, { signal: AbortSignal.timeout(5_000) })
    if (!answer.ok) return []
    return v.parse(allowedOriginsCall.reply, await answer.json()).allowedOrigins
  }
  return (projectId) => {
    const known = kept.get(projectId)
    if (known && known.until > now()) return known.origins
    const origins = ask(projectId).catch((error: unknown) => {
      report(error)
      return []
    })
    const entry = { origins, until: now() + freshMs }
    kept.delete(projectId)
    kept.set(projectId, entry)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    void origins.then((found) => {
      if (found.length === 0) entry.until = now() + unknownMs
    })
    return origins
  }
}

export interface AncestorParameters {
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly originsOf: OriginsOf
}

/**
 * The origin that may frame the page: the one that the asking page names, or that the browser's Referer has, if its project allows it. Naming another
 * than one's own gains nothing, because the browser compares it with the page that is really around.
 * @returns undefined for a page that isn't allowed, and for a project that isn't known [F12]
 */
export async function ancestorOf({ query, headers, originsOf }: AncestorParameters): Promise<string | undefined> {
  const projectId = query.get('projectId')
  const origin = query.get('origin') ?? refererOrigin(headers)
  if (!projectId || !/^[\w-]{1,128}$/.test(projectId) || !origin || origin.length > 300) return undefined
  const allowedOrigins = await originsOf(projectId)
  const isLocal = loopbackPatterns.some((pattern) => allowedOrigins.includes(pattern)) && isLoopbackOrigin(origin)
  return isLocal || isOriginAllowed({ origin, allowedOrigins }) ? new URL(origin).origin : undefined
}

function refererOrigin(headers: Headers): string | undefined {
  const referer = headers.get('referer')
  return referer !== null && URL.canParse(referer) ? new URL(referer).origin : undefined
}
