import type { NetworkId } from '@foyer/core'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { type AddressForm, formOf } from './networks.js'

/** The kind of script that locks a coin at an address. */
export type AddressType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'

export interface ReadAddress {
  /** In the form that the kit keeps: bech32 in small letters. */
  readonly address: string
  readonly type: AddressType
  readonly form: AddressForm
  /** A hash, or for `p2tr` a key. */
  readonly program: Uint8Array
  /** The script that an output to it has. */
  readonly script: Uint8Array
}

const base58 = createBase58check(sha256)

/**
 * Reads an address of any Bitcoin network.
 *
 * @returns undefined for what is none, a wrong checksum and witness versions that can't be spent by now included
 * @see BIP-173, BIP-350
 */
export function readAddress(text: string): ReadAddress | undefined {
  if (text.length < 14 || text.length > 90) return undefined
  return readSegwit(text) ?? readBase58(text)
}

/** Is the address one of the network's? Test networks share the form of theirs. */
export function isOnNetwork({ form, type }: ReadAddress, networkId: string): boolean {
  const wanted = formOf(networkId)
  // Base58 has one form for all networks of tests.
  const isOld = type === 'p2pkh' || type === 'p2sh'
  return wanted === form || (isOld && form === 'test' && wanted === 'regtest')
}

const prefixes: Readonly<Record<string, AddressForm>> = { bc: 'main', tb: 'test', bcrt: 'regtest' }

function readSegwit(text: string): ReadAddress | undefined {
  const [old, now] = [bech32.decodeUnsafe(text), bech32m.decodeUnsafe(text)]
  const { prefix = '', words = [] } = old ?? now ?? {}
  const [version, ...rest] = words
  const form = Object.hasOwn(prefixes, prefix) ? prefixes[prefix] : undefined
  const program = bech32.fromWordsUnsafe(rest)
  if (!form || !(program instanceof Uint8Array)) return undefined
  const type = old
    ? version === 0
      ? ({ 20: 'p2wpkh', 32: 'p2wsh' } as const)[String(program.length)]
      : undefined
    : version === 1 && program.length === 32
      ? 'p2tr'
      : undefined
  if (!type) return undefined
  const head = version === 1 ? 0x51 : 0
  const script = Uint8Array.of(head, program.length, ...program)
  return { address: text.toLowerCase(), type, form, program, script }
}

const versions: Readonly<Record<number, { readonly form: AddressForm; readonly type: 'p2pkh' | 'p2sh' }>> = {
  0: { form: 'main', type: 'p2pkh' },
  5: { form: 'main', type: 'p2sh' },
  111: { form: 'test', type: 'p2pkh' },
  196: { form: 'test', type: 'p2sh' },
}

function readBase58(text: string): ReadAddress | undefined {
  let bytes: Uint8Array
  try {
    bytes = base58.decode(text)
  } catch {
    return undefined // no base58, or a checksum that fails: no address
  }
  const [version = -1, ...hash] = bytes
  const known = versions[version]
  if (!known || hash.length !== 20) return undefined
  const script =
    known.type === 'p2pkh' ? Uint8Array.of(0x76, 0xa9, 20, ...hash, 0x88, 0xac) : Uint8Array.of(0xa9, 20, ...hash, 0x87)
  return { address: text, ...known, program: Uint8Array.from(hash), script }
}

/** @returns the address as the kit keeps it; undefined for what is none, or one of another network where one is named */
export function parseAddress(text: string, networkId?: NetworkId | undefined): string | undefined {
  const read = readAddress(text)
  return read && (networkId === undefined || isOnNetwork(read, networkId)) ? read.address : undefined
}

/** Do two texts name one address? Bech32 may be written in capitals, as codes have it. */
export function isSameAddress(one: string, other: string): boolean {
  const [first, second] = [parseAddress(one), parseAddress(other)]
  return first !== undefined && first === second
}

/** Is it written as an address is, but for its checksum? One letter of it is probably another. */
export function hasWrongChecksum(text: string): boolean {
  const looksSegwit = /^(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{38,}$/i.test(text) && !isMixed(text)
  const looksOld = /^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(text)
  return (looksSegwit || looksOld) && text.length <= 90 && readAddress(text) === undefined
}

const isMixed = (text: string): boolean => text !== text.toLowerCase() && text !== text.toUpperCase()
