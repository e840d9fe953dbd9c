/** What a page may have beside its own scripts and styles; each is a list of sources in the policy's words. */
export interface PolicyParameters {
  /** Where its pictures come from, beside itself and its own data. */
  readonly images?: readonly string[] | undefined
  /** Whom it speaks to. */
  readonly connect: readonly string[]
  /** Where its forms go. */
  readonly forms: "'self'" | "'none'"
}

/**
 * A page's content policy: what it names, and no other origin; no inline script or style, no frame around it.
 * @see W3C Content Security Policy 3, Trusted Types
 * @example
 * contentPolicy({ connect: ["'self'", originOf(api)], forms: "'none'" })
 */
export function contentPolicy({ images = [], connect, forms }: PolicyParameters): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${["'self'", 'data:', ...images].join(' ')}`,
    `connect-src ${connect.length > 0 ? connect.join(' ') : "'none'"}`,
    "base-uri 'none'",
    `form-action ${forms}`,
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** Where an address leads, as a policy names it: scheme, host and port. @throws where it isn't one */
export function originOf(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}
