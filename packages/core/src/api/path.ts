import { InvalidAccountIdError } from '../chain/invalidIds.js'

/**
 * Puts an address or a name into the place that a path of the wire has for it. Dots alone would climb the path, even
 * escaped, so they can't stand for one.
 * @throws InvalidAccountIdError for a value that is empty or only dots
 */
export function pathWith({ path, value }: { path: string; value: string }): string {
  if (/^\.*$/.test(value)) throw new InvalidAccountIdError({ fault: 'address' })
  return path.replace(/:\w+/, () => encodeURIComponent(value))
}
