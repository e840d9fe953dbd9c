/** The sources that a page may have beside its own scripts and styles, each a source list of CSP. */
export interface PolicyParameters {
  /** Sources of pictures, beside its origin and `data:`. */
  readonly images?: readonly string[] | undefined
  /** Sources of films; none unless said. */
  readonly media?: readonly string[] | undefined
  /** `connect-src`. */
  readonly connect: readonly string[]
  /** Sources of pages that this one frames; none unless said. */
  readonly frames?: readonly string[] | undefined
  /** `form-action`. */
  readonly forms: "'self'" | "'none'"
  /** The one origin whose page may frame this one; none unless said. */
  readonly frameAncestor?: string | undefined
  /** Starts workers of its own origin, whose addresses pass the Trusted Types policy of this name. */
  readonly workerPolicy?: string | undefined
  /** Compiles WebAssembly of its own scripts. */
  readonly compilesWasm?: boolean | undefined
}

/**
 * A page's content policy: what it names, and no other origin; no inline script or style, no frame around it.
 * @see W3C Content Security Policy 3, Trusted Types
 * @example
 * contentPolicy({ connect: ["'self'", originOf(api)], forms: "'none'" })
 */
export function contentPolicy({
  images = [],
  media = [],
  connect,
  frames = [],
  forms,
  frameAncestor = "'none'",
  workerPolicy,
  compilesWasm = false,
}: PolicyParameters): string {
  return [
    "default-src 'none'",
    `script-src 'self'${compilesWasm ? " 'wasm-unsafe-eval'" : ''}`,
    ...(workerPolicy ? ["worker-src 'self'"] : []),
    "style-src 'self'",
    `img-src ${["'self'", 'data:', ...images].join(' ')}`,
    ...(media.length > 0 ? [`media-src ${media.join(' ')}`] : []),
    `connect-src ${connect.length > 0 ? connect.join(' ') : "'none'"}`,
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    "base-uri 'none'",
    `form-action ${forms}`,
    `frame-ancestors ${frameAncestor}`,
    "require-trusted-types-for 'script'",
    `trusted-types ${workerPolicy ?? "'none'"}`,
  ].join('; ')
}

/** A URL's origin, as a policy's source. @throws for an invalid URL */
export function originOf(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}
