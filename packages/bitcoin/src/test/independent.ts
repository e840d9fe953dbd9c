import { createRequire } from 'node:module'

// CommonJS without types that fit: what is used of it is said here.
const require = createRequire(import.meta.url)
const bip322: unknown = require('bip322-js')
const bitcoinMessage: unknown = require('bitcoinjs-message')

/** Was it signed by BIP-322, in the eyes of a library that isn't the kit's? */
export function isSignedByBip322({ address, message, signature }: Signed): boolean {
  const verifier: unknown = Reflect.get(Object(bip322), 'Verifier')
  return (
    Reflect.apply(Reflect.get(Object(verifier), 'verifySignature'), verifier, [address, message, signature]) === true
  )
}

/** Was it signed by ECDSA, in the eyes of a library that isn't the kit's? For an address of the main network or an old one. */
export function isSignedByEcdsa({ address, message, signature }: Signed): boolean {
  const verify: unknown = Reflect.get(Object(bitcoinMessage), 'verify')
  const args = [message, address, signature, null, true]
  return typeof verify === 'function' && Reflect.apply(verify, bitcoinMessage, args) === true
}

interface Signed {
  readonly address: string
  readonly message: string
  readonly signature: string
}

/** A PSBT as another library reads it: fees and outputs are its own sums. */
export interface ReadPsbt {
  readonly inputs: readonly {
    readonly txid: string
    readonly index: number
    readonly sequence: number
    readonly value: number | undefined
  }[]
  readonly outputs: readonly { readonly script: string; readonly value: number }[]
}

/** bitcoinjs-lib, as bip322-js brings it. */
export function readPsbt(base64: string): ReadPsbt {
  const library: unknown = createRequire(require.resolve('bip322-js'))('bitcoinjs-lib')
  const Psbt: unknown = Reflect.get(Object(library), 'Psbt')
  const psbt: unknown = Reflect.apply(Reflect.get(Object(Psbt), 'fromBase64'), Psbt, [base64])
  const list = (name: string): readonly unknown[] => {
    const found: unknown = Reflect.get(Object(psbt), name)
    return Array.isArray(found) ? found : []
  }
  const data: unknown = Reflect.get(Object(Reflect.get(Object(psbt), 'data')), 'inputs')
  const maps: readonly unknown[] = Array.isArray(data) ? data : []
  return {
    inputs: list('txInputs').map((input, place) => {
      const { hash, index, sequence }: { hash: Uint8Array; index: number; sequence: number } = Object(input)
      const utxo: unknown = Reflect.get(Object(maps[place]), 'witnessUtxo')
      const value: unknown = Reflect.get(Object(utxo), 'value')
      return {
        txid: Buffer.from(hash).reverse().toString('hex'),
        index,
        sequence,
        value: value === undefined ? undefined : Number(value),
      }
    }),
    outputs: list('txOutputs').map((output) => {
      const { script, value }: { script: Uint8Array; value: unknown } = Object(output)
      return { script: Buffer.from(script).toString('hex'), value: Number(value) }
    }),
  }
}
