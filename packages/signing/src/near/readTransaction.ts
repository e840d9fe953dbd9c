import { UnreadableRequestError } from '../unreadable.js'

/** A transaction that a wallet is asked to sign. @see https://nomicon.io/RuntimeSpec/Transactions */
export interface ReadTransaction {
  readonly signer: string
  readonly receiver: string
  /** Of the one transfer that it is; undefined for anything else, of which nothing more is read. */
  readonly deposit: bigint | undefined
}

const transferTag = 3
/** Of the keys by their curve: ed25519, secp256k1. */
const keyLengths: readonly (number | undefined)[] = [32, 64]

/** @throws UnreadableRequestError for bytes that are cut short, or go on where a transfer ends */
export function readTransaction(bytes: Uint8Array): ReadTransaction {
  let place = 0
  const take = (length: number): Uint8Array => {
    if (place + length > bytes.length) throw new UnreadableRequestError('The transaction is cut short.')
    place += length
    return bytes.slice(place - length, place)
  }
  const uint = (length: number): bigint => take(length).reduceRight((value, byte) => value * 256n + BigInt(byte), 0n)
  const text = (): string => new TextDecoder('utf-8', { fatal: true }).decode(take(Number(uint(4))))
  const signer = text()
  const keyLength = keyLengths[Number(uint(1))]
  if (keyLength === undefined) throw new UnreadableRequestError('The key is of no known curve.')
  take(keyLength + 8)
  const receiver = text()
  take(32)
  const count = uint(4)
  if (count !== 1n || bytes[place] !== transferTag) return { signer, receiver, deposit: undefined }
  take(1)
  const deposit = uint(16)
  if (place !== bytes.length) throw new UnreadableRequestError('The transaction goes on after its end.')
  return { signer, receiver, deposit }
}
