import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { encodeLegacyForm } from './legacyForm.js'
import {
  compactLength,
  decodeMessage,
  decodeTransaction,
  encodeTransaction,
  isTransactionMessage,
  UnreadableTransactionError,
} from './message.js'

// What bytes are a transaction: each part where it stands, and each way in which they are none.

const key = (digit: number) => new Uint8Array(32).fill(digit)
const at = (digit: number) => base58.encode(key(digit))
const [one, two, three, program, table] = [1, 2, 3, 4, 5]
const blockhash = key(9)

interface Parts {
  readonly version?: number
  readonly signers?: readonly [signers: number, readonlySigners: number, readonlyOthers: number]
  readonly keys?: readonly number[]
  readonly instructions?: readonly (readonly [program: number, accounts: readonly number[], data: readonly number[]])[]
  readonly lookups?: readonly (readonly [table: number, writable: readonly number[], readonly: readonly number[]])[]
  readonly rest?: readonly number[]
}
/** A message's bytes: of version 0 where it has lookups or a version. */
function message({
  version,
  signers = [1, 0, 1],
  keys = [one, two, program],
  instructions = [[2, [0, 1], [7, 8]]],
  lookups,
  rest = [],
}: Parts = {}): Uint8Array {
  const hasVersion = version !== undefined || lookups !== undefined
  return Uint8Array.from([
    ...(hasVersion ? [version ?? 0x80] : []),
    ...signers,
    ...[keys.length, ...keys.flatMap((each) => [...key(each)]), ...blockhash],
    ...[
      instructions.length,
      ...instructions.flatMap(([of, accounts, data]) => [of, accounts.length, ...accounts, data.length, ...data]),
    ],
    ...(hasVersion ? [(lookups ?? []).length] : []),
    ...(lookups ?? []).flatMap(([of, writable, readonly]) => [
      ...key(of),
      writable.length,
      ...writable,
      readonly.length,
      ...readonly,
    ]),
    ...rest,
  ])
}

test('[F13] a message is read part by part', () => {
  expect(decodeMessage(message())).toEqual({
    ...{
      version: 'legacy',
      signerCount: 1,
      keys: [at(one), at(two), at(program)],
      blockhash: base58.encode(blockhash),
    },
    instructions: [{ program: 2, accounts: [0, 1], data: Uint8Array.of(7, 8) }],
    lookups: [],
  })
  const whole = message({ signers: [2, 1, 1], lookups: [[table, [3, 4], [5]]], instructions: [[2, [0, 3, 4, 5], []]] })
  expect(decodeMessage(whole)).toMatchObject({
    ...{ version: 0, signerCount: 2, instructions: [{ program: 2, accounts: [0, 3, 4, 5] }] },
    lookups: [{ table: at(table), writable: [3, 4], readonly: [5] }],
  })
  expect(isTransactionMessage(whole)).toBe(true)
})

test.each([
  ['of the highest version', message({ version: 0xff }), /version/],
  ['without a signer', message({ signers: [0, 0, 1] }), /contradict/],
  ['of signers none of which pays', message({ signers: [1, 1, 1] }), /contradict/],
  ['of more signers than keys', message({ signers: [3, 0, 1] }), /contradict/],
  ['of a key that is named twice', message({ keys: [one, one, program] }), /contradict/],
  ['whose payer is the program', message({ instructions: [[0, [1], []]] }), /contradict/],
  ['whose program isn’t there', message({ instructions: [[3, [1], []]] }), /contradict/],
  ['whose account isn’t there', message({ instructions: [[2, [3], []]] }), /contradict/],
  [
    'whose second instruction’s account isn’t there',
    message({
      instructions: [
        [2, [1], []],
        [2, [3], []],
      ],
    }),
    /contradict/,
  ],
  [
    'whose account isn’t there with those that are looked up',
    message({ instructions: [[2, [5], []]], lookups: [[table, [1], [2]]] }),
    /contradict/,
  ],
  [
    'whose program is one that is looked up',
    message({ instructions: [[3, [1], []]], lookups: [[table, [1], [2]]] }),
    /contradict/,
  ],
  ['with bytes behind it', message({ rest: [0] }), /followed/],
  ['without its last byte', message().slice(0, -1), /too early/],
  ['of nothing', new Uint8Array(), /too early/],
])('[F13] a message %s isn’t read', (_, bytes, why) => {
  expect(() => decodeMessage(bytes)).toThrow(why)
  expect(() => decodeMessage(bytes)).toThrow(UnreadableTransactionError)
  expect(isTransactionMessage(bytes)).toBe(false)
})

test.each([0x81, 0x9a, 0xbf])(
  '[F13] the message of a transaction of a later version, %i, is none to sign, though it isn’t read',
  (version) => {
    const whole = message({ version })
    expect(() => decodeMessage(whole)).toThrow(/version/)
    expect(isTransactionMessage(whole)).toBe(true)
    expect(isTransactionMessage(whole.slice(0, 64))).toBe(true)
    const hash = whole.slice(0, 63)
    expect(isTransactionMessage(hash)).toBe(false)
  },
)

test('[F13] as many signers, and as many accounts that are only read, as there may be', () => {
  expect(decodeMessage(message({ signers: [2, 1, 1] })).signerCount).toBe(2)
  expect(decodeMessage(message({ signers: [3, 2, 0] })).signerCount).toBe(3)
  expect(
    decodeMessage(message({ instructions: [[2, [4], []]], lookups: [[table, [1], [2]]] })).instructions,
  ).toHaveLength(1)
})

test('[F13] a length has one way to be written, of at most two bytes and two bits', () => {
  const lengths = [0, 1, 0x7f, 0x80, 0x3fff, 0x4000, 0xffff]
  expect(lengths.map((each) => [...compactLength(each)])).toEqual([
    [0],
    [1],
    [0x7f],
    [0x80, 1],
    [0xff, 0x7f],
    [0x80, 0x80, 1],
    [0xff, 0xff, 3],
  ])
  /** Returns the decoded length of an instruction's data, by these bytes. */
  const lengthBy = (...length: readonly number[]) => {
    const whole = message({ instructions: [[2, [], []]] })
    const bytes = (count: number) => Uint8Array.from([...whole.slice(0, -1), ...length, ...new Uint8Array(count)])
    return (count: number) => decodeMessage(bytes(count)).instructions[0]?.data.length
  }
  for (const each of lengths) expect(lengthBy(...compactLength(each))(each)).toBe(each)
  for (const length of [
    [0x80, 0],
    [0x81, 0x80, 0],
    [0x80, 0x80, 4],
    [0xff, 0xff, 0x80, 1],
    [0xff, 0xff, 0xff],
  ]) {
    expect(() => lengthBy(...length)(0), `${length}`).toThrow(/malformed/)
  }
})

test('[F13] a transaction has a signature for each signer, and is written as it is read', () => {
  const signatures = [new Uint8Array(64).fill(6), new Uint8Array(64)]
  const messageBytes = message({ signers: [2, 0, 1] })
  const wire = encodeTransaction({ signatures, messageBytes })
  expect(wire).toHaveLength(1 + 128 + messageBytes.length)
  expect(decodeTransaction(wire)).toEqual({ signatures, messageBytes, message: decodeMessage(messageBytes) })
  for (const count of [1, 3]) {
    const other = encodeTransaction({
      signatures: Array.from({ length: count }, () => new Uint8Array(64)),
      messageBytes,
    })
    expect(() => decodeTransaction(other)).toThrow(/signatures are missing/)
  }
  expect(() => decodeTransaction(Uint8Array.of(1, 2, 3))).toThrow(/too early/)
})

const role = (digit: number, isSigner = false, isWritable = false) => ({ pubkey: at(digit), isSigner, isWritable })
const instruction = (of: number, ...keys: readonly ReturnType<typeof role>[]) => ({
  ...{ programId: at(of), data: Uint8Array.of(7), keys },
})
const encoded = (...instructions: readonly ReturnType<typeof instruction>[]) =>
  encodeLegacyForm({ feePayer: at(three), recentBlockhash: base58.encode(blockhash), instructions })

test('[F13] a transaction by its parts: who pays first, then who signs, then what is written to, and by their text', () => {
  const { message: read, signatures } = decodeTransaction(
    encoded(
      instruction(program, role(10), role(11, false, true), role(12, true), role(13, true, true), role(three)),
      instruction(20, role(14, true, true), role(15), role(16, false, true)),
    ),
  )
  const ordered = (...digits: readonly number[]) =>
    digits.map(at).sort((a, b) => a.localeCompare(b, 'en', { caseFirst: 'lower' }))
  expect(read.keys).toEqual([
    at(three),
    ...ordered(13, 14),
    at(12),
    ...ordered(11, 16),
    ...ordered(10, 15, program, 20),
  ])
  expect(read.signerCount).toBe(4)
  expect(signatures).toEqual(Array.from({ length: 4 }, () => new Uint8Array(64)))
  const places = (digits: readonly number[]) => digits.map((each) => read.keys.indexOf(at(each)))
  expect(read.instructions).toEqual([
    { program: read.keys.indexOf(at(program)), accounts: places([10, 11, 12, 13, three]), data: Uint8Array.of(7) },
    { program: read.keys.indexOf(at(20)), accounts: places([14, 15, 16]), data: Uint8Array.of(7) },
  ])
  // One of the signers, and four of the others, are only read.
  const head = encoded(instruction(program, role(10), role(12, true), role(11, false, true))).slice(
    1 + 2 * 64,
    4 + 2 * 64,
  )
  expect([...head]).toEqual([2, 1, 2])
})

test('[F13] an account that several instructions name is named once, with all that any of them needs of it', () => {
  const { message: read } = decodeTransaction(
    encoded(
      instruction(program, role(10, true), role(11)),
      instruction(program, role(10, false, true), role(11, true, true), role(program, false, true)),
    ),
  )
  expect(read.keys).toEqual([at(three), ...[at(10), at(11)].sort((a, b) => a.localeCompare(b, 'en')), at(program)])
  expect(read.signerCount).toBe(3)
})

test('[F13] signatures that others gave stand in their places', () => {
  const signature = new Uint8Array(64).fill(5)
  const { signatures, message: read } = decodeTransaction(
    encodeLegacyForm({
      ...{
        feePayer: at(three),
        recentBlockhash: base58.encode(blockhash),
        instructions: [instruction(program, role(10, true))],
      },
      partialSignatures: [
        { pubkey: at(10), signature },
        { pubkey: at(11), signature },
      ],
    }),
  )
  expect(read.keys.slice(0, 2)).toEqual([at(three), at(10)])
  expect(signatures).toEqual([new Uint8Array(64), signature])
})
