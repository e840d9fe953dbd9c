import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'

/** The script that an address stands for: to a key's hash, to a script's, and their two kinds with a witness that one key alone can open. */
export type AddressKind = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2tr'

/** What an address says. */
export interface ReadAddress {
  readonly kind: AddressKind
  /** A hash of 20 bytes, or for `p2tr` a key of 32. */
  readonly program: Uint8Array
  /** What an output to it holds. */
  readonly script: Uint8Array
  /** CAIP-2 references of the networks on which it is an address: the test networks share their forms. */
  readonly references: readonly string[]
}

const mainnet = '000000000019d6689c085ae165831e93'
/** testnet3, testnet4, signet */
const testnets = [
  '000000000933ea01ad0ee984209779ba',
  '00000000da84f2bafbbc53dee25a72ae',
  '00000008819873e925422c1ff0f99f7c',
] as const
const regtest = '0f9188f13cb7b2c71f2a335e3a4fc328'

const versions: Readonly<Record<number, { readonly kind: 'p2pkh' | 'p2sh'; readonly references: readonly string[] }>> =
  {
    0: { kind: 'p2pkh', references: [mainnet] },
    5: { kind: 'p2sh', references: [mainnet] },
    111: { kind: 'p2pkh', references: [...testnets, regtest] },
    196: { kind: 'p2sh', references: [...testnets, regtest] },
  }
const prefixes: Readonly<Record<string, readonly string[]>> = { bc: [mainnet], tb: testnets, bcrt: [regtest] }

/**
 * Reads a Bitcoin address whose messages one key signs.
 *
 * @returns undefined for what is no address, and for those of several keys or of other versions of witnesses
 * @see BIP-13, BIP-173, BIP-350
 */
export function readAddress(address: string): ReadAddress | undefined {
  if (address.length > 90) return undefined
  return /^(bc|tb|bcrt)1/i.test(address) ? readSegwit(address) : readBase58(address)
}

function readBase58(address: string): ReadAddress | undefined {
  const bytes = attempt(() => createBase58check(sha256).decode(address))
  const [version = -1, ...program] = bytes ?? []
  const known = versions[version]
  if (!known || program.length !== 20) return undefined
  const { kind, references } = known
  const script = kind === 'p2pkh' ? [0x76, 0xa9, 20, ...program, 0x88, 0xac] : [0xa9, 20, ...program, 0x87]
  return { kind, references, program: Uint8Array.from(program), script: Uint8Array.from(script) }
}

function readSegwit(address: string): ReadAddress | undefined {
  const one = attempt(() => bech32.decodeUnsafe(address) ?? bech32m.decodeUnsafe(address))
  const [version] = one?.words ?? []
  const isTaproot = version === 1
  // Version 0 is written in bech32 alone, version 1 in bech32m alone (BIP-350).
  const read = isTaproot ? bech32m.decodeUnsafe(address) : bech32.decodeUnsafe(address)
  const references = prefixes[read?.prefix ?? '']
  const program = attempt(() => bech32.fromWords(read?.words.slice(1) ?? []))
  if (!references || !program) return undefined
  if (version === 0 && program.length === 20)
    return { kind: 'p2wpkh', references, program, script: Uint8Array.from([0, 20, ...program]) }
  if (isTaproot && program.length === 32)
    return { kind: 'p2tr', references, program, script: Uint8Array.from([0x51, 32, ...program]) }
  return undefined
}

/** @returns undefined where a decoder throws: what it is given is a stranger's */
export function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
