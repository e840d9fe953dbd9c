import { Metadata, TypeRegistry } from '@polkadot/types'
import metadata from '@polkadot/types-support/metadata/static-polkadot'
import { hexToU8a, u8aConcat, u8aToHex } from '@polkadot/util'
import {
  cryptoWaitReady,
  decodeAddress,
  encodeAddress,
  signatureVerify,
  sr25519PairFromSeed,
  sr25519Sign,
  xxhashAsHex,
} from '@polkadot/util-crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasWrongChecksum, isSameAccount, readAddress, writeAddress } from '../addresses/ss58.js'
import { coinsQuery, eventsQuery } from '../chain/queries.js'
import { freshAddress, relay } from '../test/stage.js'
import { compact, compactIn } from './scale.js'
import { type Agreed, hashOf, payloadOf, signedOf, transferIn } from './transfer.js'

const { transfers } = relay
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const registry = new TypeRegistry()
const pair = () => sr25519PairFromSeed(new Uint8Array(32).fill(7))
beforeAll(async () => {
  await cryptoWaitReady()
  registry.setMetadata(new Metadata(registry, metadata))
})

const agreedOf = (changes: Partial<Agreed> = {}): Agreed => ({
  transfers: transfers ?? expect.fail(),
  from: pair().publicKey,
  address: writeAddress({ prefix: 0, id: pair().publicKey }),
  to: new Uint8Array(32).fill(9),
  amount: 12_345_678_901n,
  nonce: 70,
  specVersion: 1_003_000,
  genesisHash: `0x${'91'.repeat(32)}`,
  block: { hash: `0x${'ab'.repeat(32)}`, number: 24_666_537 },
  ...changes,
})
/** Returns the payload to be signed by the official library. */
const official = (agreed: Agreed) => registry.createType('ExtrinsicPayload', { ...payloadOf(agreed) }, { version: 4 })
const signed = (agreed: Agreed) => u8aToHex(sr25519Sign(official(agreed).toU8a({ method: true }), pair()))

describe('an address', () => {
  test('is written as the official library writes it, and read as what it is', () => {
    fc.assert(
      fc.property(bytes32, fc.constantFrom(0, 2, 42, 63, 64, 255, 1284, 16_383), (id, prefix) => {
        const address = writeAddress({ prefix, id })
        expect(address).toBe(encodeAddress(id, prefix))
        expect(readAddress(address)).toEqual({ prefix, id })
        expect(decodeAddress(address, false, prefix)).toEqual(id)
      }),
      { numRuns: 50 },
    )
  })

  test('with one letter changed is none, and names no account', () => {
    const address = freshAddress()
    const other = `${address.slice(0, 9)}${address[9] === 'a' ? 'b' : 'a'}${address.slice(10)}`
    expect(readAddress(other)).toBeUndefined()
    expect(hasWrongChecksum(other)).toBe(true)
    expect(isSameAccount(address, other)).toBe(false)
    expect(hasWrongChecksum(address)).toBe(false)
    for (const none of ['', '0x00', 'cosmos1abc', `${address}${address}`, address.slice(1)])
      expect(readAddress(none)).toBeUndefined()
  })
})

test('numbers are written as few bytes as they take, and read back', () => {
  for (const value of [0n, 63n, 64n, 16_383n, 16_384n, (1n << 30n) - 1n, 1n << 30n, (1n << 128n) - 1n]) {
    expect(Uint8Array.from(compact(value))).toEqual(registry.createType('Compact<u128>', value).toU8a())
    expect(compactIn(Uint8Array.from(compact(value)))).toEqual({ value, length: compact(value).length })
  }
})

test('storage is asked for where the names hash to', () => {
  const start = (item: string) => `${xxhashAsHex('System', 128)}${xxhashAsHex(item, 128).slice(2)}`
  expect(coinsQuery(new Uint8Array(32)).params[0]).toMatch(new RegExp(`^${start('Account')}`))
  expect(eventsQuery('0x').params[0]).toBe(start('Events'))
})

describe('a transfer', () => {
  test.each([1n, 12_345_678_901n, (1n << 128n) - 1n])(
    'of %s is read by the official library as it was agreed',
    (amount) => {
      const agreed = agreedOf({ amount })
      const signature = signed(agreed)
      const whole = signedOf({ agreed, signed: { signature } })
      const read = registry.createType('Extrinsic', u8aToHex(whole))
      expect(read.toHex()).toBe(u8aToHex(whole))
      expect([read.method.section, read.method.method]).toEqual(['balances', 'transferKeepAlive'])
      expect(read.signer.toString()).toBe(registry.createType('MultiAddress', agreed.from).toString())
      expect(read.method.args.map(String)).toEqual([
        registry.createType('MultiAddress', agreed.to).toString(),
        `${amount}`,
      ])
      expect([read.nonce.toNumber(), read.tip.toString(), read.hash.toHex()]).toEqual([70, '0', hashOf(whole)])
      expect(read.era.asMortalEra.birth(agreed.block.number + 3)).toBe(agreed.block.number)
      expect(read.era.asMortalEra.period.toNumber()).toBe(64)
      expect(signatureVerify(official(agreed).toU8a({ method: true }), signature, agreed.from).isValid).toBe(true)
      expect(transferIn(whole, agreed.transfers)).toEqual({ from: agreed.from, to: agreed.to, amount })
    },
  )

  test('is written by the extensions and at the place that the chain’s metadata says', () => {
    expect(registry.signedExtensions).toEqual(agreedOf().transfers.extensions)
    const index = registry.createType('Call', payloadOf(agreedOf()).method).callIndex
    expect([...index]).toEqual([agreedOf().transfers.pallet, 3])
  })

  test('as the wallet wrote it is taken where it is the agreed one, with a device’s hash of the metadata or without', () => {
    const agreed = agreedOf()
    const signature = signed(agreed)
    const whole = signedOf({ agreed, signed: { signature } })
    const again = signedOf({ agreed, signed: { signature, signedTransaction: u8aToHex(whole) } })
    expect(again).toEqual(whole)
    const withHash = hexToU8a(u8aToHex(whole))
    const mode = withHash.length - payloadOf(agreed).method.slice(2).length / 2 - 1
    withHash[mode] = 1
    expect(signedOf({ agreed, signed: { signature, signedTransaction: u8aToHex(withHash) } })).toEqual(withHash)
  })

  test.each<[string, Partial<Agreed>]>([
    ['more', { amount: 12_345_678_902n }],
    ['to another', { to: new Uint8Array(32).fill(8) }],
    ['of another', { from: new Uint8Array(32).fill(8) }],
    ['with another number', { nonce: 71 }],
    ['for another time', { block: { hash: '0x', number: 1 } }],
  ])('that the wallet wrote as one %s is refused', (_, changes) => {
    const signature = signed(agreedOf())
    const other = signedOf({ agreed: agreedOf(changes), signed: { signature } })
    const signing = () => signedOf({ agreed: agreedOf(), signed: { signature, signedTransaction: u8aToHex(other) } })
    expect(signing).toThrow(expect.objectContaining({ code: 'unsafe_polkadot_transaction' }))
  })

  test('takes a signature with its curve’s number or without, and none of another length', () => {
    const agreed = agreedOf()
    const signature = signed(agreed)
    const numbered = u8aToHex(u8aConcat([1], hexToU8a(signature)))
    expect(signedOf({ agreed, signed: { signature: numbered } })).toEqual(signedOf({ agreed, signed: { signature } }))
    for (const wrong of ['0x', signature.slice(0, -2), `${numbered}00`, `0x03${signature.slice(2)}`, '0xzz'])
      expect(() => signedOf({ agreed, signed: { signature: wrong } })).toThrow()
  })
})
