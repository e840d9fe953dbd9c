import { invalidParams } from '../providerError.js'
import { isRecord } from '../rpc.js'
import type { TestPolkadotAccount } from './testPolkadotWallet.js'

/** A key of Polkadot's, which writes and signs by the official library: nothing of it is the kit's. */
export interface PolkadotKey {
  readonly type: 'sr25519' | 'ed25519' | 'ecdsa'
  /** Under a chain's prefix. */
  addressOn(prefix: number): string
  /** The message's bytes in hexadecimal, which are put between marks as the standard has it. @returns hexadecimal */
  signRaw(data: string): string
  /** @returns hexadecimal, with the curve's number before it */
  signPayload(payload: unknown): string
}

/** The prefix of no chain in particular: what wallets show keys under. */
const generic = 42

/** It leaves a global behind where it is imported. */
const library = () =>
  Promise.all([
    import('@polkadot/keyring'),
    import('@polkadot/types'),
    import('@polkadot/util'),
    import('@polkadot/util-crypto'),
  ])

/** Opens a key of Polkadot's, once its library is ready. */
export async function polkadotKey({ key, path = '', type = 'sr25519' }: TestPolkadotAccount): Promise<PolkadotKey> {
  const [{ Keyring }, { TypeRegistry }, { u8aToHex, u8aWrapBytes }, { cryptoWaitReady }] = await library()
  await cryptoWaitReady()
  const keyring = new Keyring({ type, ss58Format: generic })
  const pair = keyring.addFromUri(`0x${key}${path}`)
  return {
    type,
    addressOn: (prefix) => keyring.encodeAddress(pair.addressRaw, prefix),
    signRaw: (data) => u8aToHex(pair.sign(u8aWrapBytes(data))),
    signPayload(payload) {
      if (!isRecord(payload) || !Array.isArray(payload.signedExtensions)) throw invalidParams('That is no transaction.')
      const registry = new TypeRegistry()
      registry.setSignedExtensions(payload.signedExtensions.map(String))
      return registry.createType('ExtrinsicPayload', payload, { version: 4 }).sign(pair).signature
    },
  }
}
