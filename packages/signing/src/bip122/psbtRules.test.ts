import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { NETWORK, p2tr, p2wpkh, SigHash, Transaction } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import type { OwnAddress } from './accounts.js'
import { inputsToSign, isComplete, openPsbt, PsbtError, previousOutput, readInputs, signInputs } from './psbt.js'

// Which inputs of a PSBT are the account's, how they are signed, and what is known of each, rule by rule.

const keyOf = (digit: number) => new Uint8Array(32).fill(digit)
function payment(digit: number): OwnAddress {
  const privateKey = keyOf(digit)
  const publicKey = secp256k1.getPublicKey(privateKey)
  const { address = '', script } = p2wpkh(publicKey, NETWORK)
  return { address, script, publicKey, privateKey, intention: 'payment', type: 'p2wpkh' }
}
function ordinals(digit: number): OwnAddress {
  const privateKey = keyOf(digit)
  const publicKey = schnorr.getPublicKey(privateKey)
  const { address = '', script } = p2tr(publicKey, undefined, NETWORK)
  return { address, script, publicKey, privateKey, intention: 'ordinal', type: 'p2tr' }
}
const [mine, taproot, theirs] = [payment(8), ordinals(9), payment(5)]
const own = new Map([mine, taproot].map((each) => [bytesToHex(each.script), each] as const))

interface Spent {
  readonly of?: OwnAddress
  readonly txid?: string
  readonly index?: number
  readonly sighashType?: number
  readonly more?: object
}
const spending = (...inputs: readonly Spent[]): Transaction => {
  const transaction = new Transaction({ allowUnknownOutputs: true })
  transaction.addOutput({ script: theirs.script, amount: 90_000n })
  for (const { of, txid = 'a'.repeat(64), index = 0, sighashType, more = {} } of inputs)
    transaction.addInput({
      ...{ txid, index, ...more },
      ...(of && { witnessUtxo: { script: of.script, amount: 100_000n } }),
      ...(sighashType !== undefined && { sighashType }),
    })
  return transaction
}
const named = (address: string, index: number, sighashTypes?: readonly number[]) => ({
  ...{ address, index, sighashTypes: sighashTypes && [...sighashTypes] },
})
const signsOf = (transaction: Transaction, asked: readonly ReturnType<typeof named>[] = []) =>
  inputsToSign({ transaction, signInputs: [...asked], own }).map(
    ({ index, key, sighash }) => `${index} ${key.intention} ${sighash}`,
  )

describe('[F13] inputs are signed', () => {
  test('that are the account’s, where none is named; and those alone that are', () => {
    const transaction = spending({ of: theirs }, { of: mine, index: 1 }, { of: taproot, index: 2 }, { index: 3 })
    expect(signsOf(transaction)).toEqual(['1 payment 1', '2 ordinal 0'])
    expect(signsOf(transaction, [named(taproot.address, 2)])).toEqual(['2 ordinal 0'])
    expect(signsOf(transaction, [named(taproot.address, 2), named(mine.address, 1)])).toEqual([
      '2 ordinal 0',
      '1 payment 1',
    ])
  })

  test.each([
    ['that is named twice', [named(mine.address, 1), named(mine.address, 1)], /named twice/],
    ['that isn’t its own', [named(mine.address, 0)], /input 0 isn/],
    ['that is another address’s of the account', [named(taproot.address, 1)], /input 1 isn/],
    ['that isn’t there', [named(mine.address, 2)], /input 2 isn/],
  ])('but for one %s', (_, asked, why) => {
    const transaction = spending({ of: theirs }, { of: mine, index: 1 })
    expect(() => signsOf(transaction, asked)).toThrow(why)
    expect(() => signsOf(transaction, asked)).toThrow(PsbtError)
  })

  test('and none where none is the account’s', () => {
    expect(() => signsOf(spending({ of: theirs }, { index: 1 }))).toThrow(/No input/)
  })

  test.each([
    ['all, where nothing is said', undefined, undefined, 1],
    ['all, as it says', SigHash.ALL, undefined, 1],
    ['all in Taproot’s way, where all is named in the other', SigHash.DEFAULT, [SigHash.ALL], 0],
    ['all, where that is named among others', SigHash.ALL, [SigHash.NONE, SigHash.DEFAULT], 1],
    ['one, where that is named', SigHash.SINGLE, [SigHash.SINGLE], 3],
    ['none, where that is named', SigHash.NONE, [SigHash.ALL, SigHash.NONE], 2],
    ['one of whatever inputs, where that is named', SigHash.SINGLE_ANYONECANPAY, [SigHash.SINGLE_ANYONECANPAY], 0x83],
    ['nothing, where one isn’t named', SigHash.SINGLE, undefined, undefined],
    ['nothing, where another is named', SigHash.SINGLE, [SigHash.NONE], undefined],
    ['nothing, where all isn’t named', SigHash.ALL, [SigHash.SINGLE], undefined],
    ['nothing, where it isn’t said and others are named', undefined, [SigHash.SINGLE], undefined],
    ['nothing, where nobody knows the kind', 0x44, [0x44], undefined],
  ] as const)('to bind %s', (_, sighashType, sighashTypes, sighash) => {
    const transaction = spending({ of: mine, ...(sighashType !== undefined && { sighashType }) })
    const asked = () => signsOf(transaction, [named(mine.address, 0, sighashTypes)])
    if (sighash === undefined) expect(asked).toThrow(/kind of signature/)
    else expect(asked()).toEqual([`0 payment ${sighash}`])
  })
})

test('[F13] what an input spends is what the PSBT says, or the transaction that it comes with', () => {
  const before = new Transaction({ allowUnknownInputs: true, allowUnknownOutputs: true })
  before.addInput({ txid: 'b'.repeat(64), index: 0 })
  before.addOutput({ script: theirs.script, amount: 7n })
  before.addOutput({ script: mine.script, amount: 8n })
  const nonWitnessUtxo = before.toBytes(true, false)
  const transaction = spending({ of: mine }, { txid: before.id, index: 1, more: { nonWitnessUtxo } }, { index: 2 })
  const spent = [0, 1, 2].map((index) => previousOutput({ transaction, index }))
  expect(spent).toEqual([{ script: mine.script, amount: 100_000n }, { script: mine.script, amount: 8n }, undefined])
  const proven = readInputs({ transaction, signs: [], own, unspent: [] }).map(({ isProven }) => isProven)
  expect(proven).toEqual([false, true, false])
})

test('[F13] each input as it is shown', () => {
  const transaction = spending(
    { of: mine },
    { of: taproot, index: 1 },
    { of: theirs, index: 2 },
    { index: 3 },
    { of: mine, txid: 'c'.repeat(64) },
  )
  const signs = [
    { index: 0, sighash: SigHash.SINGLE_ANYONECANPAY },
    { index: 1, sighash: SigHash.DEFAULT },
    { index: 4, sighash: SigHash.NONE },
  ]
  const unspent = [
    { txid: 'a'.repeat(64), index: 0, value: 9n },
    { txid: 'a'.repeat(64), index: 2, value: 10n },
    { txid: 'c'.repeat(64), index: 1, value: 11n },
  ]
  const read = readInputs({ transaction, signs, own, unspent })
  const at = (address: string) => (address === mine.address ? 'mine' : 'taproot')
  expect(
    read.map(({ own: of, value, isSigned, isBinding, binds, onLedger, isTaproot }) =>
      [of ? at(of.address) : '-', value, isSigned, isBinding, binds, onLedger, isTaproot].join(' '),
    ),
  ).toEqual([
    'mine 100000 true false one 9 false',
    'taproot 100000 true true all  true',
    '- 100000 false true all 10 false',
    '-  false true all  false',
    'mine 100000 true false none  false',
  ])
})

test('[F13] a PSBT that can’t be read is none', () => {
  const psbt = spending({ of: mine }).toPSBT()
  expect(openPsbt(psbt).inputsLength).toBe(1)
  expect(() => openPsbt(psbt.slice(0, -3))).toThrow(PsbtError)
  expect(() => openPsbt(Uint8Array.of(1, 2, 3))).toThrow(/can’t be read/)
})

test('[F13] each input is signed with its own key, by its own kind, and no other is', () => {
  const transaction = spending(
    { of: mine, sighashType: SigHash.SINGLE },
    { of: taproot, index: 1 },
    { of: theirs, index: 2 },
  )
  const signs = inputsToSign({
    transaction,
    signInputs: [named(mine.address, 0, [SigHash.SINGLE]), named(taproot.address, 1)],
    own,
  })
  expect(isComplete({ transaction, signs })).toBe(false)
  signInputs({ transaction, signs })
  const [first, second, third] = [0, 1, 2].map((index) => transaction.getInput(index))
  expect(first?.partialSig?.[0]?.[1].at(-1)).toBe(SigHash.SINGLE)
  expect([second?.tapKeySig?.length, second?.tapInternalKey]).toEqual([64, taproot.publicKey])
  expect([third?.partialSig, third?.tapKeySig]).toEqual([undefined, undefined])
  expect(first?.tapInternalKey).toBeUndefined()
  const wrong = spending({ of: theirs })
  expect(() => signInputs({ transaction: wrong, signs: [{ index: 0, key: mine, sighash: SigHash.ALL }] })).toThrow()
})

test('[F13] the whole can be sent where every other input is signed already, in any of the ways', () => {
  const signs = [{ index: 0, key: mine, sighash: SigHash.ALL }]
  const withOther = (more: object) =>
    isComplete({ transaction: spending({ of: mine }, { of: theirs, index: 1, more }), signs })
  const signature = new Uint8Array(71).fill(1)
  expect(withOther({})).toBe(false)
  expect(withOther({ finalScriptWitness: [signature] })).toBe(true)
  expect(withOther({ finalScriptSig: signature })).toBe(true)
  expect(withOther({ partialSig: [[theirs.publicKey, signature]] })).toBe(true)
  expect(withOther({ tapKeySig: new Uint8Array(64).fill(1) })).toBe(true)
  expect(isComplete({ transaction: spending({ of: mine }), signs })).toBe(true)
  expect(isComplete({ transaction: spending({ of: mine }), signs: [] })).toBe(false)
})
