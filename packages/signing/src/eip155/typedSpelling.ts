import { readLowerHex } from '@foyer/core/chain'

/** The deepest data, and below the most values, that are read before they are signed. */
export const deepest = 32
export const mostFields = 4_096

interface Field {
  readonly name: string
  readonly type: string
}
type Types = Readonly<Record<string, readonly Field[]>>
type Values = Readonly<Record<string, unknown>>

/** The fields of a domain for which the data has no type, in the order of EIP-712. */
export const usualFields: readonly Field[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/**
 * Returns the values of typed data, by their types, with their hexadecimals in one form: bytes and numbers in small digits, an address that is in capitals alone too,
 * and a checksummed one as it is, since what hashes it checks that. Text is left to the letter, and so is what doesn't fit its type, or is more than is read: that is
 * refused where it is shown.
 */
export function inOneSpelling<Data extends { types: Types; primaryType: string; domain: Values; message: Values }>(
  data: Data,
): Data {
  const { types, primaryType, domain, message } = data
  let count = 0
  const spelled = (type: string, value: unknown, depth: number): unknown => {
    count += 1
    if (depth > deepest || count > mostFields) return value
    const item = /^(.+)\[\d*\]$/.exec(type)?.[1]
    if (item !== undefined)
      return Array.isArray(value) ? value.map((each: unknown) => spelled(item, each, depth + 1)) : value
    if (typeof value === 'string') return spelledText(type, value)
    const fields = Object.hasOwn(types, type) ? types[type] : undefined
    return fields ? structure(fields, value, depth) : value
  }
  const structure = (fields: readonly Field[], value: unknown, depth: number): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const own = new Map<string, unknown>(Object.entries(value))
    for (const { name, type } of fields) if (own.has(name)) own.set(name, spelled(type, own.get(name), depth + 1))
    return Object.fromEntries(own)
  }
  const ofDomain = Object.hasOwn(types, 'EIP712Domain') ? types.EIP712Domain : undefined
  const fields = Object.hasOwn(types, primaryType) ? types[primaryType] : undefined
  return {
    ...data,
    domain: structure(ofDomain ?? usualFields, domain, 0),
    message: structure(fields ?? [], message, 0),
  }
}

/** Whether a number is in digits or hexadecimals alone: `0X1`, `0b1`, blanks and no letter at all are numbers to some, and not to others. */
export const isPlainNumber = (value: unknown): boolean =>
  typeof value !== 'string' || /^(-?\d+|0x[0-9a-fA-F]+)$/.test(value)

function spelledText(type: string, text: string): string {
  if (/^bytes\d*$/.test(type)) return readLowerHex(text) ?? text
  if (/^u?int\d*$/.test(type)) return isPlainNumber(text) ? text.toLowerCase() : text
  if (type === 'address') return /^0x[0-9A-F]{40}$/.test(text) ? text.toLowerCase() : text
  return text
}
