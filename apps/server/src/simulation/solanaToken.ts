import { base58 } from '@scure/base'

/** The balance of a token account, its owner, and who may take how much of it. */
export interface TokenState {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly delegate: string | undefined
  readonly delegated: bigint
}

const programs = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']

export const isTokenProgram = (program: string): boolean => programs.includes(program)

/** Reads an account of a token program; undefined for a mint, and for what is none of its. */
export function tokenStateIn({ program, data }: { program: string; data: Uint8Array }): TokenState | undefined {
  if (!isTokenProgram(program) || data.length < 165) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const addressAt = (at: number) => base58.encode(data.subarray(at, at + 32))
  const hasDelegate = view.getUint32(72, true) === 1
  return {
    mint: addressAt(0),
    owner: addressAt(32),
    amount: view.getBigUint64(64, true),
    delegate: hasDelegate ? addressAt(76) : undefined,
    delegated: hasDelegate ? view.getBigUint64(121, true) : 0n,
  }
}
