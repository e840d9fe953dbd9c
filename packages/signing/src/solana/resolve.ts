import { base58 } from '@scure/base'
import type { WalletNetwork } from '../network.js'
import { accountsAt, type ChainAccount } from './chain.js'
import type { SolanaMessage, SolanaTransaction } from './message.js'
import { associatedTokenProgram, isTokenProgram, lookupTableProgram } from './programs.js'

/** An instruction with its accounts by address; undefined where a lookup table doesn’t have them. */
export interface Instruction {
  readonly program: string
  readonly accounts: readonly (string | undefined)[]
  readonly data: Uint8Array
}

/** What a token account holds, and for whom. */
export interface TokenAccount {
  readonly mint: string
  readonly owner: string
}

/** A transaction as it is shown: its instructions, and the token accounts that they name. */
export interface ResolvedTransaction extends SolanaTransaction {
  readonly instructions: readonly Instruction[]
  readonly tokenAccounts: ReadonlyMap<string, TokenAccount>
}

/** What becomes of something that is read of a node: a wallet that signs needs it, who only shows it does without. */
export type Reading = <Read>(read: Promise<Read>) => Promise<Read | undefined>

/** Where the addresses of a lookup table begin in its data. */
const tableHead = 56

/** Looks up what a transaction names by index, and whose token accounts it moves. */
export async function resolveTransaction({
  transaction,
  network: { rpcUrl, reads },
  reading,
}: {
  readonly transaction: SolanaTransaction
  readonly network: WalletNetwork
  readonly reading: Reading
}): Promise<ResolvedTransaction> {
  const { message } = transaction
  const look = async (addresses: readonly string[]) =>
    (await reading(accountsAt({ rpcUrl, reads, addresses }))) ?? new Map<string, ChainAccount>()
  const tables = await look([...new Set(message.lookups.map(({ table }) => table))])
  const instructions = instructionsOf({ message, tables })
  const named = instructions.flatMap(({ program, accounts }) => (isTokenProgram(program) ? accounts.slice(0, 3) : []))
  const addresses = [...new Set(named.flatMap((address) => address ?? []))]
  const found = await look(addresses)
  const tokenAccounts = new Map([...found].flatMap(([address, account]) => tokenAccountIn({ address, account })))
  // An associated account that the transaction creates is this owner's, or its creation fails.
  for (const { program, accounts } of instructions) {
    const [, address, owner, mint] = accounts
    if (program === associatedTokenProgram && address && owner && mint) tokenAccounts.set(address, { mint, owner })
  }
  return { ...transaction, instructions, tokenAccounts }
}

function instructionsOf({
  message: { keys, lookups, instructions },
  tables,
}: {
  readonly message: SolanaMessage
  readonly tables: ReadonlyMap<string, ChainAccount>
}): Instruction[] {
  const taken = (list: 'writable' | 'readonly') =>
    lookups.flatMap((lookup) => lookup[list].map((index) => addressIn({ account: tables.get(lookup.table), index })))
  // A message counts its own keys first, then what is written to of every table, then what is read.
  const all = [...keys, ...taken('writable'), ...taken('readonly')]
  return instructions.map(({ program, accounts, data }) => ({
    program: keys[program] ?? '',
    accounts: accounts.map((index) => all[index]),
    data,
  }))
}

function addressIn({
  account,
  index,
}: {
  readonly account: ChainAccount | undefined
  readonly index: number
}): string | undefined {
  if (account?.owner !== lookupTableProgram) return undefined
  const start = tableHead + 32 * index
  const bytes = account.data.slice(start, start + 32)
  return bytes.length === 32 ? base58.encode(bytes) : undefined
}

/** A token account begins with its mint and its owner; a mint is shorter. */
function tokenAccountIn({
  address,
  account: { owner, data },
}: {
  readonly address: string
  readonly account: ChainAccount
}): readonly (readonly [string, TokenAccount])[] {
  if (!isTokenProgram(owner) || data.length < 165) return []
  return [[address, { mint: base58.encode(data.slice(0, 32)), owner: base58.encode(data.slice(32, 64)) }]]
}
