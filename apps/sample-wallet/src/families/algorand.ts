import { accountQuery, algodPaths, writeAddress } from '@foyer/algorand/wire'
import type { AlgorandKey } from '@foyer/testing/algorand/vault'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha512_256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'
import * as v from 'valibot'
import { english } from 'viem/accounts'
import { type KeyFamily, method } from './createKeyFamily.js'
import { phraseSeed } from './ed25519Keys.js'
import { askByPath } from './node.js'

/** Eleven bits a word, the lowest byte first; the 25th is of the checksum. */
const wordBits = 11

/** The key in 25 words, as Algorand's wallets write it. */
function wordsOf(seed: Uint8Array): string {
  const all = seed.reduceRight((value, byte) => value * 256n + BigInt(byte), 0n)
  const words = Array.from({ length: 24 }, (_, index) => Number((all >> BigInt(wordBits * index)) & 2047n))
  return [...words, checksumOf(seed)].map((index) => english[index]).join(' ')
}

function checksumOf(seed: Uint8Array): number {
  const [first = 0, second = 0] = sha512_256(seed)
  return first + 256 * (second & 7)
}

/** @returns undefined for what isn't 25 words with their checksum */
function seedOfWords(text: string): Uint8Array | undefined {
  const indices = text.split(' ').map((word) => english.indexOf(word))
  if (indices.length !== 25 || indices.includes(-1)) return undefined
  const all = indices.slice(0, 24).reduceRight((value, index) => (value << BigInt(wordBits)) + BigInt(index), 0n)
  const seed = Uint8Array.from({ length: 32 }, (_, place) => Number((all >> BigInt(8 * place)) & 255n))
  return wordsOf(seed) === text ? seed : undefined
}

/** @throws Error for what `readKey` hasn't read */
function seedKept(secret: string): Uint8Array {
  const seed = seedOfWords(secret)
  if (!seed) throw new Error('This is no key of Algorand.')
  return seed
}

const Base64 = v.pipe(v.string(), v.maxLength(131_072), v.base64())
const Asked = v.looseObject({ txn: Base64, authAddr: v.optional(v.string()), signers: v.optional(v.array(v.string())) })
const TransactionParams = v.pipe(
  v.looseTuple([v.pipe(v.array(Asked), v.minLength(1), v.maxLength(16))]),
  v.transform(([asked]) => asked),
)
const MessageParams = v.pipe(
  v.strictTuple([v.looseObject({ data: Base64, signer: v.string() })]),
  v.transform(([asked]) => asked),
)

export const algorandFamily: KeyFamily<AlgorandKey> = {
  name: 'algorand',
  label: 'Algorand',
  methods: ['algo_signTxn', 'algo_signData'],
  readKey(text) {
    const written = text.trim().toLowerCase().split(/\s+/).join(' ')
    return seedOfWords(written) ? written : undefined
  },
  secretOf: ({ index, ...of }) => wordsOf(phraseSeed({ ...of, path: [44, 283, 0, 0, index] })),
  addressOf: ({ secret }) => writeAddress(ed25519.getPublicKey(seedKept(secret))),
  async balanceOf({ address, network: { rpcUrl } }) {
    return (await askByPath({ rpcUrl, paths: algodPaths, ...accountQuery(address) })).amount
  },
  async load() {
    const [{ algorandKey, algorandSender }, { describeAlgorand: describe }] = await Promise.all([
      import('@foyer/testing/algorand/vault'),
      import('@foyer/signing/algorand/words'),
    ])
    return {
      keyOf: ({ secret }) => algorandKey({ key: hex.encode(seedKept(secret)) }),
      describe,
      signs: {
        // One account's at a time; null for those that it isn't to sign.
        algo_signTxn: method({
          params: TransactionParams,
          account: (asked) => asked.filter(isToSign).map(({ txn }) => algorandSender(txn))[0] ?? '',
          sign: async ({ key, params }) =>
            params.map((each) =>
              isToSign(each) ? key.signTransaction({ txn: each.txn, authAddr: each.authAddr }) : null,
            ),
        }),
        algo_signData: method({
          params: MessageParams,
          account: ({ signer }) => signer,
          sign: async ({ key, params: { data } }) => [key.signMessage(base64.decode(data))],
        }),
      },
    }
  },
}

/** One that names no signers is of those who aren't asked. @see ARC-1 */
const isToSign = ({ signers }: v.InferOutput<typeof Asked>): boolean => signers?.length !== 0
