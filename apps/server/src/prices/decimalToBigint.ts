/**
 * Reads a decimal number as JavaScript and JSON write it, exponent and all, as a whole number of its smallest unit;
 * digits beyond the decimals are cut off.
 * @returns null for what isn't one
 * @example decimalToBigint({ text: '1.5e-3', decimals: 6 }) // 1500n
 */
export function decimalToBigint({ text, decimals }: { text: string; decimals: number }): bigint | null {
  const match = /^(-?)(\d{1,400})(?:\.(\d{1,400}))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text)
  if (match === null) return null
  const [, sign = '', whole = '', part = '', exponent = '0'] = match
  const digits = BigInt(whole + part)
  const shift = decimals + Number(exponent) - part.length
  const value = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
  return sign === '-' ? -value : value
}
