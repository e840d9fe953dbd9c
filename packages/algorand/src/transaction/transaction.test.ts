import {
  Address,
  decodeUnsignedTransaction,
  encodeAddress,
  encodeUnsignedTransaction,
  isValidAddress,
  makeAssetTransferTxnWithSuggestedParamsFromObject,
  makePaymentTxnWithSuggestedParamsFromObject,
  mnemonicFromSeed,
  mnemonicToSecretKey,
} from 'algosdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasWrongChecksum, hasWrongLength, readAddress, writeAddress } from '../addresses/address.js'
import { isGenesisOf } from '../chain/genesis.js'
import { algodPaths, exactJson } from '../chain/rest.js'
import { algorandMainnet } from '../networks.js'
import { type AlgorandTransfer, checkSigned, idOf, transactionOf } from './transaction.js'

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const units = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n })
const transfers: fc.Arbitrary<AlgorandTransfer> = fc.record({
  ...{ from: bytes32, to: bytes32, amount: units, fee: fc.bigInt({ min: 1000n, max: 1_000_000n }) },
  firstRound: fc.bigInt({ min: 1n, max: 1n << 40n }),
  lastRound: fc.bigInt({ min: 1n << 40n, max: 1n << 52n }),
  genesisId: fc.constantFrom('mainnet-v1.0', 'testnet-v1.0', 'foyer-v1'),
  // All zeros are no hash.
  genesisHash: bytes32.filter((hash) => hash.some((byte) => byte > 0)),
  assetId: fc.option(fc.bigInt({ min: 1n, max: (1n << 64n) - 1n }), { nil: undefined }),
})

/** As the official library writes it. */
function official({ from, to, amount, assetId, fee, ...terms }: AlgorandTransfer) {
  const of = {
    sender: new Address(from),
    receiver: new Address(to),
    amount,
    suggestedParams: {
      ...{ flatFee: true, fee, minFee: 1000n, firstValid: terms.firstRound, lastValid: terms.lastRound },
      ...{ genesisID: terms.genesisId, genesisHash: terms.genesisHash },
    },
  }
  return assetId === undefined
    ? makePaymentTxnWithSuggestedParamsFromObject(of)
    : makeAssetTransferTxnWithSuggestedParamsFromObject({ ...of, assetIndex: assetId })
}

describe('an address', () => {
  test('is written as the official library writes it, and read as what it is', () => {
    fc.assert(
      fc.property(bytes32, (key) => {
        const address = writeAddress(key)
        expect(address).toBe(encodeAddress(key))
        expect(readAddress(address)).toEqual(key)
      }),
    )
  })

  test('with any letter changed is none, and is said to be mistyped', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567']
    fc.assert(
      fc.property(bytes32, fc.nat(57), fc.constantFrom(...letters), (key, place, letter) => {
        const address = writeAddress(key)
        fc.pre(address[place] !== letter)
        const other = `${address.slice(0, place)}${letter}${address.slice(place + 1)}`
        expect(readAddress(other)).toBeUndefined()
        // The last letter has bits that stand for nothing, which the official library passes over.
        if (place < 57) expect([hasWrongChecksum(other), isValidAddress(other)]).toEqual([true, false])
      }),
    )
  })

  test.each(['', 'A'.repeat(57), 'a'.repeat(58), '0x00', `${writeAddress(new Uint8Array(32))}A`, `${'A'.repeat(57)}1`])(
    '%s is none',
    (text) => {
      expect([readAddress(text), hasWrongChecksum(text)]).toEqual([undefined, false])
    },
  )

  test('of too few letters is said to be that', () => {
    const address = writeAddress(new Uint8Array(32).fill(7))
    expect([address, address.slice(1), `${address}A`, 'hello'].map(hasWrongLength)).toEqual([false, true, true, false])
  })
})

describe('a transfer', () => {
  test('has the bytes and the id that the official library gives it, whatever is sent', () => {
    fc.assert(
      fc.property(transfers, (transfer) => {
        const transaction = transactionOf(transfer)
        const same = official(transfer)
        expect(transaction).toEqual(encodeUnsignedTransaction(same))
        expect(idOf(transaction)).toBe(same.txID())
        expect(decodeUnsignedTransaction(transaction).txID()).toBe(same.txID())
      }),
      { numRuns: 300 },
    )
  })

  test('that the official library has signed is what was agreed; of any other byte it isn’t', () => {
    const { sk, addr } = mnemonicToSecretKey(mnemonicFromSeed(new Uint8Array(32).fill(5)))
    fc.assert(
      fc.property(transfers, fc.boolean(), fc.nat(), fc.integer({ min: 1, max: 255 }), (of, isOwn, at, by) => {
        const transfer = isOwn ? { ...of, from: addr.publicKey } : of
        const agreed = transactionOf(transfer)
        const signed = official(transfer).signTxn(sk)
        const signer = isOwn ? undefined : addr.publicKey
        expect(checkSigned({ agreed, signed, signer })).toBe(signed)
        // Another’s key, where the account’s own is to sign, and the other way round.
        expect(() => checkSigned({ agreed, signed, signer: isOwn ? addr.publicKey : undefined })).toThrow()
        const other = Uint8Array.from(signed)
        const place = at % other.length
        other[place] = (other[place] ?? 0) ^ by
        const behind = signed.length - agreed.length - 4
        const isOfSignature = place < behind && place >= behind - 64
        if (isOfSignature) expect(checkSigned({ agreed, signed: other, signer })).toBe(other)
        else expect(() => checkSigned({ agreed, signed: other, signer })).toThrow('What the wallet signed')
        expect(() => checkSigned({ agreed, signed: Uint8Array.from([...signed, 0]), signer })).toThrow()
      }),
      { numRuns: 200 },
    )
  })
})

test('a genesis hash is that of its network alone', () => {
  const id = algorandMainnet.caipNetworkId
  expect(isGenesisOf(id, 'wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=')).toBe(true)
  for (const other of ['SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=', '', 'wGHE2Pwdvd7S12BL5FaOP20EGYesN73k', '?'])
    expect(isGenesisOf(id, other)).toBe(false)
})

test('numbers of 64 bits are read exactly, and texts stay as they are', () => {
  const text =
    '{"amount":18446744073709551615,"name":"say \\"12345678901234567890\\"","rate":1.2345678901234567891,"n":12}'
  expect(JSON.parse(exactJson(text))).toEqual({
    amount: '18446744073709551615',
    name: 'say "12345678901234567890"',
    rate: Number('1.2345678901234567891'),
    n: 12,
  })
})

test.each([
  ['algod_account', ['../../genesis']],
  ['algod_account', []],
  ['algod_account', [writeAddress(new Uint8Array(32)), 'x']],
  ['algod_pending', ['?']],
  ['algod_asset', ['0']],
  ['algod_sendTransaction', ['not base64!']],
  ['algod_shutdown', []],
  ['constructor', []],
])('%s of %s is no request to a node', (method, params) => {
  expect(algodPaths.requestOf({ method, params })).toBeUndefined()
})
