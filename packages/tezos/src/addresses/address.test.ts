import { b58Encode, getPkhfromPk, PrefixV2, ValidationResult, validateAddress } from '@taquito/utils'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasWrongChecksum, hasWrongLength, kindOf, parseAddress, writeAddress } from './address.js'
import { readKey } from './keys.js'

const hash = fc.uint8Array({ minLength: 20, maxLength: 20 })
const kinds = ['tz1', 'tz2', 'tz3', 'tz4', 'KT1'] as const

test('addresses of every kind are those of the official library', () => {
  fc.assert(
    fc.property(hash, fc.constantFrom(...kinds), (bytes, kind) => {
      const address = writeAddress(kind, bytes)
      expect([kindOf(address), parseAddress(address), validateAddress(address)]).toEqual([
        ...[kind, address, ValidationResult.VALID],
      ])
    }),
  )
})

test('a key’s address is the one that the official library says', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 33, maxLength: 33 }),
      fc.constantFrom('Ed25519PublicKey', 'Secp256k1PublicKey', 'P256PublicKey'),
      (bytes, kind) => {
        const key = b58Encode(bytes.slice(0, kind === 'Ed25519PublicKey' ? 32 : 33), PrefixV2[kind])
        expect(readKey(key)?.address).toBe(getPkhfromPk(key))
      },
    ),
  )
})

test('[F18] one letter that is another fails its checksum, and is told from one that is missing', () => {
  fc.assert(
    fc.property(hash, fc.integer({ min: 3, max: 35 }), (bytes, at) => {
      const address = writeAddress('tz1', bytes)
      const wrong = `${address.slice(0, at)}${address[at] === 'z' ? 'y' : 'z'}${address.slice(at + 1)}`
      expect([kindOf(wrong), hasWrongChecksum(wrong), hasWrongLength(wrong)]).toEqual([undefined, true, false])
      const short = address.slice(0, -1)
      expect([kindOf(short), hasWrongChecksum(short), hasWrongLength(short)]).toEqual([undefined, false, true])
      expect([hasWrongChecksum(address), hasWrongLength(address)]).toEqual([false, false])
    }),
  )
})

test('what is of the family and no account is none: a rollup, a block, an operation, a network; nor another family’s address', () => {
  const rollup = b58Encode(new Uint8Array(20).fill(1), PrefixV2.SmartRollupHash)
  const block = b58Encode(new Uint8Array(32).fill(1), PrefixV2.BlockHash)
  const others = [
    rollup,
    block,
    'NetXdQprcVkpaWU',
    '0x50dae8991059656aa3e341d6d5990258ce20a976',
    '',
    'tz1',
    'constructor',
  ]
  for (const other of others) expect(parseAddress(other)).toBeUndefined()
  fc.assert(fc.property(fc.string(), (any) => parseAddress(any) === undefined))
})
