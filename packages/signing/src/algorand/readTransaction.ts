import { sha512_256 } from '@noble/hashes/sha2.js'
import { base32nopad, base64urlnopad } from '@scure/base'
import { readBase64, UnreadableRequestError } from '../unreadable.js'
import { type UnpackedMap, unpack } from './msgpack.js'

/** A transaction, as far as it can be read. Addresses are as they are shown. */
export interface ReadTransaction {
  readonly from: string
  /** The reference of CAIP-2, by its genesis hash; undefined where it says none. */
  readonly network: string | undefined
  /** In microAlgo. */
  readonly fee: bigint
  /** Undefined for none. */
  readonly note: Uint8Array | undefined
  /** The account that signs for this one from then on. */
  readonly rekeyTo: string | undefined
  /** The account that is given all that is left, while this one is closed. */
  readonly closeTo: string | undefined
  /** Undefined where it does anything else. */
  readonly transfer: ReadTransfer | undefined
  /** It does nothing beside what is read here. */
  readonly isWhole: boolean
}

export interface ReadTransfer {
  readonly to: string
  readonly amount: bigint
  /** The number of an asset; the network's own coin where it is undefined. */
  readonly asset: bigint | undefined
}

/** The fields of every transaction, and those that the two kinds add. */
const common = ['type', 'snd', 'fee', 'fv', 'lv', 'gen', 'gh', 'note', 'rekey']
const kinds: Readonly<Record<string, { readonly own: readonly string[]; readonly close: string }>> = {
  pay: { own: ['amt', 'rcv', 'close'], close: 'close' },
  axfer: { own: ['aamt', 'arcv', 'xaid', 'aclose'], close: 'aclose' },
}

/**
 * Reads a transaction that a wallet is to sign.
 * @param written - base64
 * @throws UnreadableRequestError for what is none
 */
export function readTransaction(written: string): ReadTransaction {
  const fields = unpack(readBase64(written))
  const type = fields.get('type')
  const kind = typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined
  const hash = bytesIn(fields, 'gh')
  return {
    from: addressIn(fields, 'snd'),
    network: hash && base64urlnopad.encode(hash.slice(0, 24)),
    fee: unitsIn(fields, 'fee'),
    note: bytesIn(fields, 'note'),
    rekeyTo: fields.has('rekey') ? addressIn(fields, 'rekey') : undefined,
    closeTo: kind && fields.has(kind.close) ? addressIn(fields, kind.close) : undefined,
    transfer: kind && transferIn(fields, type === 'axfer'),
    isWhole: kind !== undefined && [...fields.keys()].every((name) => [...common, ...kind.own].includes(name)),
  }
}

const transferIn = (fields: UnpackedMap, isAsset: boolean): ReadTransfer => ({
  to: addressIn(fields, isAsset ? 'arcv' : 'rcv'),
  amount: unitsIn(fields, isAsset ? 'aamt' : 'amt'),
  asset: isAsset ? unitsIn(fields, 'xaid') : undefined,
})

/** Reads an amount, 0 where its field is left out. @throws UnreadableRequestError */
function unitsIn(fields: UnpackedMap, name: string): bigint {
  const value = fields.get(name) ?? 0n
  if (typeof value !== 'bigint') throw new UnreadableRequestError('An amount is no number.')
  return value
}

/** @throws UnreadableRequestError */
function bytesIn(fields: UnpackedMap, name: string): Uint8Array | undefined {
  const value = fields.get(name)
  if (value !== undefined && !(value instanceof Uint8Array)) throw new UnreadableRequestError('A field is no bytes.')
  return value
}

/** The account of nothing where it is left out, as the chain has it. @throws UnreadableRequestError */
function addressIn(fields: UnpackedMap, name: string): string {
  const key = bytesIn(fields, name) ?? new Uint8Array(32)
  if (key.length !== 32) throw new UnreadableRequestError('An address has 32 bytes.')
  return shownAddress(key)
}

const shownAddress = (key: Uint8Array): string =>
  base32nopad.encode(Uint8Array.from([...key, ...sha512_256(key).slice(-4)]))

/** The account of nothing: nobody has its key. */
export const nobody = shownAddress(new Uint8Array(32))
