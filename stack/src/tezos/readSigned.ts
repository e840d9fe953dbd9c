import { LocalForger } from '@taquito/local-forging'
import { b58Encode, encodeOpHash, getPkhfromPk, PrefixV2, verifySignature } from '@taquito/utils'
import * as v from 'valibot'
import { TezosRefusal } from './TezosRefusal.js'

const Units = v.pipe(
  v.string(),
  v.regex(/^\d{1,19}$/),
  v.transform((text) => BigInt(text)),
)
const shared = { source: v.string(), fee: Units, counter: Units, gas_limit: Units, storage_limit: Units }
const Content = v.variant('kind', [
  v.object({ kind: v.literal('reveal'), ...shared, public_key: v.string() }),
  v.strictObject({ kind: v.literal('transaction'), ...shared, amount: Units, destination: v.string() }),
])
export type ReadContent = v.InferOutput<typeof Content>
const Parsed = v.object({
  branch: v.string(),
  contents: v.pipe(v.array(Content), v.minLength(1), v.maxLength(16)),
})

/** An operation, as the official library reads it. */
export interface ReadOperation extends v.InferOutput<typeof Parsed> {
  readonly hash: string
  /** With its signature. */
  readonly size: number
  /** Whether a key's account is its source, and the key has signed it. */
  isSignedBy(publicKey: string): boolean
}

/** What stands before an operation's bytes when they are signed. */
const watermark = Uint8Array.of(3)
const signatureLength = 64

/**
 * Reads a signed operation by the official library (taquito), which also says whether its bytes are written as the chain has them, and checks the signature.
 * @throws TezosRefusal for what is no operation of transfers and reveals
 */
export async function readSigned(signed: string): Promise<ReadOperation> {
  if (!/^(?:[\da-f]{2})+$/.test(signed) || signed.length < 4 * signatureLength) throw new TezosRefusal('parse_error')
  const bytes = signed.slice(0, -2 * signatureLength)
  const signature = b58Encode(Buffer.from(signed.slice(bytes.length), 'hex'), PrefixV2.GenericSignature)
  const { branch, contents } = await parsed(bytes)
  const [source] = contents.map((each) => each.source)
  if (contents.some((each) => each.source !== source)) throw new TezosRefusal('inconsistent_sources')
  return {
    ...{ branch, contents, hash: encodeOpHash(signed), size: signed.length / 2 },
    isSignedBy: (publicKey) =>
      getPkhfromPk(publicKey) === source && verifySignature(bytes, publicKey, signature, watermark),
  }
}

/** Nodes take one spelling of an operation alone. */
async function parsed(bytes: string): Promise<v.InferOutput<typeof Parsed>> {
  const forger = new LocalForger()
  try {
    const read = await forger.parse(bytes)
    if ((await forger.forge(read)) === bytes) return v.parse(Parsed, read)
  } catch (cause) {
    throw new TezosRefusal('parse_error', cause instanceof Error ? cause.message : String(cause))
  }
  throw new TezosRefusal('parse_error', 'not canonical')
}
