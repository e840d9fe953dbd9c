import { accountQuery, gatewayPaths, multiversxMethods } from '@foyer/multiversx/wire'
import type { MultiversxKey } from '@foyer/testing/multiversx/vault'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base64, bech32, hex } from '@scure/base'
import { type KeyFamily, method } from './createKeyFamily.js'
import { decoded, keyPair, phraseSeed, seedIn } from './ed25519Keys.js'
import { askByPath } from './node.js'
import { withNode } from './withNode.js'

const pem = /^-----BEGIN PRIVATE KEY for \w+-----([\w+/=\s]+)-----END PRIVATE KEY for \w+-----$/

/** The seed and the public key in hexadecimal, and that in base64: what stands between the lines of a PEM file. */
const secretOfSeed = (seed: Uint8Array): string => base64.encode(new TextEncoder().encode(hex.encode(keyPair(seed))))

function seedOfSecret(secret: string): Uint8Array | undefined {
  const written = decoded(base64.decode, secret)
  const pair = written && decoded(hex.decode, new TextDecoder().decode(written))
  return pair && seedIn(pair)
}

/** @throws Error for what `readKey` hasn't read */
function seedKept(secret: string): Uint8Array {
  const seed = seedOfSecret(secret)
  if (!seed) throw new Error('This is no key of MultiversX.')
  return seed
}

export const multiversxFamily: KeyFamily<MultiversxKey> = {
  name: 'mvx',
  label: 'MultiversX',
  methods: ['mvx_signMessage', 'mvx_signTransaction'],
  // A PEM file, or what stands in it.
  readKey(text) {
    const secret = (pem.exec(text.trim())?.[1] ?? text).replace(/\s+/g, '')
    return seedOfSecret(secret) ? secret : undefined
  },
  secretOf: ({ index, ...of }) => secretOfSeed(phraseSeed({ ...of, path: [44, 508, 0, 0, index] })),
  addressOf: ({ secret }) => bech32.encode('erd', bech32.toWords(ed25519.getPublicKey(seedKept(secret)))),
  async balanceOf({ address, network: { rpcUrl } }) {
    return (await askByPath({ rpcUrl, paths: gatewayPaths, ...accountQuery(address) })).balance
  },
  async load() {
    const [{ multiversxKey }, { describeMultiversx: describe }] = await Promise.all([
      withNode(() => import('@foyer/testing/multiversx/vault')),
      import('@foyer/signing/multiversx/words'),
    ])
    return {
      keyOf: ({ secret }) => multiversxKey({ key: hex.encode(seedKept(secret)) }),
      describe,
      signs: {
        mvx_signMessage: method({
          params: multiversxMethods.mvx_signMessage.params,
          account: ({ address }) => address,
          sign: async ({ key, params: { message } }) => ({ signature: key.signMessage(message) }),
        }),
        mvx_signTransaction: method({
          params: multiversxMethods.mvx_signTransaction.params,
          account: ({ transaction }) => transaction.sender,
          async sign({ key, params: { transaction } }) {
            const { signature, version } = key.signTransaction(transaction)
            return { signature, version }
          },
        }),
      },
    }
  },
}
