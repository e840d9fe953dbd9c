import { Keyring } from '@polkadot/keyring'
import { stringToU8a, u8aToHex, u8aWrapBytes } from '@polkadot/util'
import { blake2AsU8a, cryptoWaitReady } from '@polkadot/util-crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeAddress } from '../addresses/ss58.js'
import { kusama, polkadotAssetHub } from '../networks.js'
import { polkadotVerifier, verifyPolkadotMessage } from './index.js'

beforeAll(() => cryptoWaitReady())

const message = 'Hellö <👋>'
const networkId = polkadotAssetHub.caipNetworkId
const pairOf = (type: 'sr25519' | 'ed25519' | 'ecdsa') =>
  new Keyring({ type, ss58Format: 0 }).addFromSeed(new Uint8Array(32).fill(5))

describe.each(['sr25519', 'ed25519', 'ecdsa'] as const)(
  'a signature by the official library with a key of %s',
  (type) => {
    const signed = (options = {}) => u8aToHex(pairOf(type).sign(u8aWrapBytes(message), options))
    const verify = (of: { signature?: string; message?: string; address?: string; networkId?: string } = {}) =>
      verifyPolkadotMessage({ networkId, address: pairOf(type).address, message, signature: signed(), ...of })

    test('holds, with the curve’s number before it and without, between marks and without them', () => {
      expect(verify()).toBe(true)
      expect(verify({ signature: signed({ withType: true }) })).toBe(true)
      expect(verify({ signature: u8aToHex(pairOf(type).sign(stringToU8a(message))) })).toBe(true)
      expect(verify({ message: `<Bytes>${message}</Bytes>` })).toBe(true)
    })

    test('is refused for another message, another account, and an address of another chain', () => {
      expect(verify({ message: 'Hello' })).toBe(false)
      expect(verify({ address: writeAddress({ prefix: 0, id: new Uint8Array(32).fill(1) }) })).toBe(false)
      expect(verify({ address: writeAddress({ prefix: 2, id: new Uint8Array(32).fill(1) }) })).toBe(false)
      expect(verify({ networkId: kusama.caipNetworkId })).toBe(false)
      expect(verify({ networkId: 'cosmos:cosmoshub-4' })).toBe(false)
    })

    test('with any byte changed is refused', () => {
      const bytes = Buffer.from(signed().slice(2), 'hex')
      fc.assert(
        fc.property(fc.nat(63), fc.integer({ min: 1, max: 255 }), (place, by) => {
          const other = Buffer.from(bytes)
          other[place] = (other[place] ?? 0) ^ by
          expect(verify({ signature: `0x${other.toString('hex')}` })).toBe(false)
        }),
        { numRuns: 12 },
      )
    })
  },
)

test.each(['', '0x', 'x', `0x${'00'.repeat(64)}`, `0x${'ff'.repeat(65)}`, `0x${'00'.repeat(63)}`])(
  '%s is no signature',
  async (signature) => {
    for (const id of [pairOf('sr25519').publicKey, new Uint8Array(32)])
      expect(
        await polkadotVerifier().verify({ networkId, address: writeAddress({ prefix: 0, id }), message, signature }),
      ).toBe(false)
  },
)

describe('a long message of a device', () => {
  // The marks take 15 of the 256 bytes.
  const [short, long] = ['a'.repeat(241), 'a'.repeat(242)]
  const pair = () => pairOf('ed25519')
  const verify = (of: { readonly message: string; readonly signed: Uint8Array }) =>
    verifyPolkadotMessage({
      networkId,
      address: pair().address,
      message: of.message,
      signature: u8aToHex(pair().sign(of.signed, { withType: true })),
    })

  /** Public: Talisman's SIWS, `packages/siws/test/vectors.ts`, captured from a Ledger with the Polkadot app. */
  const ledger = {
    address: '13TtFyPPgw2ZU4TmH8bmR27Q1qTiT6XPTAprUbkgsJEWEjJx',
    message: [
      'siws.xyz wants you to sign in with your Polkadot account:',
      '13TtFyPPgw2ZU4TmH8bmR27Q1qTiT6XPTAprUbkgsJEWEjJx',
      '',
      'Welcome to SIWS! Sign in to see how it works.',
      '',
      'URI: https://siws.xyz',
      'Version: 1.0.0',
      'Nonce: 6fdc70db-e2b8-4c54-880b-91908df961e5',
      'Issued At: 2026-07-06T07:48:58.645Z',
      'Expiration Time: 2026-07-06T07:50:58.645Z',
    ].join('\n'),
    signature:
      '0x1d883bbf527b8483959e5a61effbee330ff85d820901ca0081a4d4876b9adbef9f27b90d5e01d1d96222d037fa9fa591b88f6eb3faac3186f53023a674ed6b0e',
  }

  test('as a Ledger signed it holds, and for no other text', () => {
    expect(verifyPolkadotMessage({ ...ledger, networkId })).toBe(true)
    expect(verifyPolkadotMessage({ ...ledger, networkId, message: `${ledger.message} ` })).toBe(false)
  })

  test('is the hash of the marked text, where that is over 256 bytes; a short one isn’t hashed', () => {
    expect(verify({ message: long, signed: blake2AsU8a(u8aWrapBytes(long)) })).toBe(true)
    expect(verify({ message: long, signed: u8aWrapBytes(long) })).toBe(true)
    expect(verify({ message: short, signed: blake2AsU8a(u8aWrapBytes(short)) })).toBe(false)
  })

  test('is never the hash of a text without marks, as which a long transaction is signed', () => {
    expect(verify({ message: long, signed: blake2AsU8a(stringToU8a(long)) })).toBe(false)
    const marked = `<Bytes>${long}</Bytes>`
    expect(verify({ message: marked, signed: blake2AsU8a(u8aWrapBytes(long)) })).toBe(true)
    expect(verify({ message: marked, signed: blake2AsU8a(stringToU8a(`<Bytes>${marked}</Bytes>`)) })).toBe(false)
  })
})
