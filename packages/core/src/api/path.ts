import { InvalidAccountIdError } from '../chain/invalidIds.js'

/**
 * Puts an address into a path of the wire. Dots alone would climb the path, even escaped, so they can't stand for an address.
 * @throws InvalidAccountIdError for an address that is empty or only dots
 */
export function pathWith({ path, address }: { path: string; address: string }): string {
  if (/^\.*$/.test(address)) throw new InvalidAccountIdError({ fault: 'address' })
  return path.replace(':address', () => encodeURIComponent(address))
}
