import { accountQuery, nearMethods, readOutcome } from '@foyer/near/wire'
import type { NearKey } from '@foyer/testing/near/vault'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, hex } from '@scure/base'
import { type KeyFamily, method } from './createKeyFamily.js'
import { decoded, keyPair, phraseSeed, seedIn } from './ed25519Keys.js'
import { rpcAnswer } from './node.js'

const mark = 'ed25519:'

/** @throws Error for what `readKey` hasn't read */
function seedOfSecret(secret: string): Uint8Array {
  const seed = secret.startsWith(mark)
    ? seedIn(decoded(base58.decode, secret.slice(mark.length)) ?? new Uint8Array())
    : undefined
  if (!seed) throw new Error('This is no key of NEAR.')
  return seed
}

/** NEAR, whose accounts here are called by their keys: they need nobody to create them. */
export const nearFamily: KeyFamily<NearKey> = {
  name: 'near',
  label: 'NEAR',
  methods: ['near_getAccounts', 'near_signMessage', 'near_signTransaction'],
  // The seed and the public key in base58, as NEAR's tools keep them.
  readKey(text) {
    const pair = text.startsWith(mark) ? decoded(base58.decode, text.slice(mark.length)) : undefined
    return pair && seedIn(pair) ? text : undefined
  },
  secretOf: ({ index, ...of }) => `${mark}${base58.encode(keyPair(phraseSeed({ ...of, path: [44, 397, index] })))}`,
  addressOf: ({ secret }) => hex.encode(ed25519.getPublicKey(seedOfSecret(secret))),
  async balanceOf({ address, network: { rpcUrl } }) {
    const query = accountQuery(address)
    const { error, result } = await rpcAnswer({ rpcUrl, ...query })
    return readOutcome(query, error ? { error } : { result })?.amount ?? 0n
  },
  async load() {
    const [{ nearKey }, { describeNear: describe }] = await Promise.all([
      import('@foyer/testing/near/vault'),
      import('@foyer/signing/near/words'),
    ])
    return {
      keyOf: ({ secret }) => nearKey({ key: hex.encode(seedOfSecret(secret)) }),
      describe,
      answers: { near_getAccounts: (keys) => keys.map(({ accountId, publicKey }) => ({ accountId, publicKey })) },
      signs: {
        near_signMessage: method({
          params: nearMethods.near_signMessage.params,
          account: ({ accountId }) => accountId,
          async sign({ key, params }) {
            const { accountId, publicKey } = key
            return { accountId, publicKey, signature: await key.signMessage(params) }
          },
        }),
        near_signTransaction: method({
          params: nearMethods.near_signTransaction.params,
          account: ({ transaction }) => signerIn(transaction),
          sign: async ({ key, params: { transaction } }) => [...(await key.signTransaction(transaction))],
        }),
      },
    }
  },
}

/** Reads the signer of a transaction: its first field, a text behind its length. */
function signerIn(transaction: Uint8Array): string {
  const [first = 0, second = 0] = transaction
  const length = first + 256 * second
  return new TextDecoder().decode(transaction.subarray(4, 4 + length))
}
