import { chainIn, coinsQuery, polkadotMethods, readAddress, writeAddress } from '@foyer/polkadot/wire'
import type { PolkadotKey } from '@foyer/testing/polkadot/vault'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import { mnemonicToEntropy } from '@scure/bip39'
import { getPublicKey, HDKD, secretFromSeed } from '@scure/sr25519'
import { english } from 'viem/accounts'
import { type KeyFamily, method } from './createKeyFamily.js'
import { askByRpc } from './node.js'

/** Chains that are as another is: the CAIP-2 id of one that is known, by theirs. */
export type SameChains = Readonly<Record<string, string>>

/** A seed, and what is derived from it without a way back: what Substrate's tools call a secret URI. */
const form = /^0x([\da-f]{64})((?:\/\/[A-Za-z\d]{1,30})+)$/

/** The seed of the phrase that Substrate's own tools have for development: `//Alice` and the like are derived from it. */
const devSeed = '0xfac7959dbfe72f052e5a0c3c8d6530f202b02fd8f9f5ca3580ec8deb7797479e'

/** Polkadot's chains, whose keys here are of sr25519. */
export function polkadotFamily(same: SameChains): KeyFamily<PolkadotKey> {
  const chainOf: ChainOf = (chainId) => chainIn({}, same[chainId] ?? chainId)
  return {
    name: 'polkadot',
    label: 'Polkadot',
    methods: ['polkadot_signMessage', 'polkadot_signTransaction'],
    readKey(text) {
      const written = text.startsWith('//') ? `${devSeed}${text}` : text
      return form.test(written) ? written : undefined
    },
    // By Substrate's own way from a phrase to a seed: of what the words stand for, in place of the words.
    secretOf({ phrase, index }) {
      const entropy = mnemonicToEntropy(phrase, english)
      const seed = pbkdf2(sha512, entropy, new TextEncoder().encode('mnemonic'), { c: 2048, dkLen: 64 })
      return `0x${hex.encode(seed.subarray(0, 32))}//${index}`
    },
    addressOf({ secret, chainId }) {
      const chain = chainOf(chainId)
      const [, seed = '', path = ''] = form.exec(secret) ?? []
      if (!chain) return undefined
      const steps = path.split('//').slice(1)
      const key = steps.reduce<Uint8Array>(
        (above, step) => HDKD.secretHard(above, chainCode(step)),
        secretFromSeed(hex.decode(seed)),
      )
      return writeAddress({ prefix: chain.prefix, id: getPublicKey(key) })
    },
    async balanceOf({ address, network: { rpcUrl } }) {
      const account = readAddress(address)
      if (!account) throw new Error('This is no address of Polkadot.')
      const { free, reserved } = await askByRpc({ rpcUrl, ...coinsQuery(account.id) })
      return free + reserved
    },
    load: () => loadSigning(chainOf),
  }
}

type ChainOf = (chainId: string) => ReturnType<typeof chainIn>

/** The key that signs, and the words for what is signed: both come with the first request. */
async function loadSigning(chainOf: ChainOf): ReturnType<KeyFamily<PolkadotKey>['load']> {
  const [{ polkadotKey }, { describeRequest }] = await Promise.all([
    import('@foyer/testing/polkadot/vault'),
    import('@foyer/signing/polkadot/words'),
  ])
  return {
    keyOf({ secret }) {
      const [, key = '', path = ''] = form.exec(secret) ?? []
      return polkadotKey({ key, path })
    },
    describe: (request) =>
      describeRequest(request, (chainId) => {
        const { prefix, existentialDeposit, transfers } = chainOf(chainId) ?? {}
        if (prefix === undefined || existentialDeposit === undefined || !transfers) return undefined
        const { transactionVersion, pallet } = transfers
        return { existentialDeposit, transactionVersion, pallet, addressOf: (id) => writeAddress({ prefix, id }) }
      }),
    signs: {
      polkadot_signMessage: method({
        params: polkadotMethods.polkadot_signMessage.params,
        account: ({ address }) => address,
        sign: async ({ key, params: { data, message = '' } }) => ({ id: 1, signature: key.signRaw(data ?? message) }),
      }),
      polkadot_signTransaction: method({
        params: polkadotMethods.polkadot_signTransaction.params,
        account: ({ address }) => address,
        sign: async ({ key, params }) => ({ id: 1, signature: key.signPayload(params.transactionPayload) }),
      }),
    },
  }
}

/** Returns the chain code of a step of a path: a number in 32 bytes, the lowest first, or a text behind its length. */
function chainCode(step: string): Uint8Array {
  const code = new Uint8Array(32)
  if (/^\d+$/.test(step)) new DataView(code.buffer).setBigUint64(0, BigInt(step), true)
  else code.set([step.length << 2, ...new TextEncoder().encode(step)])
  return code
}
