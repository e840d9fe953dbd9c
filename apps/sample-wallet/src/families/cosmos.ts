import { AbciAnswer, abciParams, balanceQuery, chainIn } from '@foyer/cosmos/wire'
import type { CosmosKey } from '@foyer/testing/cosmos/vault'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, bech32, hex } from '@scure/base'
import { HDKey } from '@scure/bip32'
import * as v from 'valibot'
import { type KeyFamily, method } from './createKeyFamily.js'
import { askByRpc, NodeError } from './node.js'

/** The constants of chains that aren't known by their ids, by CAIP-2 id. */
export type CosmosChains = Parameters<typeof chainIn>[0]

const Text = v.pipe(v.string(), v.maxLength(131_072))
/** As the request's words read it, and in no other way: what is shown is what is signed. */
const Bytes = v.pipe(
  Text,
  v.base64(),
  v.transform((text) => base64.decode(text)),
)
const DirectParams = v.object({
  signerAddress: Text,
  signDoc: v.object({ chainId: Text, accountNumber: Text, bodyBytes: Bytes, authInfoBytes: Bytes }),
})
const AminoParams = v.object({ signerAddress: Text, signDoc: v.looseObject({}) })

/** Chains of the Cosmos SDK whose keys are of secp256k1. */
export const cosmosFamily = (chains: CosmosChains): KeyFamily<CosmosKey> => ({
  name: 'cosmos',
  label: 'Cosmos',
  methods: ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino'],
  // In hexadecimal, as Keplr shows it.
  readKey(text) {
    const written = text.toLowerCase().replace(/^0x/, '')
    return /^[\da-f]{64}$/.test(written) && secp256k1.utils.isValidSecretKey(hex.decode(written)) ? written : undefined
  },
  secretOf({ phrase, seedOf, index }) {
    const { privateKey } = HDKey.fromMasterSeed(seedOf(phrase)).derive(`m/44'/118'/0'/0/${index}`)
    if (!privateKey) throw new Error('A derived key is missing.')
    return hex.encode(privateKey)
  },
  addressOf({ secret, chainId }) {
    const chain = chainIn(chains, chainId)
    const id = ripemd160(sha256(secp256k1.getPublicKey(hex.decode(secret))))
    return chain && bech32.encode(chain.prefix, bech32.toWords(id))
  },
  async balanceOf({ address, network: { chainId, rpcUrl } }) {
    const query = balanceQuery({ address, denom: chainIn(chains, chainId)?.denom ?? '' })
    const asked = { method: 'abci_query', params: abciParams(query), schema: AbciAnswer }
    const { code, log, value } = await askByRpc({ rpcUrl, ...asked })
    if (code !== 0) throw new NodeError(log.slice(0, 300))
    return query.read(value)
  },
  async load() {
    const [{ cosmosKey }, { describeCosmos: describe }] = await Promise.all([
      import('@foyer/testing/cosmos/vault'),
      import('@foyer/signing/cosmos/words'),
    ])
    return {
      keyOf: ({ secret: key, chainId }) => cosmosKey({ key, prefix: chainIn(chains, chainId)?.prefix ?? '' }),
      describe,
      answers: {
        cosmos_getAccounts: (keys) =>
          keys.map(({ address, publicKey }) => ({ algo: 'secp256k1', address, pubkey: base64.encode(publicKey) })),
      },
      signs: {
        cosmos_signDirect: method({
          params: DirectParams,
          account: ({ signerAddress }) => signerAddress,
          sign: async ({ key, params: { signDoc } }) => ({ signature: await key.signDirect(signDoc) }),
        }),
        cosmos_signAmino: method({
          params: AminoParams,
          account: ({ signerAddress }) => signerAddress,
          async sign({ key, params: { signDoc } }) {
            const { signed, signature } = await key.signAmino(signDoc)
            return { signed, signature }
          },
        }),
      },
    }
  },
})
