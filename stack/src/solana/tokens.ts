import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'

export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const tokenProgram2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const tokenPrograms: readonly string[] = [tokenProgram, tokenProgram2022]

/** A token of the local chain. */
export interface LocalSolanaToken {
  /** Of its mint, in base58. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly program: string
}

const mintOf = (name: string) => base58.encode(sha256(utf8ToBytes(`Foyer local mint: ${name}`)))

/** One of each kind: of the first program, which says nothing of itself, and one that carries its own name (Token-2022). */
export const localSolanaTokens: readonly [LocalSolanaToken, LocalSolanaToken] = [
  { address: mintOf('LUSD'), name: 'Local Dollar', symbol: 'LUSD', decimals: 6, program: tokenProgram },
  { address: mintOf('LEAF'), name: 'Leaf', symbol: 'LEAF', decimals: 9, program: tokenProgram2022 },
]

const mintBytes = 82
const accountBytes = 165
/** Where an account with extensions says which kind it is, and its extensions begin. */
const kindAt = accountBytes
const kinds = { mint: 1, account: 2 } as const
const extensions = { tokenMetadata: 19 } as const

function bytesOf(length: number): { readonly bytes: Uint8Array; readonly view: DataView } {
  const bytes = new Uint8Array(length)
  return { bytes, view: new DataView(bytes.buffer) }
}

/** The data of a mint that nobody can mint from: the chain's front gives its tokens away. */
export function mintData({ address, name, symbol, decimals, program }: LocalSolanaToken): Uint8Array {
  const { bytes, view } = bytesOf(mintBytes)
  view.setBigUint64(36, 10n ** 18n, true)
  view.setUint8(44, decimals)
  view.setUint8(45, 1) // initialised
  if (program === tokenProgram) return bytes
  const text = (value: string) => {
    const letters = utf8ToBytes(value)
    const { bytes: length, view: lengthView } = bytesOf(4)
    lengthView.setUint32(0, letters.length, true)
    return concatBytes(length, letters)
  }
  const metadata = concatBytes(
    new Uint8Array(32), // nobody may change it
    base58.decode(address),
    text(name),
    text(symbol),
    text(''),
    new Uint8Array(4), // no further fields
  )
  const { bytes: head, view: headView } = bytesOf(4)
  headView.setUint16(0, extensions.tokenMetadata, true)
  headView.setUint16(2, metadata.length, true)
  return concatBytes(bytes, new Uint8Array(kindAt - mintBytes), Uint8Array.of(kinds.mint), head, metadata)
}

/** The data of an account that holds some of a token. */
export function tokenAccountData({
  mint,
  owner,
  amount,
}: {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
}): Uint8Array {
  const { bytes, view } = bytesOf(accountBytes)
  bytes.set(base58.decode(mint), 0)
  bytes.set(base58.decode(owner), 32)
  view.setBigUint64(64, amount, true)
  view.setUint8(108, 1) // initialised
  return bytes
}

/** An account of a token program, as nodes show it with `jsonParsed`. */
export type ParsedTokenAccount =
  | {
      readonly type: 'account'
      readonly mint: string
      readonly owner: string
      readonly amount: bigint
    }
  | {
      readonly type: 'mint'
      readonly decimals: number
      readonly supply: bigint
      readonly metadata?: { readonly name: string; readonly symbol: string } | undefined
    }

/** Reads the data of an account of a token program. @returns undefined for what is neither a mint nor an account */
export function parseTokenAccount(data: Uint8Array): ParsedTokenAccount | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const kind = data.length > kindAt ? data[kindAt] : undefined
  if (data.length === mintBytes || kind === kinds.mint) {
    if (view.getUint8(45) !== 1) return undefined
    const metadata = kind === kinds.mint ? metadataIn(data) : undefined
    return { type: 'mint', decimals: view.getUint8(44), supply: view.getBigUint64(36, true), metadata }
  }
  if ((data.length !== accountBytes && kind !== kinds.account) || view.getUint8(108) === 0) return undefined
  return {
    type: 'account',
    mint: base58.encode(data.subarray(0, 32)),
    owner: base58.encode(data.subarray(32, 64)),
    amount: view.getBigUint64(64, true),
  }
}

/** The name that a mint carries (Token-2022's metadata extension). */
function metadataIn(data: Uint8Array): { readonly name: string; readonly symbol: string } | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  for (let at = kindAt + 1; at + 4 <= data.length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== extensions.tokenMetadata) continue
    let next = at + 4 + 64
    const text = () => {
      const length = view.getUint32(next, true)
      const letters = new TextDecoder().decode(data.subarray(next + 4, next + 4 + length))
      next += 4 + length
      return letters
    }
    const name = text()
    return { name, symbol: text() }
  }
  return undefined
}
