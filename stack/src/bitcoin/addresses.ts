import { Address, OutScript } from '@scure/btc-signer'

/** Addresses of a local network (regtest). */
const coder = Address({ bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef })

/** The script of an address; undefined for what is none of the local network. */
export function scriptOf(address: string): Uint8Array | undefined {
  try {
    return OutScript.encode(coder.decode(address))
  } catch {
    return undefined // the caller refuses it
  }
}

/** The address of a script; undefined for one that has none, such as data. */
export function addressOf(script: Uint8Array): string | undefined {
  try {
    return coder.encode(OutScript.decode(script))
  } catch {
    return undefined // shown without one
  }
}
