import { Keyring } from '@polkadot/keyring'
import { stringToU8a, u8aToHex, u8aWrapBytes } from '@polkadot/util'
import { cryptoWaitReady } from '@polkadot/util-crypto'
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
