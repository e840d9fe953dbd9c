/**
 * Returns the text by which an address of any family is compared: hexadecimals in one case, bech32 too, which stands in capitals as a whole or not at all (BIP-173),
 * and any other to the letter, as there another letter is another address.
 *
 * @example addressKey('0xAbC0…') // '0xabc0…'
 */
export const addressKey = (address: string): string =>
  /^0x[0-9a-fA-F]+$/.test(address) || isCapitalBech32(address) ? address.toLowerCase() : address

/** Whether two addresses of any family are the same. */
export const isSameKey = (one: string | undefined, other: string | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && addressKey(one) === addressKey(other))

const letters = 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
/** Of bech32, and of bech32m (BIP-350). */
const checksums = [1, 0x2bc830a3]

/** Whether a text is bech32 in capitals by its checksum: without that, base58 that has no small letter could be one. */
function isCapitalBech32(text: string): boolean {
  const [, prefix, data] = /^([A-Z_\d]{1,83})1([02-9AC-HJ-NP-Z]{6,256})$/.exec(text) ?? []
  if (prefix === undefined || data === undefined) return false
  const codes = [...prefix.toLowerCase()].map((letter) => letter.charCodeAt(0))
  const values = [...codes.map((each) => each >> 5), 0, ...codes.map((each) => each & 31)]
  const sum = [...values, ...[...data].map((letter) => letters.indexOf(letter))].reduce((sum, value) => {
    const top = sum >>> 25
    return generator.reduce((all, each, bit) => ((top >> bit) & 1 ? all ^ each : all), ((sum & 0x1ffffff) << 5) ^ value)
  }, 1)
  return checksums.includes(sum)
}
