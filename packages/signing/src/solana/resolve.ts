import type { WalletNetwork } from '@foyer/core/words'
import { base58 } from '@scure/base'
import { accountsAt, type ChainAccount, orUnknown } from './chain.js'
import type { SolanaMessage, SolanaTransaction } from './message.js'
import { numbersOf } from './numbersOf.js'
import { type Opened, openedBy, stakesOpenedBy } from './opened.js'
import { associatedTokenProgram, isTokenProgram, loaderProgram, lookupTableProgram, stakeProgram } from './programs.js'
import { systemStep } from './systemStep.js'
import { type TokenFee, tokenFeeIn } from './tokenFee.js'
import { decimalsIn, type TokenAccount, tokenAccountIn } from './tokenState.js'

/** An instruction with its accounts by address; undefined where a lookup table doesn’t have them. */
export interface Instruction {
  readonly program: string
  readonly accounts: readonly (string | undefined)[]
  readonly data: Uint8Array
}

/** A transaction as it is shown: its instructions, and the token accounts that they name, as they are once it is carried out; {@link eachInTurn} has what is so at each of them. */
export interface ResolvedTransaction extends SolanaTransaction {
  readonly instructions: readonly Instruction[]
  readonly tokenAccounts: ReadonlyMap<string, TokenAccount>
  /**
   * The token accounts' balances of the network's coin once the transaction has paid into them, in lamports. None where
   * the node didn't say.
   */
  readonly lamports: ReadonlyMap<string, bigint>
  /** The owners of accounts that the transaction itself opens. */
  readonly openedFor: ReadonlyMap<string, string>
  /** The fees that tokens keep of what is moved, by mint. */
  readonly tokenFees: ReadonlyMap<string, TokenFee>
  /** By mint, as the mint says. */
  readonly mintDecimals: ReadonlyMap<string, number>
  /** The accounts that may withdraw of a stake account, or will once the transaction has opened it. */
  readonly stakes: ReadonlyMap<string, string>
  /** The token accounts and the withdrawers of stakes as the network has them, before any of it is carried out. */
  readonly before: {
    readonly tokenAccounts: ReadonlyMap<string, TokenAccount>
    readonly stakes: ReadonlyMap<string, string>
  }
  /** The accounts that are there; undefined where the node didn’t say. */
  readonly found: ReadonlySet<string> | undefined
  /** The node didn't say everything that it was asked. */
  readonly isPartly: boolean
}

/** The place at which the addresses of a lookup table begin in its data. */
const tableHead = 56

/** Looks up what a transaction names by index, and whose token accounts it moves. */
export async function resolveTransaction({
  transaction,
  network: { rpcUrl, reads, tokens },
}: {
  readonly transaction: SolanaTransaction
  readonly network: WalletNetwork
}): Promise<ResolvedTransaction> {
  const { message } = transaction
  const look = (addresses: readonly string[]) => orUnknown(accountsAt({ rpcUrl, reads, addresses }))
  const tables = await look([...new Set(message.lookups.map(({ table }) => table))])
  const instructions = instructionsOf({ message, tables: tables ?? new Map() })
  const addresses = [...new Set(instructions.flatMap(namedBy).flatMap((address) => address ?? []))]
  const found = await look(addresses)
  const opened = instructions.flatMap(openedBy)
  const there = new Map([...(found ?? [])].flatMap(([address, account]) => tokenAccountIn({ address, account })))
  const tokenAccounts = withOpened(there, opened)
  // An amount means nothing without its token's decimals.
  const mints = [...there.values(), ...tokenAccounts.values()].map(({ mint }) => mint)
  const nameless = mints.filter((mint) => !found?.has(mint) && !tokens.some(({ address }) => address === mint))
  const foundMints = await look([...new Set(nameless)])
  const onChain = [...(found ?? []), ...(foundMints ?? [])]
  const stakesThere = new Map(onChain.flatMap(([address, account]) => withdrawerIn({ address, account })))
  const stakes = stakesOf({ there: stakesThere, instructions })
  return {
    ...{ ...transaction, instructions, tokenAccounts, stakes },
    before: { tokenAccounts: there, stakes: stakesThere },
    openedFor: new Map([...stakes, ...opened.map(({ address, owner }) => [address, owner] as const)]),
    lamports: found ? lamportsOf({ addresses, found, instructions }) : new Map(),
    tokenFees: new Map(onChain.flatMap(([address, account]) => tokenFeeIn({ address, account }))),
    mintDecimals: new Map(onChain.flatMap(([address, account]) => decimalsIn({ address, account }))),
    found: found && new Set(found.keys()),
    isPartly: !tables || !found,
  }
}

/** The accounts that decide what an instruction does, by whose they are and what they hold. */
function namedBy(instruction: Instruction): readonly (string | undefined)[] {
  const { program, accounts } = instruction
  if (isTokenProgram(program)) return accounts.slice(0, 3)
  if (program === associatedTokenProgram) return accounts.slice(1, 2)
  if (program === stakeProgram) return accounts.slice(0, 2)
  if (program === loaderProgram) return accounts.slice(0, 1)
  const step = systemStep(instruction)
  return step && 'to' in step ? [step.to] : []
}

/**
 * Adds the accounts that the transaction itself opens: they are this owner's, or opening them fails; one that was there
 * before holds what it held.
 */
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

/** Returns what accounts hold, and are paid by the transaction itself. */
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

/**
 * Returns those who may withdraw of stake accounts: as the network says, as the transaction opens them, and of those
 * that it splits off.
 */
function stakesOf({
  there,
  instructions,
}: {
  readonly there: ReadonlyMap<string, string>
  readonly instructions: readonly Instruction[]
}): ReadonlyMap<string, string> {
  const all = new Map(there)
  for (const instruction of instructions)
    for (const { address, owner } of stakesOpenedBy(instruction, all)) all.set(address, owner)
  return all
}

/** A stake account’s state, what it has to hold, its staker and its withdrawer. */
function withdrawerIn({
  address,
  account: { owner, data },
}: {
  readonly address: string
  readonly account: ChainAccount
}): readonly (readonly [string, string])[] {
  const state = numbersOf(data).u32(0)
  const isOpen = owner === stakeProgram && (state === 1 || state === 2) && data.length >= 76
  return isOpen ? [[address, base58.encode(data.slice(44, 76))]] : []
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
