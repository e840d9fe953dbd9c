import type { WalletNetwork } from '@foyer/core/words'
import { base58 } from '@scure/base'
import type { ChainAccount } from './chain.js'
import { numbersOf } from './numbersOf.js'
import { isTokenProgram, wrappedCoins } from './programs.js'

/** A token account: what it holds, and for whom. */
export interface TokenAccount {
  readonly mint: string
  readonly owner: string
  /** In the token's smallest unit; undefined where the transaction itself opens it. */
  readonly amount?: bigint | undefined
  /** The spender that may take of it, and how much. */
  readonly allowed?: { readonly to: string; readonly amount: bigint } | undefined
  /** The account that closes it in its owner's place, and takes its coins with that. */
  readonly closer?: string | undefined
}

/** An account that a node was asked for. */
interface At {
  readonly address: string
  readonly account: ChainAccount
}

const mintLength = 82
const accountLength = 165
/** Token-2022 gives no other account this length, and a multisig no byte that says its kind: its signers stand there. */
const multisigLength = 355

/** The kind of account by its length, or with extensions by the byte behind a token account's own (Token-2022). */
function kindOf({ owner, data }: ChainAccount): 'mint' | 'account' | undefined {
  if (!isTokenProgram(owner)) return undefined
  if (data.length === mintLength) return 'mint'
  if (data.length === accountLength) return 'account'
  if (data.length === multisigLength) return undefined
  const kind = data[accountLength]
  return kind === 1 ? 'mint' : kind === 2 ? 'account' : undefined
}

/** Reads a token account that is open, frozen or not. */
export function tokenAccountIn({ address, account }: At): readonly (readonly [string, TokenAccount])[] {
  const { data } = account
  const isOpen = data[108] === 1 || data[108] === 2
  if (kindOf(account) !== 'account' || !isOpen) return []
  const part = (from: number) => base58.encode(data.slice(from, from + 32))
  const { u32, u64 } = numbersOf(data)
  const allowed = u32(72) === 1 ? { to: part(76), amount: u64(121) ?? 0n } : undefined
  const closer = u32(129) === 0 ? undefined : part(133)
  return [[address, { mint: part(0), owner: part(32), amount: u64(64), allowed, closer }]]
}

/** Reads the decimals of a mint. */
export function decimalsIn({ address, account }: At): readonly (readonly [string, number])[] {
  const decimals = account.data[44]
  return kindOf(account) === 'mint' && decimals !== undefined ? [[address, decimals]] : []
}

/** Whether an address alone takes the coins out of a token account: its closer takes them as its owner does. */
const isAloneIn = (account: TokenAccount | undefined, address: string): boolean =>
  account?.owner === address && (account.closer === undefined || account.closer === address)

/** More than any token account needs so that it stays, in lamports. */
const mostRent = 10_000_000n

/**
 * Whether coins that go into a token account stay an address's. Of a token that isn't listed it is rent at most: its maker
 * may freeze some of it in the account, which can't be closed then.
 */
export const keepsCoins = (
  account: TokenAccount | undefined,
  {
    address,
    amount,
    network: { tokens },
  }: {
    readonly address: string
    readonly amount: bigint | undefined
    readonly network: Pick<WalletNetwork, 'tokens'>
  },
): boolean =>
  isAloneIn(account, address) &&
  (wrappedCoins.includes(account?.mint) ||
    tokens.some((token) => token.address === account?.mint) ||
    (amount !== undefined && amount <= mostRent))
