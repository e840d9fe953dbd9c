import { base58 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { addresses } from '../test/keys.js'
import { decodeTransaction, hashOf, legacyParts, withSignature } from './decode.js'
import { encodeMessage, unsignedTransaction } from './encode.js'
import { systemTransfer, transferredBy } from './programs.js'

const [alice, bob] = addresses
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const program = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const other = 'So11111111111111111111111111111111111111112'
const blockhash = '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn'
const fault = (name: string) => expect.objectContaining({ code: 'invalid_transaction', facts: { fault: name } })

/** Two sign, one of them only to be read; of the others one is written. */
const uses = [
  { address: bob, isSigner: true, isWritable: false },
  { address: mint, isSigner: false, isWritable: true },
  { address: other, isSigner: false, isWritable: false },
]
const made = () =>
  encodeMessage({
    feePayer: alice,
    blockhash,
    instructions: [{ programId: program, accounts: uses, data: Uint8Array.of(1, 2, 3) }],
  })
const message = made()

describe('a message', () => {
  test('says of each account whether it signs and is written, and gives that back', () => {
    expect([...made().subarray(0, 4)]).toEqual([2, 1, 2, 5])
    const data = Uint8Array.of(1, 2, 3)
    expect(legacyParts(made())).toEqual({
      feePayer: alice,
      recentBlockhash: blockhash,
      instructions: [{ programId: program, accounts: uses, data }],
    })
  })

  test('has each key once, with the most that any instruction does with it', () => {
    const use = (isSigner: boolean, isWritable: boolean) => ({ address: bob, isSigner, isWritable })
    const merged = encodeMessage({
      feePayer: alice,
      blockhash,
      instructions: [
        { programId: program, accounts: [use(true, false)], data: new Uint8Array() },
        { programId: program, accounts: [use(false, true)], data: new Uint8Array() },
        { programId: bob, accounts: [use(false, false)], data: new Uint8Array() },
      ],
    })
    expect([...merged.subarray(0, 4)]).toEqual([2, 0, 1, 3])
    expect(legacyParts(merged).instructions[0]?.accounts).toEqual([use(true, true)])
  })

  test('fills a packet to the last byte, and no more', () => {
    const sized = (bytes: number) =>
      encodeMessage({
        feePayer: alice,
        blockhash,
        instructions: [{ programId: program, accounts: [], data: new Uint8Array(bytes) }],
      })
    const room = 1_232 - unsignedTransaction(sized(200)).length + 200
    expect(unsignedTransaction(sized(room))).toHaveLength(1_232)
    expect(() => sized(room + 1)).toThrow(fault('size'))
    // A second signature takes 64 bytes, and its key 32.
    const signed = (count: number) =>
      encodeMessage({
        feePayer: alice,
        blockhash,
        instructions: [{ programId: program, accounts: uses.slice(0, 1), data: new Uint8Array(count) }],
      })
    const left = 1_232 - unsignedTransaction(signed(200)).length + 200
    expect(unsignedTransaction(signed(left))).toHaveLength(1_232)
    expect(() => signed(left + 1)).toThrow(fault('size'))
  })

  test('names an account that it hasn’t: no part of it is read', () => {
    const broken = message.slice()
    // The place of the program among the keys, behind header, keys, block and the number of instructions.
    broken[4 + 5 * 32 + 32 + 1] = 5
    expect(() => legacyParts(broken)).toThrow(fault('bytes'))
  })
})

describe('a transaction', () => {
  const bytes = unsignedTransaction(message)

  test('is read with its signers in their order', () => {
    expect(decodeTransaction(bytes)).toMatchObject({
      signaturesAt: 1,
      version: 'legacy',
      signers: [alice, bob],
      message,
    })
    const versioned = Uint8Array.of(...bytes.subarray(0, 129), 0x80, ...message)
    expect(decodeTransaction(versioned)).toMatchObject({ version: 0, signers: [alice, bob] })
  })

  test.each<readonly [string, Uint8Array | string]>([
    ['ends within its keys', bytes.subarray(0, 1 + 128 + 4 + 63)],
    ['has fewer signatures than signers', Uint8Array.of(1, ...new Uint8Array(64), ...message)],
    ['has more signatures than signers', Uint8Array.of(3, ...new Uint8Array(192), ...message, ...new Uint8Array(64))],
    ['has fewer keys than signers', Uint8Array.of(...bytes.subarray(0, 132), 1, ...bytes.subarray(133))],
    ['has no signer', Uint8Array.of(0, 0, 0, 0, 0, ...new Uint8Array(64))],
    ['has a length of four bytes', Uint8Array.of(0x82, 0x80, 0x80, 0, ...bytes.subarray(1))],
    ['has a length of more than three bytes', Uint8Array.of(0x80, 0x80, 0x80, 0, ...new Uint8Array(300))],
    ['isn’t base64', '*'],
  ])('that %s is none', (_, broken) => {
    expect(() => decodeTransaction(broken)).toThrow(fault('bytes'))
  })

  test('whose every key signs is one', () => {
    const own = encodeMessage({
      feePayer: alice,
      blockhash,
      instructions: [
        { programId: bob, accounts: [{ address: bob, isSigner: true, isWritable: true }], data: Uint8Array.of(7) },
      ],
    })
    expect(decodeTransaction(unsignedTransaction(own)).signers).toEqual([alice, bob])
  })

  test('reads lengths of two bytes', () => {
    const data = new Uint8Array(300).fill(5)
    const long = encodeMessage({
      feePayer: alice,
      blockhash,
      instructions: [{ programId: program, accounts: [], data }],
    })
    expect(legacyParts(long).instructions[0]?.data).toEqual(data)
    const exact = data.subarray(0, 128)
    const even = encodeMessage({
      feePayer: alice,
      blockhash,
      instructions: [{ programId: program, accounts: [], data: exact }],
    })
    expect(legacyParts(even).instructions[0]?.data).toEqual(exact)
  })

  test('takes each signer’s signature at its own place, and stays as it was', () => {
    const transaction = decodeTransaction(bytes)
    const before = bytes.slice()
    const signature = new Uint8Array(64).fill(9)
    const first = withSignature({ transaction, address: alice, signature })
    const second = withSignature({ transaction, address: bob, signature })
    expect(first.subarray(1, 65)).toEqual(signature)
    expect(first.subarray(65)).toEqual(bytes.subarray(65))
    expect(second.subarray(65, 129)).toEqual(signature)
    expect(second.subarray(0, 65)).toEqual(bytes.subarray(0, 65))
    expect(bytes).toEqual(before)
    expect(hashOf(decodeTransaction(first))).toBe(base58.encode(signature))
    expect(() => withSignature({ transaction, address: mint, signature })).toThrow(fault('signer'))
    for (const length of [63, 65])
      expect(() => withSignature({ transaction, address: alice, signature: new Uint8Array(length) })).toThrow(
        fault('signer'),
      )
  })
})

describe('[F27] an instruction', () => {
  const transfer = systemTransfer({ from: alice, to: bob, lamports: 5n })
  const changed = (at: number, byte: number) => {
    const data = transfer.data.slice()
    data[at] = byte
    return data
  }

  test.each([
    ['of another program', { ...transfer, programId: program }],
    ['of the same program that does something else', { ...transfer, data: changed(0, 3) }],
    ['with more data', { ...transfer, data: Uint8Array.of(...transfer.data, 0) }],
    ['with less data', { ...transfer, data: transfer.data.subarray(0, 11) }],
    ['without accounts', { ...transfer, accounts: [] }],
    ['without a recipient', { ...transfer, accounts: transfer.accounts.slice(0, 1) }],
  ])('%s is shown as no transfer', (_, instruction) => {
    expect(transferredBy(instruction)).toBeUndefined()
  })

  test('whose data lies within other bytes is read where it lies', () => {
    const data = Uint8Array.of(9, 9, ...transfer.data, 9).subarray(2, 14)
    expect(transferredBy({ ...transfer, data })).toEqual({ from: alice, to: bob, lamports: 5n })
  })
})
