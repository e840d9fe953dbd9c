import { base58 } from '@scure/base'
import {
  address,
  createNoopSigner,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction,
  isSignerRole,
  isWritableRole,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SolanaInstruction } from '../family.js'
import { addresses } from '../test/keys.js'
import { decodeTransaction, legacyParts, withSignature } from './decode.js'
import { compactU16, encodeMessage, unsignedTransaction } from './encode.js'
import {
  associatedAccount,
  createAssociatedAccount,
  systemTransfer,
  tokenPrograms,
  tokenTransfer,
  transferredBy,
} from './programs.js'

const [alice, bob] = addresses
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const blockhash = '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn'
const [tokenProgram] = tokenPrograms

/** An instruction of the official library, as ours are. */
const asOurs = ({ programAddress, accounts = [], data = new Uint8Array() }: Instruction): SolanaInstruction => ({
  programId: programAddress,
  accounts: accounts.map(({ address: each, role }) => ({
    address: each,
    isSigner: isSignerRole(role),
    isWritable: isWritableRole(role),
  })),
  data: Uint8Array.from(data),
})

const anyAddress = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => base58.encode(bytes))
const anyInstruction = fc.record({
  programId: anyAddress,
  accounts: fc.array(fc.record({ address: anyAddress, isSigner: fc.boolean(), isWritable: fc.boolean() }), {
    maxLength: 4,
  }),
  data: fc.uint8Array({ maxLength: 200 }),
})

test('[F27] a transfer of SOL is the official library’s, for any amount', () => {
  const source = createNoopSigner(address(alice))
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (lamports) => {
      const official = getTransferSolInstruction({ source, destination: address(bob), amount: lamports })
      const own = systemTransfer({ from: alice, to: bob, lamports })
      expect(own).toEqual(asOurs(official))
      expect(transferredBy(own)).toEqual({ from: alice, to: bob, lamports })
    }),
  )
})

test('where tokens are kept, how that is made and how they move is the official library’s', async () => {
  for (const program of tokenPrograms) {
    const [pda] = await findAssociatedTokenPda({
      owner: address(bob),
      mint: address(mint),
      tokenProgram: address(program),
    })
    expect(associatedAccount({ owner: bob, mint, tokenProgram: program })).toBe(pda)
    const create = getCreateAssociatedTokenIdempotentInstruction({
      payer: createNoopSigner(address(alice)),
      ata: pda,
      owner: address(bob),
      mint: address(mint),
      tokenProgram: address(program),
    })
    expect(createAssociatedAccount({ from: alice, owner: bob, mint, tokenProgram: program })).toEqual(asOurs(create))
  }
  const [source, destination] = [alice, bob].map((owner) => associatedAccount({ owner, mint, tokenProgram }))
  const moved = {
    mint,
    source: source ?? '',
    destination: destination ?? '',
    owner: alice,
    amount: 2n ** 63n,
    decimals: 6,
  }
  const official = getTransferCheckedInstruction({
    source: address(moved.source),
    mint: address(mint),
    destination: address(moved.destination),
    authority: createNoopSigner(address(alice)),
    amount: moved.amount,
    decimals: 6,
  })
  expect(tokenTransfer({ ...moved, tokenProgram })).toEqual(asOurs(official))
})

test('the official library reads what is encoded, with every account’s part', () => {
  fc.assert(
    fc.property(fc.array(anyInstruction, { minLength: 1, maxLength: 3 }), anyAddress, (instructions, feePayer) => {
      const message = encodeMessage({ feePayer, blockhash, instructions })
      const { messageBytes } = getTransactionDecoder().decode(unsignedTransaction(message))
      const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes)
      expect(compiled.version).toBe('legacy')
      if (compiled.version !== 'legacy') return
      const read = decompileTransactionMessage(compiled)
      expect(read.feePayer.address).toBe(feePayer)
      expect(read.lifetimeConstraint).toMatchObject({ blockhash })
      expect(read.instructions.map(asOurs).map(({ data, programId }) => ({ data, programId }))).toEqual(
        instructions.map(({ data, programId }) => ({ data, programId })),
      )
      expect(legacyParts(message).instructions.map(withoutParts)).toEqual(instructions.map(withoutParts))
    }),
    { numRuns: 60 },
  )
})

const withoutParts = ({ programId, accounts, data }: SolanaInstruction) => ({
  programId,
  accounts: accounts.map((each) => each.address),
  data: Uint8Array.from(data),
})

test('lengths are in seven bits a byte', () => {
  expect([0, 127, 128, 16_383, 16_384].map((each) => [...compactU16(each)])).toEqual([
    [0],
    [127],
    [128, 1],
    [255, 127],
    [128, 128, 1],
  ])
})

test('what no packet holds is refused', () => {
  const data = new Uint8Array(1_300)
  const instructions = [{ programId: bob, accounts: [], data }]
  expect(() => encodeMessage({ feePayer: alice, blockhash, instructions })).toThrow(
    expect.objectContaining({ code: 'invalid_transaction', facts: { fault: 'size' } }),
  )
})

test('[F18] no bytes and no text throw anything but the kit’s error', () => {
  const readable = (input: Uint8Array | string) => {
    try {
      const { message, version } = decodeTransaction(input)
      if (version === 'legacy') legacyParts(message)
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_transaction' })
    }
  }
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), readable), { numRuns: 500 })
  fc.assert(fc.property(fc.string(), readable))
})

test('a signature goes where its account signs, and nowhere else', () => {
  const accounts = [{ address: bob, isSigner: true, isWritable: false }]
  const message = encodeMessage({
    feePayer: alice,
    blockhash,
    instructions: [{ programId: mint, accounts, data: new Uint8Array() }],
  })
  const transaction = decodeTransaction(unsignedTransaction(message))
  const signature = new Uint8Array(64).fill(7)
  const signed = getTransactionDecoder().decode(withSignature({ transaction, address: bob, signature }))
  expect(signed.signatures[address(bob)]).toEqual(signature)
  expect(signed.signatures[address(alice)]).toBeNull()
  expect(() => withSignature({ transaction, address: mint, signature })).toThrow(
    expect.objectContaining({ code: 'invalid_transaction' }),
  )
})
