import { Address, Transaction, TransactionComputer, UserSecretKey, UserVerifier } from '@multiversx/sdk-core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasWrongChecksum, isContract, parseAddress, readAddress, writeAddress } from '../addresses/address.js'
import { isSignedBy } from '../verify/index.js'
import { checkSigned, hashOf, signedBytes } from './transaction.js'

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
const mostUnits = 10n ** 38n - 1n
const transfers = fc.record({
  nonce: fc.nat(),
  value: fc.oneof(fc.bigInt({ min: 0n, max: mostUnits }), fc.constantFrom(0n, 1n, 127n, 128n, 255n, 256n, mostUnits)),
  key: bytes,
  receiver: bytes.map(writeAddress),
  // The library writes nothing of gas as a number, which nodes leave out.
  gasPrice: fc.integer({ min: 1, max: 1_000_000_000_000 }),
  gasLimit: fc.integer({ min: 1, max: 10_000_000 }),
  chainID: fc.constantFrom('1', 'D', 'T', 'chain', 'local-testnet'),
})

test('addresses are those of the official library, in either case, and no others', () => {
  fc.assert(
    fc.property(bytes, fc.nat(61), (key, place) => {
      const text = writeAddress(key)
      expect(text).toBe(new Address(key).toBech32())
      expect([readAddress(text), readAddress(text.toUpperCase())]).toEqual([key, key])
      expect(parseAddress(text.toUpperCase())).toBe(text)
      expect(isContract(text)).toBe(new Address(key).isSmartContract())
      const changed = `${text.slice(0, place)}${text[place] === 'q' ? 'p' : 'q'}${text.slice(place + 1)}`
      expect([readAddress(changed), hasWrongChecksum(changed)]).toEqual([undefined, place > 3])
    }),
  )
  for (const text of ['', 'erd1', 'cosmos1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnrql8a', `Erd1${'q'.repeat(58)}`])
    expect([readAddress(text), parseAddress(text), isContract(text)]).toEqual([undefined, undefined, false])
})

test('transactions’ bytes, hashes and signatures are the official library’s', async () => {
  const computer = new TransactionComputer()
  await fc.assert(
    fc.asyncProperty(transfers, async ({ key, value, ...rest }) => {
      const secret = new UserSecretKey(key)
      const sender = secret.generatePublicKey().toAddress().toBech32()
      const own = { ...rest, value: `${value}`, sender, version: 2 }
      const theirs = new Transaction({
        ...{ nonce: BigInt(rest.nonce), value, sender: Address.newFromBech32(sender), version: 2 },
        ...{ receiver: Address.newFromBech32(rest.receiver), chainID: rest.chainID },
        ...{ gasPrice: BigInt(rest.gasPrice), gasLimit: BigInt(rest.gasLimit) },
      })
      const signed = computer.computeBytesForSigning(theirs)
      expect(Buffer.from(signedBytes(own)).toString()).toBe(Buffer.from(signed).toString())
      theirs.signature = secret.sign(signed)
      const signature = Buffer.from(theirs.signature).toString('hex')
      expect(hashOf({ ...own, signature })).toBe(computer.computeTransactionHash(theirs))
      expect(isSignedBy({ address: sender, bytes: signedBytes(own), signature })).toBe(true)
      const verifier = UserVerifier.fromAddress(Address.newFromBech32(sender))
      expect(await verifier.verify(signedBytes(own), theirs.signature)).toBe(true)
      expect(checkSigned({ agreed: own, said: JSON.parse(JSON.stringify(theirs.toPlainObject())) })).toBe(signature)
    }),
    { numRuns: 50 },
  )
})

describe('what a wallet says it has signed', () => {
  const agreed = {
    ...{ nonce: 7, value: '1000', receiver: writeAddress(new Uint8Array(32).fill(1)) },
    ...{ sender: writeAddress(new Uint8Array(32).fill(2)), gasPrice: 1_000_000_000, gasLimit: 50_000 },
    ...{ chainID: 'D', version: 2 },
  }
  const signature = 'ab'.repeat(64)

  test.each([
    ['its signature alone', { signature }],
    ['a version beside it', { signature, version: 2, options: 0, guardian: '' }],
    [
      'all of it, with numbers as texts',
      { ...agreed, nonce: '7', gasLimit: '50000', signature: `0x${signature.toUpperCase()}`, data: undefined },
    ],
  ])('is taken where it is %s', (_, said) => {
    expect(checkSigned({ agreed, said })).toBe(signature)
  })

  test.each([
    ['nonce', { nonce: 8 }],
    ['value', { value: '10000' }],
    ['receiver', { receiver: agreed.sender }],
    ['sender', { sender: agreed.receiver }],
    ['gasPrice', { gasPrice: 2_000_000_000 }],
    ['gasLimit', { gasLimit: 500_000 }],
    ['chainID', { chainID: '1' }],
    ['version', { version: 1 }],
    ['options', { options: 2 }],
    ['data', { data: 'c3Rha2U=' }],
    ['guardian', { guardian: agreed.receiver }],
    ['relayer', { relayer: agreed.receiver }],
    ['receiverUsername', { receiverUsername: 'YWxpY2U=' }],
    ['signature', { signature: 'ab'.repeat(63) }],
    ['signature', { signature: undefined }],
  ])('is refused with another %s', (field, changes) => {
    const said = { ...agreed, signature, ...changes }
    expect(() => checkSigned({ agreed, said })).toThrow(
      expect.objectContaining({ code: 'unsafe_multiversx_transaction', facts: expect.objectContaining({ field }) }),
    )
  })
})
