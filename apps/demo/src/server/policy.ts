/** The page's content policy: what it needs, and nothing of anybody else. */
export function contentPolicy({
  connect,
  images,
}: {
  readonly connect: readonly string[]
  readonly images: readonly string[]
}): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Of the directory's pictures the kit makes object URLs; wallets bring theirs as data.
    `img-src ${["'self'", 'data:', 'blob:', ...images].join(' ')}`,
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}
