import {
  type AminoSignResponse,
  encodeSecp256k1Pubkey,
  pubkeyToAddress,
  rawSecp256k1PubkeyToRawAddress,
  Secp256k1Wallet,
  type StdSignDoc,
} from '@cosmjs/amino'
import { DirectSecp256k1Wallet, makeSignDoc } from '@cosmjs/proto-signing'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base64, hex } from '@scure/base'
import { invalidParams } from '../providerError.js'
import { isRecord } from '../rpc.js'

type CosmosSignature = AminoSignResponse['signature']

/** A key on a chain, which signs by the official library. */
export interface CosmosKey {
  readonly address: string
  /** The bytes that the address is written from. */
  readonly addressBytes: Uint8Array
  readonly publicKey: Uint8Array
  signAmino(doc: unknown): Promise<AminoSignResponse>
  signDirect(doc: CosmosDirectDoc): Promise<CosmosSignature>
  /** By ADR-36. */
  signArbitrary(data: string): Promise<CosmosSignature>
}

export interface CosmosDirectDoc {
  readonly bodyBytes: Uint8Array
  readonly authInfoBytes: Uint8Array
  readonly chainId: string
  readonly accountNumber: string
}

const isStdSignDoc = (doc: unknown): doc is StdSignDoc => isRecord(doc) && Array.isArray(doc.msgs) && isRecord(doc.fee)

/** Opens a key of Cosmos, on chains whose addresses begin with a prefix. @param of.key - 32 bytes in hexadecimal */
export function cosmosKey({ key, prefix }: { readonly key: string; readonly prefix: string }): CosmosKey {
  const secret = hex.decode(key)
  const publicKey = secp256k1.getPublicKey(secret)
  const address = pubkeyToAddress(encodeSecp256k1Pubkey(publicKey), prefix)
  const signAmino: CosmosKey['signAmino'] = async (doc) => {
    if (!isStdSignDoc(doc)) throw invalidParams('That is no transaction.')
    return (await Secp256k1Wallet.fromKey(secret, prefix)).signAmino(address, doc)
  }
  return {
    address,
    addressBytes: rawSecp256k1PubkeyToRawAddress(publicKey),
    publicKey,
    signAmino,
    async signDirect({ bodyBytes, authInfoBytes, chainId, accountNumber }) {
      const wallet = await DirectSecp256k1Wallet.fromKey(secret, prefix)
      const doc = makeSignDoc(bodyBytes, authInfoBytes, chainId, BigInt(accountNumber))
      return (await wallet.signDirect(address, doc)).signature
    },
    async signArbitrary(data) {
      const value = { signer: address, data: base64.encode(new TextEncoder().encode(data)) }
      const fee = { gas: '0', amount: [] }
      const msgs = [{ type: 'sign/MsgSignData', value }]
      return (await signAmino({ chain_id: '', account_number: '0', sequence: '0', fee, msgs, memo: '' })).signature
    },
  }
}
