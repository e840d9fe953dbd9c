import { parseUrl } from '../networks/parseUrl.js'

/** An origin and nothing else: no path, no userinfo, nothing that URL parsing would silently correct (tabs, backslashes, escapes). */
const originShape = /^https?:\/\/[^\s/\\?#@%*]+$/i

/** What `*.` may stand before: at least two labels, so that no pattern allows a whole top-level domain. */
const wildcardShape = /^(?:(https?):\/\/)?\*\.([^\s/\\?#@%*:[\]]+\.[^\s/\\?#@%*:[\]]+)(?::(\d{1,5}))?$/i

function parse(origin: string): URL | undefined {
  const url = originShape.test(origin) ? parseUrl(origin) : undefined
  return url?.hostname.split('.').includes('') ? undefined : url // an empty label, such as a trailing dot
}

function isAllowedBy({ origin, allowed }: { origin: URL; allowed: string }): boolean {
  const wildcard = wildcardShape.exec(allowed)
  if (!wildcard) return parse(allowed.replace(/\/$/, ''))?.origin === origin.origin
  const [, scheme = 'https', domain = '', port] = wildcard
  const parent = parse(`${scheme}://${domain}${port ? `:${port}` : ''}`)
  // The dot is part of the comparison: `evilexample.com` is not below `example.com`. Before it stands a label, as none is empty.
  return (
    parent !== undefined &&
    origin.protocol === parent.protocol &&
    origin.port === parent.port &&
    origin.hostname.endsWith(`.${parent.hostname}`)
  )
}

/**
 * Whether a page's origin is among those that a project allows [S5.5] [F12]: an exact origin, or `*.domain` for everything
 * below a domain (https unless it says `http://*.domain`). Never a suffix, a look-alike, userinfo or `null`; international names
 * are compared in their ASCII form, default ports are left out.
 *
 * @example
 * isOriginAllowed({ origin: 'https://app.example.com', allowedOrigins: ['https://*.example.com'] }) // true
 */
export function isOriginAllowed({
  origin,
  allowedOrigins,
}: {
  origin: string
  allowedOrigins: readonly string[]
}): boolean {
  const parsed = parse(origin)
  return parsed !== undefined && allowedOrigins.some((allowed) => isAllowedBy({ origin: parsed, allowed }))
}
