import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { base64, hex } from '@scure/base'
import { p2pkh, p2sh, p2tr, p2wpkh, RawWitness, Transaction } from '@scure/btc-signer'
import { RawTx } from '@scure/btc-signer/script.js'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'

/** The networks whose addresses begin alike. */
const test = { pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
const main = { bech32: 'bc', pubKeyHash: 0, scriptHash: 5, wif: 0x80 }
const parametersOf = (networkId: string) =>
  networkId.endsWith(':000000000019d6689c085ae165831e93')
    ? main
    : { ...test, bech32: networkId.endsWith(':0f9188f13cb7b2c71f2a335e3a4fc328') ? 'bcrt' : 'tb' }

export type AddressKind = 'p2wpkh' | 'p2sh' | 'p2pkh' | 'p2tr'

/** A key with its address on a network. */
export interface BitcoinKey {
  readonly purpose: 'payment' | 'ordinals'
  readonly kind: AddressKind
  readonly address: string
  /** In hexadecimal: compressed, or the x coordinate of a Taproot key. */
  readonly publicKey: string
  readonly path: string
  readonly script: Uint8Array
  /** The 65 bytes of a message signed by ECDSA, or the witness of one signed by BIP-322, in base64. */
  signMessage(request: { readonly message: string; readonly protocol: 'ecdsa' | 'bip322' }): string
  /** Signs inputs of a PSBT; all that are the key's where none are named. */
  signInputs(request: { readonly transaction: Transaction; readonly indexes: readonly number[] }): void
}

/** The keys of an account: for payments, and, made of that one, for ordinals. */
export function keysOf({
  key,
  networkId,
  paymentType = 'p2wpkh',
}: {
  readonly key: string
  readonly networkId: string
  readonly paymentType?: 'p2wpkh' | 'p2sh' | 'p2pkh' | undefined
}): readonly [BitcoinKey, BitcoinKey] {
  const secret = hex.decode(key.replace(/^0x/, ''))
  const path = { p2wpkh: "m/84'/0'/0'/0/0", p2sh: "m/49'/0'/0'/0/0", p2pkh: "m/44'/0'/0'/0/0" }[paymentType]
  return [
    keyOf({ secret, networkId, kind: paymentType, purpose: 'payment', path }),
    keyOf({ secret: sha256(secret), networkId, kind: 'p2tr', purpose: 'ordinals', path: "m/86'/0'/0'/0/0" }),
  ]
}

function keyOf({
  secret,
  networkId,
  kind,
  ...said
}: Pick<BitcoinKey, 'kind' | 'purpose' | 'path'> & {
  readonly secret: Uint8Array
  readonly networkId: string
}): BitcoinKey {
  const network = parametersOf(networkId)
  const own = kind === 'p2tr' ? pubSchnorr(secret) : pubECDSA(secret)
  const payment =
    kind === 'p2tr'
      ? p2tr(own, undefined, network)
      : kind === 'p2wpkh'
        ? p2wpkh(own, network)
        : kind === 'p2sh'
          ? p2sh(p2wpkh(own, network), network)
          : p2pkh(own, network)
  const extra = kind === 'p2tr' ? { tapInternalKey: own } : kind === 'p2sh' ? { redeemScript: p2wpkh(own).script } : {}
  const { script, address = '' } = payment
  return {
    ...said,
    kind,
    address,
    publicKey: hex.encode(own),
    script,
    signMessage: ({ message, protocol }) =>
      protocol === 'ecdsa' && kind !== 'p2tr'
        ? signedByEcdsa({ message, secret, kind })
        : signedByBip322({ message, secret, script, extra }),
    signInputs({ transaction, indexes }) {
      for (const index of indexes) {
        if (Object.keys(extra).length > 0) transaction.updateInput(index, extra, true)
        transaction.signIdx(secret, index)
      }
    },
  }
}

const utf8 = (text: string) => new TextEncoder().encode(text)

/** @see Bitcoin Core's signmessage; Electrum's header bytes for addresses with a witness */
function signedByEcdsa({
  message,
  secret,
  kind,
}: {
  readonly message: string
  readonly secret: Uint8Array
  readonly kind: Exclude<AddressKind, 'p2tr'>
}): string {
  const text = utf8(message)
  const length = text.length < 253 ? [text.length] : [253, text.length & 0xff, text.length >> 8]
  const digest = sha256(sha256(concatBytes(utf8('\u0018Bitcoin Signed Message:\n'), Uint8Array.from(length), text)))
  const [recovery = 0, ...rest] = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' })
  const header = { p2pkh: 31, p2sh: 35, p2wpkh: 39 }[kind] + recovery
  return base64.encode(Uint8Array.of(header, ...rest))
}

/** @see BIP-322, the simple form */
function signedByBip322({
  message,
  secret,
  script,
  extra,
}: {
  readonly message: string
  readonly secret: Uint8Array
  readonly script: Uint8Array
  readonly extra: object
}): string {
  const tag = sha256(utf8('BIP0322-signed-message'))
  const digest = sha256(concatBytes(tag, tag, utf8(message)))
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      { txid: new Uint8Array(32), index: 0xffff_ffff, finalScriptSig: Uint8Array.of(0, 32, ...digest), sequence: 0 },
    ],
    outputs: [{ amount: 0n, script }],
    witnesses: undefined,
    lockTime: 0,
  })
  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true, allowUnknownVersion: true })
  toSign.addInput({
    txid: sha256(sha256(toSpend)).reverse(),
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
    ...extra,
  })
  toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  toSign.signIdx(secret, 0)
  toSign.finalize()
  return base64.encode(RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? []))
}
