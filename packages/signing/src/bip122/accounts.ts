import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { NETWORK, p2tr, p2wpkh, TEST_NETWORK, WIF } from '@scure/btc-signer'
import type { Keyring, SeedOf } from '../keyring.js'
import { createOnce } from '../keyring.js'
import { type BitcoinChain, bitcoinChain } from './networks.js'

/** An address of a wallet. */
export interface KnownAddress {
  readonly address: string
  /** The purpose of the address: coins are spent from the first only, and collectibles are kept at the second. */
  readonly intention: 'payment' | 'ordinal'
}

/** An address of this wallet's and its key. */
export interface OwnAddress extends KnownAddress {
  readonly type: 'p2wpkh' | 'p2tr'
  readonly script: Uint8Array
  /** Compressed; of Taproot the internal key, without its parity. */
  readonly publicKey: Uint8Array
  readonly privateKey: Uint8Array
  /** Missing for an imported key. */
  readonly path?: string | undefined
}

/** An account, which applications name by its payment address. */
export interface BitcoinAccount {
  readonly payment: OwnAddress
  readonly ordinals: OwnAddress
}

/**
 * The accounts of a keyring on a Bitcoin network: the imported keys, and those of the phrase, with the first address of BIP-84 for payments and the first
 * of BIP-86 for ordinals. None on an unknown network.
 */
export type BitcoinAccountsOf = (on: {
  readonly keyring: Keyring
  readonly chainId: string
}) => readonly BitcoinAccount[]

export function createBitcoinAccounts(seedOf: SeedOf): BitcoinAccountsOf {
  const rootOnce = createOnce<HDKey>()
  const once = createOnce<BitcoinAccount>()
  const derived = ({ phrase, path }: { readonly phrase: string; readonly path: string }) => {
    const { privateKey } = rootOnce(phrase, () => HDKey.fromMasterSeed(seedOf(phrase))).derive(path)
    if (!privateKey) throw new Error('A derived key is missing.')
    return { privateKey, path }
  }
  return ({ keyring: { phrase, count, imported }, chainId }) => {
    const chain = bitcoinChain(chainId)
    if (!chain) return []
    const { coinType } = chain
    return [
      ...imported.flatMap(({ family, privateKey }) =>
        family === 'bip122'
          ? [once(`${privateKey} ${chainId}`, () => importedAccount({ wif: privateKey, chain }))]
          : [],
      ),
      ...Array.from({ length: count }, (_, index) =>
        once(`${phrase}/${index} ${chainId}`, () => ({
          payment: paymentAddress({ ...derived({ phrase, path: `m/84'/${coinType}'/${index}'/0/0` }), chain }),
          ordinals: ordinalsAddress({ ...derived({ phrase, path: `m/86'/${coinType}'/${index}'/0/0` }), chain }),
        })),
      ),
    ]
  }
}

interface Key {
  readonly privateKey: Uint8Array
  readonly path?: string | undefined
  readonly chain: BitcoinChain
}

function importedAccount({ wif, chain }: { readonly wif: string; readonly chain: BitcoinChain }): BitcoinAccount {
  const privateKey = WIF(NETWORK).decode(wif)
  return { payment: paymentAddress({ privateKey, chain }), ordinals: ordinalsAddress({ privateKey, chain }) }
}

function paymentAddress({ privateKey, path, chain }: Key): OwnAddress {
  const publicKey = secp256k1.getPublicKey(privateKey)
  const { address, script } = p2wpkh(publicKey, chain.parameters)
  return own({ address, script, publicKey, privateKey, path, intention: 'payment', type: 'p2wpkh' })
}

function ordinalsAddress({ privateKey, path, chain }: Key): OwnAddress {
  const publicKey = schnorr.getPublicKey(privateKey)
  const { address, script } = p2tr(publicKey, undefined, chain.parameters)
  return own({ address, script, publicKey, privateKey, path, intention: 'ordinal', type: 'p2tr' })
}

function own({ address, ...of }: Omit<OwnAddress, 'address'> & { readonly address: string | undefined }): OwnAddress {
  if (address === undefined) throw new Error('A key has no address.')
  return { address, ...of }
}

/**
 * A private key in the wallet import format, of a compressed public key, for Bitcoin or its test networks.
 * @returns the key as it is written for Bitcoin, so that it is known whichever it was written for
 */
export function readBitcoinKey(text: string): string | undefined {
  if (!/^[KLc][1-9A-HJ-NP-Za-km-z]{51}$/.test(text)) return undefined
  for (const parameters of [NETWORK, TEST_NETWORK]) {
    try {
      const key = WIF(parameters).decode(text)
      if (secp256k1.utils.isValidSecretKey(key)) return WIF(NETWORK).encode(key)
    } catch {
      // of the other network, or none at all: its checksum is wrong
    }
  }
  return undefined
}
