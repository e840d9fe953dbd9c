import type { Transfer } from '@foyer/core'
import { InvalidTransferError } from '@foyer/core/errors'
import * as v from 'valibot'
import type { SolanaCall, SolanaInstruction } from '../family.js'
import { parseAddress } from '../transaction/address.js'
import {
  associatedAccount,
  createAssociatedAccount,
  systemTransfer,
  tokenPrograms,
  tokenTransfer,
  transferredBy,
} from '../transaction/programs.js'
import type { Asking } from './chain.js'
import { mintIn, type ParsedAccount } from './chainAnswers.js'
import { accountsOf, tokenAccountsOf } from './tokens.js'

/** The largest number that fits a balance. */
const mostU64 = 2n ** 64n - 1n

export type Instructions = readonly [SolanaInstruction, ...(readonly SolanaInstruction[])]

/** The owner of programs' code. */
const programLoader = 'BPFLoaderUpgradeab1e11111111111111111111111'

/** The instructions of a transfer, and what they need. */
export interface TransferPlan {
  readonly instructions: Instructions
  /** An account of tokens is made for the recipient, at the sender's cost. */
  readonly opensAccount: boolean
}

/**
 * The instructions that move a coin or a token. The chain is asked what the recipient is: neither a token's own account, nor one in which tokens lie, nor a
 * program gives coins back. For a token it is asked where the sender keeps it and whether the recipient has a place for it.
 *
 * @throws InvalidTransferError · what the chain's nodes throw
 */
export async function planTransfer({
  chain,
  from,
  transfer: { to, asset, amount },
  signal,
}: Asking & { readonly from: string; readonly transfer: Transfer }): Promise<TransferPlan> {
  const recipient = parseAddress(to)
  if (!recipient) throw new InvalidTransferError({ field: 'to' })
  if (amount < 0n || amount > mostU64) throw new InvalidTransferError({ field: 'amount' })
  if (asset.type === 'coin') {
    const [account] = await accountsOf({ chain, addresses: [recipient], signal })
    if (account && (isTokenProgram(account.owner) || account.isExecutable || account.owner === programLoader))
      throw new InvalidTransferError({ field: 'to' })
    return { instructions: [systemTransfer({ from, to: recipient, lamports: amount })], opensAccount: false }
  }
  const mint = asset.type === 'token' ? parseAddress(asset.address) : undefined
  if (!mint) throw new InvalidTransferError({ field: 'asset' })
  return planTokenTransfer({ chain, from, recipient, mint, amount, signal })
}

async function planTokenTransfer({
  chain,
  from,
  recipient,
  mint,
  amount,
  signal,
}: Asking & {
  readonly from: string
  readonly recipient: string
  readonly mint: string
  readonly amount: bigint
}): Promise<TransferPlan> {
  const [[mintAccount, recipientAccount], held] = await Promise.all([
    accountsOf({ chain, addresses: [mint, recipient], signal }),
    tokenAccountsOf({ chain, owner: from, mint, signal }),
  ])
  const known = mintAccount && isTokenProgram(mintAccount.owner) ? mintIn(mintAccount) : undefined
  if (!known) throw new InvalidTransferError({ field: 'asset' })
  const { tokenProgram, decimals } = known
  // Tokens may lie in several accounts; a transfer takes from one, and the fullest has the most of them.
  const [source] = [...held].sort((one, other) => (one.amount < other.amount ? 1 : -1))
  if (!source || source.amount < amount) throw new InvalidTransferError({ field: 'amount' })
  const destination = destinationOf({ recipient, recipientAccount, mint, tokenProgram })
  const opensAccount = destination !== recipient && !(await accountsOf({ chain, addresses: [destination], signal }))[0]
  const move = tokenTransfer({
    tokenProgram,
    mint,
    source: source.address,
    destination,
    owner: from,
    amount,
    decimals,
  })
  if (!opensAccount) return { instructions: [move], opensAccount }
  const open = createAssociatedAccount({ from, owner: recipient, mint, tokenProgram })
  return { instructions: [open, move], opensAccount }
}

const isTokenProgram = (owner: string): boolean => tokenPrograms.some((program) => program === owner)

const MintOf = v.object({ mint: v.string() })

/**
 * Returns the account that a recipient's tokens go to. Somebody may name an account of tokens itself: then they go
 * there, as what was sent to an account of that account would be lost. Neither a mint nor an account of other tokens
 * can receive.
 */
function destinationOf({
  recipient,
  recipientAccount,
  mint,
  tokenProgram,
}: {
  readonly recipient: string
  readonly recipientAccount: ParsedAccount | undefined
  readonly mint: string
  readonly tokenProgram: string
}): string {
  if (!recipientAccount || !isTokenProgram(recipientAccount.owner))
    return associatedAccount({ owner: recipient, mint, tokenProgram })
  const of = v.safeParse(MintOf, recipientAccount.info)
  const isPlace = recipientAccount.type === 'account' && of.success && of.output.mint === mint
  if (!isPlace) throw new InvalidTransferError({ field: 'to' })
  return recipient
}

/** A call that is one transfer of the coin, and nothing else. */
export function transferIn(call: SolanaCall): Transfer | undefined {
  if (!('instructions' in call)) return undefined
  const [only, ...others] = call.instructions
  const moved = others.length === 0 ? transferredBy(only) : undefined
  return moved && { to: moved.to, asset: { type: 'coin' }, amount: moved.lamports }
}
