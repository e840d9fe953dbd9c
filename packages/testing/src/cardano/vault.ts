import { blake2b } from '@noble/hashes/blake2.js'
import { hex } from '@scure/base'
import bip32Ed25519 from '@stricahq/bip32ed25519'
import { Decoder, Encoder, getCborBytes, hasByteSpan } from '@stricahq/cbors'
import cip08 from '@stricahq/cip08'
import { address as addresses, types, utils } from '@stricahq/typhonjs'
import { invalidParams } from '../providerError.js'
import type { TestCardanoAccount } from './testCardanoWallet.js'

/** Keys of Cardano's, which read, write and sign by StricaHQ's libraries: nothing of it is the kit's. */
export interface CardanoKey {
  /** In hexadecimal, on a network. */
  addressOn(network: 0 | 1): string
  /** As text. */
  writtenOn(network: 0 | 1): string
  /** The stake address as text; undefined for an account without one. */
  stakeOn(network: 0 | 1): string | undefined
  /** The same in hexadecimal. */
  rewardOn(network: 0 | 1): string | undefined
  /** @param request.address - in hexadecimal, or as text @throws ProviderError for another's */
  signData(request: {
    readonly address: string
    readonly payload: string
    readonly network: 0 | 1
    readonly hashes: boolean
  }): { readonly signature: string; readonly key: string }
  /** @returns the witness set */
  signTransaction(transaction: string): string
}

/** The letters of a seed in hexadecimal; a derived key (CIP-1852) has twice as many. */
const seedLetters = 64

function keyPair(secret: string) {
  const written = Buffer.from(secret, 'hex')
  const key =
    secret.length === seedLetters
      ? bip32Ed25519.PrivateKey.fromSecretKey(written)
      : new bip32Ed25519.PrivateKey(written)
  const bytes = key.toPublicKey().toBytes()
  const credential = {
    hash: hex.encode(blake2b(bytes, { dkLen: 28 })),
    type: types.HashType.ADDRESS,
  } as const
  return { bytes, credential, sign: (message: Uint8Array) => key.sign(Buffer.from(message)) }
}

/** Opens a key of Cardano's, with that of its stake where there is one. */
export function cardanoKey({ key, stakeKey }: TestCardanoAccount): CardanoKey {
  const own = keyPair(key)
  const stake = stakeKey === undefined ? undefined : keyPair(stakeKey)
  const on = (network: 0 | 1) =>
    stake
      ? new addresses.BaseAddress(network, own.credential, stake.credential)
      : new addresses.EnterpriseAddress(network, own.credential)
  const stakeOf = (network: 0 | 1) => stake && new addresses.RewardAddress(network, stake.credential)
  return {
    addressOn: (network) => on(network).getHex(),
    writtenOn: (network) => on(network).getBech32(),
    stakeOn: (network) => stakeOf(network)?.getBech32(),
    rewardOn: (network) => stakeOf(network)?.getHex(),
    signData({ address: asked, payload, network, hashes }) {
      const address = /^(addr|stake)/.test(asked) ? utils.getAddressFromBech32(asked).getHex() : asked
      const isStake = address === stakeOf(network)?.getHex()
      if (!isStake && address !== on(network).getHex()) throw invalidParams('The address is another.')
      const signer = isStake && stake ? stake : own
      const cose = new cip08.CoseSign1({
        protectedMap: new Map<unknown, unknown>([
          [1, -8],
          ['address', Buffer.from(address, 'hex')],
        ]),
        unProtectedMap: new Map([['hashed', hashes]]),
        payload: hashes
          ? Buffer.from(blake2b(Buffer.from(payload, 'hex'), { dkLen: 28 }))
          : Buffer.from(payload, 'hex'),
      })
      const signature = cose.buildMessage(signer.sign(cose.createSigStructure()))
      const coseKey = new Map<number, unknown>([
        ...([
          [1, 1],
          [3, -8],
          [-1, 6],
        ] as const),
        [-2, signer.bytes],
      ])
      return { signature: signature.toString('hex'), key: Encoder.encode(coseKey).toString('hex') }
    },
    signTransaction(transaction) {
      const bytes = Buffer.from(transaction, 'hex')
      const decoded: unknown = Decoder.decode(bytes).value
      const body: unknown = Array.isArray(decoded) && decoded.length === 4 ? decoded[0] : undefined
      if (!hasByteSpan(body)) throw invalidParams('That is no transaction.')
      const hash = blake2b(getCborBytes(bytes, body), { dkLen: 32 })
      return Encoder.encode(new Map([[0, [[own.bytes, own.sign(hash)]]]])).toString('hex')
    },
  }
}
