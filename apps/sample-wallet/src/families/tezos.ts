import type { TezosKey } from '@foyer/testing/tezos/vault'
import { balanceQuery, nodePaths } from '@foyer/tezos/wire'
import { ed25519 } from '@noble/curves/ed25519.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check, hex } from '@scure/base'
import * as v from 'valibot'
import { type KeyFamily, type Method, method } from './createKeyFamily.js'
import { decoded, phraseSeed, seedIn } from './ed25519Keys.js'
import { askByPath } from './node.js'
import { withNode } from './withNode.js'

const base58check = createBase58check(sha256)
/** The prefixes of a seed, a seed with its public key, and an address of Ed25519, in bytes. */
const [seedMark, pairMark, addressMark] = ['0d0f3a07', '2bf64e07', '06a19f']

const marked = (mark: string, bytes: Uint8Array): string =>
  base58check.encode(Uint8Array.from([...hex.decode(mark), ...bytes]))

/** The seed of `edsk…`, short or long. @returns undefined for what is none */
function seedOfSecret(secret: string): Uint8Array | undefined {
  const bytes = secret.startsWith('edsk') ? decoded(base58check.decode, secret) : undefined
  const mark = bytes && hex.encode(bytes.subarray(0, 4))
  if (bytes && mark === seedMark && bytes.length === 36) return bytes.subarray(4)
  return bytes && mark === pairMark ? seedIn(bytes.subarray(4)) : undefined
}

/** @throws Error for what `readKey` hasn't read */
function seedKept(secret: string): Uint8Array {
  const seed = seedOfSecret(secret)
  if (!seed) throw new Error('This is no key of Tezos.')
  return seed
}

const Text = v.pipe(v.string(), v.maxLength(131_072))
/** Packed Micheline alone: other bytes may be an operation, which isn't signed as a message. */
const SignParams = v.strictObject({ account: Text, payload: v.pipe(Text, v.regex(/^0501(?:[\da-f]{2})+$/i)) })
const SendParams = v.strictObject({
  account: Text,
  operations: v.pipe(v.array(v.looseObject({ kind: v.literal('transaction') })), v.length(1)),
})

/** A transfer of coins: the wallet adds what it costs before it is shown, and what was shown is sent. */
const send: Method<TezosKey> = (params) => {
  const { success, output } = v.safeParse(SendParams, params)
  if (!success) return undefined
  const { account, operations } = output
  return {
    account,
    async complete({ key, network }) {
      const { send, ...transfer } = await key.complete({
        nodeUrl: network.rpcUrl.replace(/(?<!\/)\/+$/, ''),
        operations,
      })
      const shown = operations.map((operation) => ({ ...operation, ...transfer }))
      return { params: { account, operations: shown }, sign: async () => ({ operationHash: await send() }) }
    },
  }
}

export const tezosFamily: KeyFamily<TezosKey> = {
  name: 'tezos',
  label: 'Tezos',
  methods: ['tezos_getAccounts', 'tezos_sign', 'tezos_send'],
  readKey(text) {
    const seed = seedOfSecret(text)
    return seed && marked(seedMark, seed)
  },
  secretOf: ({ index, ...of }) => marked(seedMark, phraseSeed({ ...of, path: [44, 1729, index, 0] })),
  addressOf: ({ secret }) => marked(addressMark, blake2b(ed25519.getPublicKey(seedKept(secret)), { dkLen: 20 })),
  async balanceOf({ address, network: { rpcUrl } }) {
    return askByPath({ rpcUrl, paths: nodePaths, ...balanceQuery(address) })
  },
  async load() {
    const [{ tezosKey }, { describeTezos: describe }] = await Promise.all([
      withNode(() => import('@foyer/testing/tezos/vault')),
      import('@foyer/signing/tezos/words'),
    ])
    return {
      keyOf: ({ secret }) => tezosKey({ key: hex.encode(seedKept(secret)) }),
      describe,
      answers: {
        tezos_getAccounts: (keys) =>
          keys.map(({ address, publicKey, curve }) => ({ algo: curve, address, pubkey: publicKey })),
      },
      signs: {
        tezos_sign: method({
          params: SignParams,
          account: ({ account }) => account,
          sign: async ({ key, params: { payload } }) => ({ signature: await key.sign(payload) }),
        }),
        tezos_send: send,
      },
    }
  },
}
