import { addressQuery, koiosPaths, parseAddress, writeAddress } from '@foyer/cardano/wire'
import type { CardanoKey } from '@foyer/testing/cardano/vault'
import { blake2b } from '@noble/hashes/blake2.js'
import { bech32, hex } from '@scure/base'
import { mnemonicToEntropy } from '@scure/bip39'
import * as v from 'valibot'
import { english } from 'viem/accounts'
import { deriveKey, hardened, masterKey, publicKeyOf } from './bip32Ed25519.js'
import { type KeyFamily, type Method, method } from './createKeyFamily.js'
import { decoded } from './ed25519Keys.js'
import { askByPath } from './node.js'
import { withNode } from './withNode.js'

/** The prefix of an account's key as text (CIP-5), and more letters than it has. */
const [prefix, mostLetters] = ['acct_xsk', 200]

/** @returns undefined for what is no account's key of 96 bytes */
function keyIn(secret: string): Uint8Array | undefined {
  const read = secret.length > mostLetters ? undefined : bech32.decodeUnsafe(secret, mostLetters)
  const bytes = read?.prefix === prefix ? decoded(() => bech32.fromWords(read.words), secret) : undefined
  return bytes?.length === 96 ? bytes : undefined
}

/** The keys that spend and that have the stake: the first of each. @throws Error for what `readKey` hasn't read @see CIP-1852 */
function keysOf(secret: string) {
  const account = keyIn(secret)
  if (!account) throw new Error('This is no key of Cardano.')
  return { spending: deriveKey(account, [0, 0]), stake: deriveKey(account, [2, 0]) }
}

/** 1 is the main network, 0 any other. */
const networkOf = (chainId: string): 0 | 1 => (chainId.startsWith('cip34:1-') ? 1 : 0)

const hashOf = (key: Uint8Array): Uint8Array => blake2b(publicKeyOf(key), { dkLen: 28 })

const Hex = v.pipe(v.string(), v.maxLength(131_072), v.regex(/^([\da-f]{2})*$/i))
const MessageParams = v.tuple([v.pipe(v.string(), v.maxLength(256)), Hex])
const TransactionParams = v.looseTuple([Hex])

/** An address that is asked for, by its bytes or as text. */
const writtenAddress = (asked: string): string =>
  /^([\da-f]{2}){29,57}$/i.test(asked) ? writeAddress(hex.decode(asked.toLowerCase())) : (parseAddress(asked) ?? '')

const transaction: Method<CardanoKey> = (params) => {
  const { success, output } = v.safeParse(TransactionParams, params)
  if (!success) return undefined
  const [written] = output
  return {
    account: undefined,
    complete: async ({ key }) => ({
      params: [written, true],
      sign: async () => key.signTransaction(written),
    }),
  }
}

export const cardanoFamily: KeyFamily<CardanoKey> = {
  name: 'cip34',
  label: 'Cardano',
  methods: ['cardano_signTx', 'cardano_signData'],
  readKey: (text) => (keyIn(text.toLowerCase()) ? text.toLowerCase() : undefined),
  secretOf({ phrase, index }) {
    const path = [1852, 1815, index].map((each) => each + hardened)
    const key = deriveKey(masterKey(mnemonicToEntropy(phrase, english)), path)
    return bech32.encode(prefix, bech32.toWords(key), mostLetters)
  },
  addressOf({ secret, chainId }) {
    const { spending, stake } = keysOf(secret)
    return writeAddress(Uint8Array.from([networkOf(chainId), ...hashOf(spending), ...hashOf(stake)]))
  },
  async balanceOf({ address, network: { rpcUrl } }) {
    return (await askByPath({ rpcUrl, paths: koiosPaths, ...addressQuery(address) })).balance
  },
  async load() {
    const [{ cardanoKey }, { describeCardano: describe }] = await Promise.all([
      withNode(() => import('@foyer/testing/cardano/vault')),
      import('@foyer/signing/cardano/words'),
    ])
    return {
      keyOf({ secret }) {
        const { spending, stake } = keysOf(secret)
        const written = (key: Uint8Array) => hex.encode(key.subarray(0, 64))
        return cardanoKey({ key: written(spending), stakeKey: written(stake) })
      },
      describe,
      signs: {
        cardano_signTx: transaction,
        cardano_signData: method({
          params: MessageParams,
          account: ([address]) => writtenAddress(address),
          sign: async ({ key, network: { chainId }, params: [address, payload] }) =>
            key.signData({ address, payload, network: networkOf(chainId), hashes: false }),
        }),
      },
    }
  },
}
