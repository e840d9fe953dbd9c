import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base64, hex } from '@scure/base'
import { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, SigHash, Transaction } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { readAddress } from '../addresses/readAddress.js'
import { checkedPsbt, finalTransaction, inputsIn } from './signed.js'
import { spendingPsbt, transferPsbt } from './transfer.js'

const key = new Uint8Array(32).fill(7)
const publicKey = secp256k1.getPublicKey(key, true)
const otherKey = secp256k1.getPublicKey(new Uint8Array(32).fill(8), true)
const network = NETWORK
const made = {
  p2pkh: p2pkh(publicKey, network),
  p2sh: p2sh(p2wpkh(publicKey, network), network),
  p2wpkh: p2wpkh(publicKey, network),
  p2tr: p2tr(publicKey.subarray(1), undefined, network),
} as const
type Type = keyof typeof made

function addressOf(type: Type) {
  const read = readAddress(made[type].address ?? '')
  if (!read) throw new Error('It is an address.')
  return read
}
const errorOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}
const [from, to] = [addressOf('p2wpkh'), addressOf('p2tr')]
const own = hex.encode(publicKey)
const coin = { txid: '11'.repeat(32), index: 3, value: 100_000n, isConfirmed: true }
/** The transaction that made a coin of an old address. */
const source = (() => {
  const transaction = new Transaction({ allowUnknownInputs: true })
  transaction.addInput({ txid: '22'.repeat(32), index: 0, witnessUtxo: { script: from.script, amount: 200_000n } })
  transaction.addOutput({ script: addressOf('p2pkh').script, amount: 100_000n })
  transaction.sign(key)
  transaction.finalize()
  return transaction
})()

describe('[F27] the PSBT of a transfer', () => {
  const plan = { inputs: [coin], amount: 40_000n, change: 59_859n, fee: 141n }
  const read = (psbt: string) => Transaction.fromPSBT(base64.decode(psbt))

  test('spends the coin that was chosen, pays the recipient first, brings back the rest, and can be replaced', () => {
    const transaction = read(transferPsbt({ plan, from, to }))
    expect(transaction.getInput(0)).toMatchObject({
      ...{ txid: hex.decode(coin.txid), index: 3, sequence: 0xffff_fffd },
      witnessUtxo: { script: from.script, amount: 100_000n },
    })
    expect([transaction.getOutput(0), transaction.getOutput(1)]).toMatchObject([
      { script: to.script, amount: 40_000n },
      { script: from.script, amount: 59_859n },
    ])
    expect([transaction.version, transaction.lockTime, transaction.inputsLength, transaction.outputsLength]).toEqual([
      2, 0, 1, 2,
    ])
  })

  test('has no change where none is left', () => {
    expect(read(transferPsbt({ plan: { ...plan, change: 0n }, from, to })).outputsLength).toBe(1)
    expect(read(transferPsbt({ plan: { ...plan, change: 1n }, from, to })).outputsLength).toBe(2)
  })

  const spending = (type: Type, more: object = {}) =>
    read(
      spendingPsbt({
        from: addressOf(type),
        inputs: [type === 'p2pkh' ? { ...coin, txid: source.id, index: 0 } : coin],
        outputs: [{ script: to.script, value: 1n }],
        ...more,
      }),
    ).getInput(0)

  test.each<readonly [string, Type, object, object, readonly string[]]>([
    [
      'a nested address says what it is made of',
      'p2sh',
      { publicKey: own },
      { redeemScript: made.p2wpkh.script },
      ['tapInternalKey'],
    ],
    ['Taproot says its key', 'p2tr', { publicKey: own }, { tapInternalKey: publicKey.subarray(1) }, ['redeemScript']],
    [
      'Taproot says its key as wallets do',
      'p2tr',
      { publicKey: own.slice(2) },
      { tapInternalKey: publicKey.subarray(1) },
      [],
    ],
    ['Taproot says no key that isn’t its own', 'p2tr', { publicKey: hex.encode(otherKey) }, {}, ['tapInternalKey']],
    ['Taproot says no key that isn’t known', 'p2tr', {}, {}, ['tapInternalKey']],
    ['an address of a witness says nothing more', 'p2wpkh', { publicKey: own }, {}, ['tapInternalKey', 'redeemScript']],
    [
      'an old address proves what it holds',
      'p2pkh',
      { sources: new Map([[source.id, source.hex]]) },
      {},
      ['witnessUtxo'],
    ],
  ])('of %s', (_, type, more, expected, absent) => {
    const input = spending(type, more)
    expect(input).toMatchObject(expected)
    for (const name of absent) expect(input).not.toHaveProperty(name)
    if (type === 'p2pkh') expect(input.nonWitnessUtxo?.outputs).toMatchObject([{ amount: 100_000n }])
  })

  test.each<readonly [string, Type, object]>([
    ['nested, with no key', 'p2sh', {}],
    ['nested, with another key', 'p2sh', { publicKey: hex.encode(otherKey) }],
    ['nested, with a key of another length', 'p2sh', { publicKey: own.slice(2) }],
    ['old, with no transaction', 'p2pkh', {}],
    ['old, with another transaction', 'p2pkh', { sources: new Map([['44'.repeat(32), source.hex]]) }],
  ])('can’t be made for an address that is %s', (_, type, more) => {
    expect(errorOf(() => spending(type, more))).toMatchObject({
      code: 'invalid_bitcoin_transfer',
      facts: { field: 'account' },
    })
  })
})

interface Shape {
  readonly version?: number
  readonly lockTime?: number
  readonly inputs?: readonly object[]
  readonly outputs?: readonly (readonly [Uint8Array, bigint])[]
}

/** A PSBT of two coins, with what a test changes. */
function shaped({
  version = 2,
  lockTime = 0,
  inputs = [{}, { index: 1 }],
  outputs = [[to.script, 150_000n]],
}: Shape = {}): Transaction {
  const transaction = new Transaction({ version, lockTime })
  for (const input of inputs)
    transaction.addInput({
      ...{ txid: coin.txid, index: 0, sequence: 0xffff_fffd },
      ...{ witnessUtxo: { script: from.script, amount: 76_000n } },
      ...input,
    })
  for (const [script, amount] of outputs) transaction.addOutput({ script, amount })
  return transaction
}
const text = (transaction: Transaction) => base64.encode(transaction.toPSBT())
const agreed = text(shaped())

describe('[F27] what a wallet signed', () => {
  const signed = (shape?: Shape) => {
    const transaction = shaped(shape)
    transaction.sign(key)
    return text(transaction)
  }

  test('is what was agreed, with its signatures', () => {
    const back = Transaction.fromPSBT(base64.decode(checkedPsbt({ agreed, signed: signed() })))
    expect([0, 1].map((index) => back.getInput(index).partialSig?.length)).toEqual([1, 1])
    expect(inputsIn(agreed)).toBe(2)
    expect(finalTransaction({ agreed, signed: signed(), fee: 2_000n, isOwn: true }).fee).toBe(2_000n)
  })

  test.each<readonly [string, Shape, string]>([
    ['another coin', { inputs: [{ txid: '12'.repeat(32) }, { index: 1 }] }, 'inputs'],
    ['another place', { inputs: [{}, { index: 2 }] }, 'inputs'],
    ['its coins in another order', { inputs: [{ index: 1 }, {}] }, 'inputs'],
    ['a coin less', { inputs: [{}] }, 'inputs'],
    ['no replacing', { inputs: [{ sequence: 0xffff_ffff }, { index: 1 }] }, 'inputs'],
    ['another version', { version: 1 }, 'inputs'],
    ['a later time', { lockTime: 800_000 }, 'inputs'],
    ['another recipient', { outputs: [[from.script, 150_000n]] }, 'outputs'],
    ['a satoshi less', { outputs: [[to.script, 149_999n]] }, 'outputs'],
    [
      'one output more',
      {
        outputs: [
          [to.script, 150_000n],
          [from.script, 1_000n],
        ],
      },
      'outputs',
    ],
  ])('with %s is refused', (_, shape, fault) => {
    const work = { agreed, signed: signed(shape) }
    expect(errorOf(() => checkedPsbt(work))).toMatchObject({ code: 'unsafe_psbt', fault })
    expect(errorOf(() => finalTransaction(work))).toMatchObject({ code: 'unsafe_psbt', fault })
  })

  test('that can’t be read is refused as what it is', () => {
    expect(errorOf(() => checkedPsbt({ agreed, signed: 'AAAA' }))).toMatchObject({ fault: 'encoding' })
    expect(errorOf(() => checkedPsbt({ agreed: '*', signed: agreed }))).toMatchObject({ fault: 'unreadable' })
    expect(errorOf(() => inputsIn('AAAA'))).toMatchObject({ fault: 'unreadable' })
  })

  test('goes out only where each input is signed', () => {
    const half = shaped()
    half.signIdx(key, 0)
    for (const isOwn of [true, false])
      expect(errorOf(() => finalTransaction({ agreed, signed: text(half), isOwn }))).toMatchObject({
        fault: 'signature',
      })
  })

  test('goes out as well where the wallet has finished it', () => {
    const finished = shaped()
    finished.sign(key)
    finished.finalize()
    const sent = finalTransaction({ agreed, signed: text(finished), fee: 2_000n, isOwn: true })
    expect(sent).toMatchObject({ hex: finished.hex, txid: finished.id })
  })

  test.each([
    ['unfinished', false],
    ['finished', true],
  ])('leaves no part open, %s', (_, isFinished) => {
    const open = shaped({ inputs: [{}, { index: 1, sighashType: SigHash.NONE }] })
    open.signIdx(key, 0)
    open.signIdx(key, 1, [SigHash.NONE])
    if (isFinished) open.finalize()
    expect(errorOf(() => finalTransaction({ agreed, signed: text(open), isOwn: true }))).toMatchObject({
      fault: 'signature',
    })
    // What others made is theirs to leave open.
    expect(finalTransaction({ agreed, signed: text(open) }).fee).toBe(2_000n)
  })

  test('of Taproot has a signature of the whole', () => {
    const spent = { witnessUtxo: { script: to.script, amount: 152_000n }, tapInternalKey: publicKey.subarray(1) }
    const shape = (sighashType?: SigHash): Shape => ({
      inputs: [{ ...spent, ...(sighashType === undefined ? {} : { sighashType }) }],
    })
    const own = text(shaped(shape()))
    for (const [sighash, isWhole] of [
      [SigHash.DEFAULT, true],
      [SigHash.ALL, true],
      [SigHash.NONE, false],
      [SigHash.SINGLE_ANYONECANPAY, false],
    ] as const) {
      const transaction = shaped(shape(sighash))
      transaction.signIdx(key, 0, [sighash])
      const ended = errorOf(() =>
        finalTransaction({ agreed: own, signed: text(transaction), fee: 2_000n, isOwn: true }),
      )
      expect(ended).toMatchObject(isWhole ? { fee: 2_000n } : { fault: 'signature' })
    }
  })

  test('of an old address has a signature of the whole', () => {
    const old = { txid: source.id, index: 0, nonWitnessUtxo: hex.decode(source.hex), witnessUtxo: undefined }
    const shape = (sighashType?: SigHash): Shape => ({
      inputs: [{ ...old, ...(sighashType === undefined ? {} : { sighashType }) }],
      outputs: [[to.script, 98_000n]],
    })
    const own = text(shaped(shape()))
    for (const sighash of [SigHash.ALL, SigHash.NONE])
      for (const isFinished of [false, true]) {
        const transaction = shaped(shape(sighash))
        transaction.signIdx(key, 0, [sighash])
        if (isFinished) transaction.finalize()
        const ended = errorOf(() =>
          finalTransaction({ agreed: own, signed: text(transaction), fee: 2_000n, isOwn: true }),
        )
        expect(ended).toMatchObject(sighash === SigHash.ALL ? { fee: 2_000n } : { fault: 'signature' })
      }
  })
})
