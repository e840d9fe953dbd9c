import { encodeSecp256k1Pubkey, serializeSignDoc } from '@cosmjs/amino'
import { encodePubkey, makeAuthInfoBytes, Registry } from '@cosmjs/proto-signing'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UnsafeCosmosTransactionError } from '../errors.js'
import type { AminoDoc, DirectDoc } from '../family.js'
import { aminoBytes } from '../verify/adr36.js'
import { checkAmino, checkDirect } from './checkSigned.js'
import { fieldsOf, item, message, text, uint } from './protobuf.js'
import { aminoOf, authInfoOf, bodyOf, type Payment, rawOf } from './transaction.js'

const sendType = '/cosmos.bank.v1beta1.MsgSend'
const registry = new Registry([[sendType, MsgSend]])
const address = fc.stringMatching(/^[a-z]{2,8}1[a-z0-9]{38}$/)
const uint64 = fc.bigInt(0n, 2n ** 64n - 1n)
const coin = fc.record({
  denom: fc.stringMatching(/^[a-z][a-zA-Z0-9/]{2,40}$/),
  amount: fc.bigInt(0n, 2n ** 256n).map(String),
})
const payment = fc.record({ from: address, to: address, coin, memo: fc.string({ unit: 'grapheme', maxLength: 60 }) })
const publicKey = fc.uint8Array({ minLength: 33, maxLength: 33 })
const gas = fc.bigInt(0n, BigInt(Number.MAX_SAFE_INTEGER))
const signer = fc.record({ publicKey, accountNumber: uint64, sequence: uint64 })

/** As the official library writes it. */
const officialBody = ({ from, to, coin: amount, memo }: Payment) =>
  registry.encodeTxBody({
    messages: [{ typeUrl: sendType, value: { fromAddress: from, toAddress: to, amount: [amount] } }],
    memo,
  })

describe('what is signed is, byte for byte, what the official library writes', () => {
  test('[S3.10] of a payment, whatever its amount, addresses and memo', () => {
    fc.assert(
      fc.property(payment, (each) => {
        expect(bodyOf(each)).toEqual(Uint8Array.from(officialBody(each)))
      }),
    )
  })

  test('of who signs and what is paid, by bytes and by JSON; what is 0 is not written', () => {
    fc.assert(
      fc.property(signer, coin, gas, fc.boolean(), (by, paid, limit, isAmino) => {
        const keyPair = encodePubkey(encodeSecp256k1Pubkey(Uint8Array.from([2, ...by.publicKey.slice(1)])))
        const mode = isAmino ? SignMode.SIGN_MODE_LEGACY_AMINO_JSON : SignMode.SIGN_MODE_DIRECT
        const official = makeAuthInfoBytes(
          [{ pubkey: keyPair, sequence: by.sequence }],
          [paid],
          Number(limit),
          undefined,
          undefined,
          mode,
        )
        const own = authInfoOf({
          signer: { ...by, publicKey: Uint8Array.from([2, ...by.publicKey.slice(1)]) },
          fee: { coin: paid, gas: limit },
          mode: isAmino ? 'amino' : 'direct',
        })
        expect(own).toEqual(Uint8Array.from(official))
      }),
    )
  })

  test('of the whole, also without a signature, as it is simulated', () => {
    fc.assert(
      fc.property(payment, fc.uint8Array({ maxLength: 64 }), (each, signature) => {
        const bodyBytes = bodyOf(each)
        const raw = { bodyBytes, authInfoBytes: Uint8Array.of(18, 0), signatures: [signature] }
        expect(rawOf(raw, signature)).toEqual(Uint8Array.from(TxRaw.encode(TxRaw.fromPartial(raw)).finish()))
      }),
    )
  })

  test('of a payment as JSON', () => {
    fc.assert(
      fc.property(payment, signer, coin, gas, (each, by, paid, limit) => {
        const doc = aminoOf({ payment: each, signer: by, fee: { coin: paid, gas: limit }, chainId: 'foyer-1' })
        const value = { from_address: each.from, to_address: each.to, amount: [each.coin] }
        const official = serializeSignDoc({ ...doc, msgs: [{ type: 'cosmos-sdk/MsgSend', value }] })
        expect(aminoBytes(doc)).toEqual(Uint8Array.from(official))
      }),
    )
  })
})

describe('protobuf', () => {
  test('numbers of up to 64 bits come back', () => {
    fc.assert(
      fc.property(uint64, fc.integer({ min: 1, max: 1_000 }), (value, number) => {
        const fields = fieldsOf(message(uint(number, value)))
        expect(fields).toEqual(value === 0n ? [] : [{ number, value }])
      }),
    )
  })

  test('what is no message is refused, and never read past its end', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        try {
          fieldsOf(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }),
    )
    for (const bytes of [[0x08], [0x0a, 2, 1], [0x0b], [0x00, 1], [8, ...Array.from({ length: 10 }, () => 255), 1]])
      expect(() => fieldsOf(Uint8Array.from(bytes))).toThrow(RangeError)
  })
})

const agreedPayment: Payment = {
  from: 'cosmos1from',
  to: 'cosmos1to',
  coin: { denom: 'uatom', amount: '5' },
  memo: '',
}
const by = { publicKey: Uint8Array.from({ length: 33 }, () => 2), accountNumber: 7n, sequence: 3n }
const fee = { coin: { denom: 'uatom', amount: '2000' }, gas: 80_000n }

describe('what a wallet signed', () => {
  const agreed: DirectDoc = {
    bodyBytes: bodyOf(agreedPayment),
    authInfoBytes: authInfoOf({ signer: by, fee, mode: 'direct' }),
    chainId: 'foyer-1',
    accountNumber: 7n,
  }
  const bodyWith = (changes: Partial<Payment>) => ({ bodyBytes: bodyOf({ ...agreedPayment, ...changes }) })
  const infoWith = (changes: object) => ({
    authInfoBytes: authInfoOf({ signer: { ...by, ...changes }, fee, mode: 'direct' }),
  })
  const extended = TxBody.encode(
    TxBody.fromPartial({
      ...TxBody.decode(agreed.bodyBytes),
      extensionOptions: [{ typeUrl: '/any', value: new Uint8Array() }],
    }),
  ).finish()

  test('may have another fee and a memo of the visitor’s', () => {
    const authInfoBytes = authInfoOf({ signer: by, fee: { ...fee, gas: 200_000n }, mode: 'direct' })
    expect(() =>
      checkDirect({ agreed, signed: { ...agreed, ...bodyWith({ memo: 'mine' }), authInfoBytes } }),
    ).not.toThrow()
  })

  test.each<[string, Partial<DirectDoc>]>([
    ['messages', bodyWith({ to: 'cosmos1other' })],
    ['messages', bodyWith({ coin: { denom: 'uatom', amount: '50' } })],
    ['messages', { bodyBytes: Uint8Array.from([...agreed.bodyBytes, ...agreed.bodyBytes]) }],
    ['extensions', { bodyBytes: extended }],
    ['chain', { chainId: 'foyer-2' }],
    ['chain', { accountNumber: 8n }],
    ['key', infoWith({ publicKey: Uint8Array.from({ length: 33 }, () => 3) })],
    ['sequence', infoWith({ sequence: 4n })],
    [
      'payer',
      {
        authInfoBytes: Uint8Array.from(
          makeAuthInfoBytes(
            [{ pubkey: encodePubkey(encodeSecp256k1Pubkey(by.publicKey)), sequence: 3n }],
            [fee.coin],
            80_000,
            undefined,
            'cosmos1payer',
          ),
        ),
      },
    ],
    ['payer', { authInfoBytes: message(item(2, text(3, 'cosmos1payer')), [...agreed.authInfoBytes]) }],
    ['unreadable', { bodyBytes: Uint8Array.of(0x0a, 9) }],
  ])('is refused for its %s', (fault, changes) => {
    const check = () => checkDirect({ agreed, signed: { ...agreed, ...changes } })
    expect(check).toThrow(UnsafeCosmosTransactionError)
    expect(check).toThrow(expect.objectContaining({ fault }))
  })

  const doc = aminoOf({ payment: agreedPayment, signer: by, fee, chainId: 'foyer-1' })
  test('as JSON may have another fee', () => {
    const signed = { ...doc, memo: 'mine', fee: { ...doc.fee, gas: '200000' } }
    expect(checkAmino({ agreed: doc, signed })).toEqual({ ...fee, gas: 200_000n })
  })

  test.each<[string, Partial<AminoDoc>]>([
    [
      'messages',
      { msgs: aminoOf({ payment: { ...agreedPayment, to: 'x' }, signer: by, fee, chainId: 'foyer-1' }).msgs },
    ],
    ['messages', { msgs: [...doc.msgs, ...doc.msgs] }],
    ['chain', { chain_id: 'foyer-2' }],
    ['chain', { account_number: '8' }],
    ['sequence', { sequence: '4' }],
    ['payer', { fee: { ...doc.fee, ...{ payer: 'cosmos1payer' } } }],
    ['payer', { fee: { ...doc.fee, amount: [...doc.fee.amount, ...doc.fee.amount] } }],
  ])('as JSON is refused for its %s', (fault, changes) => {
    expect(() => checkAmino({ agreed: doc, signed: { ...doc, ...changes } })).toThrow(
      expect.objectContaining({ fault }),
    )
  })
})
