import { base58 } from '@scure/base'
import type { WalletNetwork } from '../network.js'
import { accountsAt, type ChainAccount } from './chain.js'
import { numbersOf } from './described.js'
import type { SolanaMessage, SolanaTransaction } from './message.js'
import { associatedTokenProgram, isTokenProgram, lookupTableProgram } from './programs.js'
import { systemStep } from './systemStep.js'
import { type TokenFee, tokenFeeIn } from './tokenFee.js'

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
  /** In the token's smallest unit; undefined where the transaction itself opens it. */
  readonly amount?: bigint | undefined
}

/** A transaction as it is shown: its instructions, and the token accounts that they name. */
export interface ResolvedTransaction extends SolanaTransaction {
  readonly instructions: readonly Instruction[]
  readonly tokenAccounts: ReadonlyMap<string, TokenAccount>
  /** What the token accounts hold of the network's coin once the transaction has paid into them, in lamports. None where the node didn't say. */
  readonly lamports: ReadonlyMap<string, bigint>
  /** Who controls an account that the transaction itself opens. */
  readonly openedFor: ReadonlyMap<string, string>
  /** What tokens keep of what is moved, by mint. */
  readonly tokenFees: ReadonlyMap<string, TokenFee>
  /** The node didn't say everything that it was asked. */
  readonly isPartly: boolean
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
  const look = (addresses: readonly string[]) => reading(accountsAt({ rpcUrl, reads, addresses }))
  const tables = await look([...new Set(message.lookups.map(({ table }) => table))])
  const instructions = instructionsOf({ message, tables: tables ?? new Map() })
  const named = instructions.flatMap(({ program, accounts }) => (isTokenProgram(program) ? accounts.slice(0, 3) : []))
  const addresses = [...new Set(named.flatMap((address) => address ?? []))]
  const found = await look(addresses)
  const onChain = [...(found ?? [])]
  const opened = instructions.flatMap(openedBy)
  return {
    ...{ ...transaction, instructions },
    tokenAccounts: withOpened(
      new Map(onChain.flatMap(([address, account]) => tokenAccountIn({ address, account }))),
      opened,
    ),
    openedFor: new Map(opened.map(({ address, owner }) => [address, owner])),
    lamports: found ? lamportsOf({ addresses, found, instructions }) : new Map(),
    tokenFees: new Map(onChain.flatMap(([address, account]) => tokenFeeIn({ address, account }))),
    isPartly: !tables || !found,
  }
}

/** What the transaction itself opens is this owner's, or opening it fails; one that was there before holds what it held. */
function withOpened(
  onChain: ReadonlyMap<string, TokenAccount>,
  opened: readonly Opened[],
): ReadonlyMap<string, TokenAccount> {
  const all = new Map(onChain)
  for (const { address, owner, mint } of opened) {
    if (mint !== undefined && all.get(address)?.owner !== owner) all.set(address, { mint, owner })
  }
  return all
}

/** What accounts hold, and are paid by the transaction itself. */
function lamportsOf({
  addresses,
  found,
  instructions,
}: {
  readonly addresses: readonly string[]
  readonly found: ReadonlyMap<string, ChainAccount>
  readonly instructions: readonly Instruction[]
}): ReadonlyMap<string, bigint> {
  const held = new Map(addresses.map((address) => [address, found.get(address)?.lamports ?? 0n]))
  for (const instruction of instructions) {
    const step = systemStep(instruction)
    const paid = step?.is === 'create' ? step.created : step && 'to' in step ? step.to : undefined
    const before = paid === undefined ? undefined : held.get(paid)
    if (paid !== undefined && before !== undefined && step && 'amount' in step) held.set(paid, before + step.amount)
  }
  return held
}

interface Opened {
  readonly address: string
  readonly owner: string
  /** Of a token account. */
  readonly mint?: string
}

/** Whom an instruction opens an account for: a token account, in any of its four ways, or one of a nonce. */
function openedBy(instruction: Instruction): readonly Opened[] {
  const { program, accounts, data } = instruction
  const [first, second, third, fourth] = accounts
  const [kind] = data
  if (program === associatedTokenProgram) {
    const isOpening = data.length === 0 || (data.length === 1 && (kind === 0 || kind === 1))
    return isOpening && second && third && fourth ? [{ address: second, owner: third, mint: fourth }] : []
  }
  if (isTokenProgram(program) && first && second) {
    if (kind === 1 && data.length === 1 && third) return [{ address: first, owner: third, mint: second }]
    const isNamed = (kind === 16 || kind === 18) && data.length === 33
    return isNamed ? [{ address: first, owner: base58.encode(data.slice(1)), mint: second }] : []
  }
  const step = systemStep(instruction)
  return step?.is === 'openNonce' ? [{ address: step.nonce, owner: step.controller }] : []
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

/** A token account begins with its mint, its owner and its amount; a mint is shorter. */
function tokenAccountIn({
  address,
  account: { owner, data },
}: {
  readonly address: string
  readonly account: ChainAccount
}): readonly (readonly [string, TokenAccount])[] {
  // A mint with extensions is as long, and says by this byte that it is one (Token-2022).
  if (!isTokenProgram(owner) || data.length < 165 || data[165] === 1) return []
  const part = (from: number) => base58.encode(data.slice(from, from + 32))
  return [[address, { mint: part(0), owner: part(32), amount: numbersOf(data).u64(64) }]]
}
