/**
 * What the page was opened with to connect: `?uri=…`, or behind a hash, where no server sees it (`#/wc?uri=…`). Whether it is a pairing code, the
 * client says who reads it.
 */
export function pairingUriOf({ search, hash }: Pick<Location, 'search' | 'hash'>): string | undefined {
  const [, ...behind] = hash.split('?')
  return new URLSearchParams(search).get('uri') ?? new URLSearchParams(behind.join('?')).get('uri') ?? undefined
}
