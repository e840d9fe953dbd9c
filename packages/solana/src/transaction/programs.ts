import type { AccountUse, SolanaInstruction } from '../family.js'
import { keyOf, programAddress } from './address.js'

export const systemProgram = '11111111111111111111111111111111'
/** The programs that keep tokens: the first one, and the one with extensions. */
export const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
] as const
const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

const payer = (address: string): AccountUse => ({ address, isSigner: true, isWritable: true })
const written = (address: string): AccountUse => ({ address, isSigner: false, isWritable: true })
const readOnly = (address: string): AccountUse => ({ address, isSigner: false, isWritable: false })

/** Moves lamports (the System program's `Transfer`). */
export function systemTransfer({
  from,
  to,
  lamports,
}: {
  readonly from: string
  readonly to: string
  readonly lamports: bigint
}): SolanaInstruction {
  const data = new Uint8Array(12)
  const view = new DataView(data.buffer)
  view.setUint32(0, 2, true)
  view.setBigUint64(4, lamports, true)
  return { programId: systemProgram, accounts: [payer(from), written(to)], data }
}

/**
 * Returns the account in which an owner's tokens of a mint are kept unless said otherwise: each wallet finds it by
 * itself.
 */
export function associatedAccount({
  owner,
  mint,
  tokenProgram,
}: {
  readonly owner: string
  readonly mint: string
  readonly tokenProgram: string
}): string {
  return programAddress({
    programId: associatedTokenProgram,
    seeds: [keyOf(owner), keyOf(tokenProgram), keyOf(mint)],
  })
}

/** Makes an owner's associated account at the payer's cost; does nothing where it is there by now (`CreateIdempotent`). */
export function createAssociatedAccount({
  from,
  owner,
  mint,
  tokenProgram,
}: {
  readonly from: string
  readonly owner: string
  readonly mint: string
  readonly tokenProgram: string
}): SolanaInstruction {
  const account = associatedAccount({ owner, mint, tokenProgram })
  return {
    programId: associatedTokenProgram,
    accounts: [
      payer(from),
      written(account),
      readOnly(owner),
      readOnly(mint),
      readOnly(systemProgram),
      readOnly(tokenProgram),
    ],
    data: Uint8Array.of(1),
  }
}

/** Moves tokens between two accounts of one mint; fails where the mint has other decimals (`TransferChecked`). */
export function tokenTransfer({
  tokenProgram,
  mint,
  source,
  destination,
  owner,
  amount,
  decimals,
}: {
  readonly tokenProgram: string
  readonly mint: string
  readonly source: string
  readonly destination: string
  readonly owner: string
  readonly amount: bigint
  readonly decimals: number
}): SolanaInstruction {
  const data = new Uint8Array(10)
  const view = new DataView(data.buffer)
  view.setUint8(0, 12)
  view.setBigUint64(1, amount, true)
  view.setUint8(9, decimals)
  const signer = { address: owner, isSigner: true, isWritable: false }
  return {
    programId: tokenProgram,
    accounts: [written(source), readOnly(mint), written(destination), signer],
    data,
  }
}

/** Reads the move of a System transfer; undefined for any other instruction. */
export function transferredBy({
  programId,
  accounts: [from, to],
  data,
}: SolanaInstruction): { readonly from: string; readonly to: string; readonly lamports: bigint } | undefined {
  if (programId !== systemProgram || data.length !== 12 || !from || !to) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (view.getUint32(0, true) !== 2) return undefined
  return { from: from.address, to: to.address, lamports: view.getBigUint64(4, true) }
}
