import { isLoopbackOrigin, isOriginAllowed, loopbackPatterns } from '@foyer/core/wire'
import type { AskedOrigins, OriginsOf } from './origins.js'

export interface AncestorParameters {
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly asker: AskedOrigins['asker']
  readonly originsOf: OriginsOf
}

/**
 * The origin that may frame the page: the one that the asking page names, or that the browser's Referer has, if its project allows it. Naming another
 * than one's own gains nothing, because the browser compares it with the page that is really around.
 * @returns undefined for a page that isn't allowed, and for a project that isn't known [F12]
 */
export async function ancestorOf({
  query,
  headers,
  asker,
  originsOf,
}: AncestorParameters): Promise<string | undefined> {
  const projectId = query.get('projectId')
  const origin = query.get('origin') ?? refererOrigin(headers)
  if (!projectId || !/^[\w-]{1,128}$/.test(projectId) || !origin || origin.length > 300) return undefined
  const allowedOrigins = await originsOf({ projectId, asker })
  const isLocal = loopbackPatterns.some((pattern) => allowedOrigins.includes(pattern)) && isLoopbackOrigin(origin)
  return isLocal || isOriginAllowed({ origin, allowedOrigins }) ? new URL(origin).origin : undefined
}

function refererOrigin(headers: Headers): string | undefined {
  const referer = headers.get('referer')
  return referer !== null && URL.canParse(referer) ? new URL(referer).origin : undefined
}
