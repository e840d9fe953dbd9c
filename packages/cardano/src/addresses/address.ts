import { bech32 } from '@scure/base'

/** An address as its bytes say. */
export interface ReadAddress {
  readonly bytes: Uint8Array
  /** 1 is the main network, 0 any other. */
  readonly network: 0 | 1
  /** The hash of the key that spends, or signs for a reward address; undefined where that is a script. */
  readonly keyHash: Uint8Array | undefined
  /** A reward address receives nothing and spends nothing. */
  readonly isReward: boolean
}

/** Longer than bech32's own 90 letters. */
const mostLetters = 160
/** By the first four bits: how many bytes an address has, and whether a key signs for it. Pointers and Byron's are none that are written today. */
const kinds: Readonly<Record<number, readonly [length: number, byKey: boolean]>> = {
  ...{ 0: [57, true], 1: [57, false], 2: [57, true], 3: [57, false] },
  ...{ 6: [29, true], 7: [29, false], 14: [29, true], 15: [29, false] },
}

/** Reads an address's bytes. @returns undefined for what is none of today's */
export function addressOf(bytes: Uint8Array): ReadAddress | undefined {
  const [header = 0] = bytes
  const [kind, network] = [header >> 4, header & 15]
  const [length, byKey] = kinds[kind] ?? []
  if (bytes.length !== length || (network !== 0 && network !== 1)) return undefined
  return { bytes, network, keyHash: byKey ? bytes.slice(1, 29) : undefined, isReward: kind > 7 }
}

/** Writes an address's bytes as text. @see CIP-19 */
export function writeAddress(bytes: Uint8Array): string {
  const read = addressOf(bytes)
  const prefix = `${read?.isReward ? 'stake' : 'addr'}${read?.network === 1 ? '' : '_test'}`
  return bech32.encode(prefix, bech32.toWords(bytes), mostLetters)
}

/** Reads an address that is written as text. @returns undefined for what is none, as one whose checksum fails or whose prefix is another network's */
export function readAddress(text: string): ReadAddress | undefined {
  const decoded = text.length > mostLetters ? undefined : bech32.decodeUnsafe(text, mostLetters)
  const bytes = decoded && bech32.fromWordsUnsafe(decoded.words)
  const read = bytes ? addressOf(bytes) : undefined
  return read && writeAddress(read.bytes) === text.toLowerCase() ? read : undefined
}

/** Is an address one of a network, as far as addresses know networks? */
export const isOnNetwork = ({ network }: Pick<ReadAddress, 'network'>, networkId: string): boolean =>
  networkId.startsWith(`cip34:${network}-`)

/**
 * An address in small letters. Sessions write an account's address with its stake address behind it: `addr1…-stake1…`.
 * @returns undefined for what is none that receives, and for one of another network where that is said
 */
export function parseAddress(text: string, networkId?: string): string | undefined {
  const [written = '', stake, ...rest] = text.split('-')
  const read = readAddress(written)
  if (!read || read.isReward || rest.length > 0) return undefined
  if (stake !== undefined && !readAddress(stake)?.isReward) return undefined
  return networkId === undefined || isOnNetwork(read, networkId) ? written.toLowerCase() : undefined
}

const form = /^addr(_test)?1([02-9ac-hj-np-z]+)$/i
/** The letters behind the prefix, checksum included: of an address with a stake part, and without. */
const lengths = [98, 53]

/** Is a text written as an address is, but with a checksum that fails? */
export const hasWrongChecksum = (text: string): boolean =>
  lengths.includes(form.exec(text)?.[2]?.length ?? 0) && bech32.decodeUnsafe(text, mostLetters) === undefined

/** Is a text written in the letters of addresses, but too few or too many of them? */
export const hasWrongLength = (text: string): boolean => {
  const length = form.exec(text)?.[2]?.length ?? 0
  return length > 40 && length < 120 && !lengths.includes(length)
}
