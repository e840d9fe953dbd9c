import { base58, hex } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkSigned, hashOf, transactionOf } from './transaction.js'

/** Written by near-api-js, and by Trust Wallet's core: the transfer of their own tests. */
const official = {
  transaction:
    '09000000746573742e6e65617200917b3d268d4b58f7fec1b150bd68d69be3ee5d4cc39855e341538465bb77860d01000000000000000d00000077686174657665722e6e6561720fa473fd26901df296be6adc4cc4df34d040efa2435224b6986910e630c2fef6010000000301000000000000000000000000000000',
  signature:
    '00969a83332186ee9755e4839325525806e189a3d2d2bb4b4760e94443e97e1c4f22deeef0059a8e9713100eda6e19144da7e8a0ef7e539b20708ba1d8d021bd01',
  hash: 'eea6e680f3ea51a7f667e9a801d0bfadf66e03d41ed54975b3c6006351461b32',
}
const transfer = {
  signerId: 'test.near',
  publicKey: base58.decode('Anu7LYDfpLtkP7E16LT9imXF694BdQaa9ufVkQiwTQxC'),
  nonce: 1n,
  receiverId: 'whatever.near',
  blockHash: base58.decode('244ZQ9cgj3CQ6bWBdytfrJMuMQ1jdXLFGnr4HhvtCTnM'),
  deposit: 1n,
}

test('a transfer is written as the official libraries write it, and found by the same hash', () => {
  const transaction = transactionOf(transfer)
  expect(hex.encode(transaction)).toBe(official.transaction)
  expect(hex.encode(base58.decode(hashOf(transaction)))).toBe(official.hash)
})

test.each([0n, 1n, 10n ** 24n, 2n ** 64n, 2n ** 128n - 1n])(
  '%s yocto stand in 16 bytes, the lowest first',
  (deposit) => {
    const written = transactionOf({ ...transfer, deposit }).slice(-16)
    expect(written.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)).toBe(deposit)
  },
)

test('what a wallet signed is taken where it is the agreed one, and nothing else is', () => {
  const agreed = hex.decode(official.transaction)
  const signed = hex.decode(official.transaction + official.signature)
  expect(checkSigned({ agreed, signed })).toBe(signed)
  fc.assert(
    fc.property(fc.nat(agreed.length), fc.integer({ min: 1, max: 255 }), (place, change) => {
      const other = signed.map((byte, at) => (at === place ? byte ^ change : byte))
      expect(() => checkSigned({ agreed, signed: other })).toThrow('not what was agreed')
    }),
  )
  for (const each of [agreed, signed.slice(0, -1), Uint8Array.from([...signed, 0]), new Uint8Array()])
    expect(() => checkSigned({ agreed, signed: each })).toThrow('not what was agreed')
})
