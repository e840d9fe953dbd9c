import { bytesIn, type Cbor, intIn, listIn, mapIn, readCbor, readSequence } from '@foyer/signing/cardano/cbor'
import { hexToBytes } from '@noble/hashes/utils.js'
import { writeBytes, writeList, writeText } from '../transaction/cbor.js'

/** A signature of CIP-8 as CIP-30's wallets make it, with its key. */
export interface DataSignature {
  /** The address whose key signed, as the chain has it. */
  readonly address: Uint8Array
  readonly payload: Uint8Array
  /** The payload is the hash of what was to be signed, by 28 bytes of BLAKE2b. */
  readonly isHashed: boolean
  readonly key: Uint8Array
  readonly signature: Uint8Array
  /** The bytes that are signed. */
  readonly signed: Uint8Array
}

/** Letters of hexadecimal: the text of a sign-in lies in it. */
const mostLetters = 131_072
/** The only headers, by number: a signature's algorithm and key id; a key's kind, id, algorithm, curve and point. */
const known = {
  protected: ['1', '4', '"address"'],
  unprotected: ['4', '"hashed"'],
  key: ['1', '2', '3', '-1', '-2'],
} as const

/**
 * Reads a COSE_Sign1 with a COSE_Key behind it.
 *
 * @param written - both in hexadecimal, one behind the other
 * @throws UnreadableRequestError for anything else, such as a signature of another algorithm or of several signers · Error for what is no hexadecimal
 */
export function readDataSignature(written: string): DataSignature {
  if (written.length > mostLetters) throw new Error('The signature is too long.')
  const [signature, key, ...rest] = readSequence(hexToBytes(written))
  const [header, unprotected, payload, bytes, ...more] = listIn(untagged(signature))
  if (rest.length > 0 || more.length > 0) throw new Error('The signature has too much in it.')
  const headerBytes = bytesIn(header)
  const fields = fieldsIn('protected', readCbor(headerBytes))
  if (intIn(fields.get('1')) !== -8n) throw new Error('The signature is of another algorithm.')
  const said = bytesIn(payload)
  return {
    address: bytesIn(fields.get('"address"')),
    payload: said,
    isHashed: isHashed(fieldsIn('unprotected', unprotected).get('"hashed"')),
    key: keyIn(key),
    signature: bytesIn(bytes),
    signed: writeList([
      ...[writeText('Signature1'), writeBytes(headerBytes)],
      ...[writeBytes(new Uint8Array(0)), writeBytes(said)],
    ]),
  }
}

/** A map with what is understood alone. */
function fieldsIn(where: keyof typeof known, item: Cbor | undefined): ReadonlyMap<string, Cbor> {
  const fields = mapIn(item)
  const names: readonly string[] = known[where]
  if (![...fields.keys()].every((each) => names.includes(each))) throw new Error('It says what isn’t understood.')
  return fields
}

/** Some write its tag before it. */
const untagged = (item: Cbor | undefined): Cbor | undefined =>
  item?.kind === 'tag' && item.tag === 18n ? item.value : item

function isHashed(item: Cbor | undefined): boolean {
  if (item === undefined) return false
  if (item.kind !== 'simple' || (item.value !== 20 && item.value !== 21)) throw new Error('`hashed` is no yes or no.')
  return item.value === 21
}

/** A key of ed25519 (OKP). */
function keyIn(item: Cbor | undefined): Uint8Array {
  const fields = fieldsIn('key', item)
  const [kind, algorithm, curve] = ['1', '3', '-1'].map((each) => intIn(fields.get(each)))
  if (kind !== 1n || algorithm !== -8n || curve !== 6n) throw new Error('The key is of another kind.')
  return bytesIn(fields.get('-2'))
}
