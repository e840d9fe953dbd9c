/**
 * Shortens an address, or any long id, to its first 4 and last 6 characters [S9.43]; what isn't longer stays whole.
 *
 * @example shortenAddress({ address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }) // '0xd8…A96045'
 */
export function shortenAddress({
  address,
  charsStart = 4,
  charsEnd = 6,
}: {
  address: string
  charsStart?: number | undefined
  charsEnd?: number | undefined
}): string {
  if (address.length <= charsStart + charsEnd + 1) return address
  return `${address.slice(0, charsStart)}…${address.slice(address.length - charsEnd)}`
}
