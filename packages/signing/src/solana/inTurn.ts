import { base58 } from '@scure/base'
import { numbersOf } from './numbersOf.js'
import { type Opened, openedBy, stakesOpenedBy } from './opened.js'
import { isTokenProgram, stakeProgram, systemProgram, wrappedCoins } from './programs.js'
import type { Instruction, ResolvedTransaction } from './resolve.js'
import { stakeStep } from './stakeStep.js'
import { systemStep } from './systemStep.js'
import type { TokenAccount } from './tokenState.js'

/** The owners of accounts as an instruction finds them. */
export interface OwnersInTurn {
  readonly tokenAccounts: Pick<ReadonlyMap<string, TokenAccount>, 'get'>
  readonly openedFor: Pick<ReadonlyMap<string, string>, 'get'>
  readonly stakes: Pick<ReadonlyMap<string, string>, 'get'>
}

/**
 * Reads the instructions one after the other, each with whose accounts are while it is carried out. An account is the visitor's from the instruction that opens
 * it on, until one closes it or hands it over: before and behind, the holder of its key may empty it within the same transaction. What is paid into an account
 * that isn't open yet stays there where nothing else names it until it is opened.
 */
export function eachInTurn<Read>(
  { instructions, before }: Pick<ResolvedTransaction, 'instructions' | 'before'>,
  read: (instruction: Instruction, owners: OwnersInTurn) => Read,
): readonly Read[] {
  const ahead = openedAhead({ instructions, stakes: before.stakes })
  const tokenAccounts = new Map(before.tokenAccounts)
  const stakes = new Map(before.stakes)
  return instructions.map((instruction, index) => {
    const opens = [...openedBy(instruction), ...stakesOpenedBy(instruction, stakes)]
    const later = ahead[index]
    const owners = {
      tokenAccounts: { get: (address: string) => tokenAccounts.get(address) ?? tokenAccountOf(later, address) },
      openedFor: {
        get: (address: string) => (opens.find((each) => each.address === address) ?? of(later, address))?.owner,
      },
      stakes,
    }
    const said = read(instruction, owners)
    carryOut({ instruction, opens, tokenAccounts, stakes })
    return said
  })
}

const of = (opened: Opened | undefined, address: string) => (opened?.address === address ? opened : undefined)

function tokenAccountOf(opened: Opened | undefined, address: string): TokenAccount | undefined {
  const { mint, owner } = of(opened, address) ?? {}
  return mint === undefined || owner === undefined ? undefined : { mint, owner }
}

/** For each instruction that pays into an account or makes one: by whom that is opened afterwards, without anything in between that could take from it. */
function openedAhead({
  instructions,
  stakes,
}: {
  readonly instructions: readonly Instruction[]
  readonly stakes: ReadonlyMap<string, string>
}): readonly (Opened | undefined)[] {
  const known = new Map(stakes)
  const opens = instructions.map((instruction) => {
    const ofStakes = stakesOpenedBy(instruction, known)
    for (const { address, owner } of ofStakes) known.set(address, owner)
    return [...openedBy(instruction), ...ofStakes]
  })
  const ahead: (Opened | undefined)[] = []
  const pending = new Map<string, Opened>()
  for (let index = instructions.length - 1; index >= 0; index -= 1) {
    const instruction = instructions[index]
    if (instruction === undefined) continue
    const filled = filledBy(instruction)
    ahead[index] = filled === undefined ? undefined : pending.get(filled)
    for (const account of instruction.accounts) {
      // One that isn't known may be any of them.
      if (account === undefined) pending.clear()
      else if (!leaves(instruction, account)) pending.delete(account)
    }
    for (const each of opens[index] ?? []) pending.set(each.address, each)
  }
  return ahead
}

/** The account that an instruction of the system program pays into or makes. */
function filledBy(instruction: Instruction): string | undefined {
  const step = systemStep(instruction)
  if (step?.is === 'create') return step.created
  return step?.is === 'transfer' || step?.is === 'transferDerived' ? step.to : undefined
}

/** Whether what an account has stays there: where it is filled, given room or a program, or prepared to be opened. */
function leaves(instruction: Instruction, account: string): boolean {
  const { program, data, accounts } = instruction
  // Its owner can’t be changed any more.
  if (isTokenProgram(program)) return data[0] === 22 && data.length === 1
  const step = systemStep(instruction)
  switch (step?.is) {
    case 'create':
    case 'transfer':
      return step.from !== account
    case 'transferDerived':
      return step.from !== account && step.by !== account
    case 'assign':
    case 'allocate':
      return accounts[0] === account
    default:
      return false
  }
}

function carryOut({
  instruction,
  opens,
  tokenAccounts,
  stakes,
}: {
  readonly instruction: Instruction
  readonly opens: readonly Opened[]
  readonly tokenAccounts: Map<string, TokenAccount>
  readonly stakes: Map<string, string>
}): void {
  const { program, accounts } = instruction
  const [first] = accounts
  const held = first === undefined ? undefined : tokenAccounts.get(first)
  if (isTokenProgram(program) && first !== undefined && held) {
    const changed = changedBy(instruction, held)
    if (changed) tokenAccounts.set(first, changed)
    else tokenAccounts.delete(first)
  }
  for (const { address, amount } of movedBy(instruction)) {
    const account = tokenAccounts.get(address)
    // Coins are no amount of another token.
    if (program === systemProgram && !wrappedCoins.includes(account?.mint)) continue
    const sum = account?.amount === undefined ? undefined : account.amount + amount
    if (account && sum !== undefined) tokenAccounts.set(address, { ...account, amount: sum > 0n ? sum : 0n })
  }
  const step = program === stakeProgram ? stakeStep(instruction) : undefined
  if (step?.is === 'hand' && step.isWhole) stakes.set(step.stake, step.to)
  for (const { address, owner, mint } of opens) {
    if (mint === undefined) {
      if (program === stakeProgram) stakes.set(address, owner)
    } else if (tokenAccounts.get(address)?.owner !== owner) tokenAccounts.set(address, { mint, owner })
  }
}

/** Returns a token account as an instruction leaves it: whose it is, who closes it, and who may take of it; undefined where it is closed. */
function changedBy({ data, accounts }: Instruction, held: TokenAccount): TokenAccount | undefined {
  const [kind, control] = data
  const [, second, third] = accounts
  const to = data.length === 35 ? base58.encode(data.slice(3)) : undefined
  switch (kind) {
    case 4:
      return { ...held, allowed: allowedTo(second, data) }
    case 13:
      return { ...held, allowed: allowedTo(third, data) }
    case 5:
      return { ...held, allowed: undefined }
    case 6:
      if (control === 3) return { ...held, closer: to }
      // The programs take the spender away with the owner, and the closer of wrapped coins.
      if (control !== 2 || to === undefined) return held
      return {
        ...held,
        owner: to,
        allowed: undefined,
        closer: wrappedCoins.includes(held.mint) ? undefined : held.closer,
      }
    case 9:
      return undefined
    default:
      return held
  }
}

function allowedTo(to: string | undefined, data: Uint8Array): TokenAccount['allowed'] {
  const amount = numbersOf(data).u64(1)
  return to === undefined || amount === undefined ? undefined : { to, amount }
}

/** Returns what an instruction adds to token accounts, or takes out of them: coins that are paid into wrapped ones count from then on. */
function movedBy(instruction: Instruction): readonly { readonly address: string; readonly amount: bigint }[] {
  const { program, accounts, data } = instruction
  const step = systemStep(instruction)
  if (step?.is === 'transfer' || step?.is === 'transferDerived') return [{ address: step.to, amount: step.amount }]
  const [kind] = data
  const amount = numbersOf(data).u64(kind === 26 ? 2 : 1)
  const isPlain = kind === 3 || kind === 8
  if (!isTokenProgram(program) || amount === undefined || !(isPlain || kind === 12 || kind === 15 || kind === 26))
    return []
  const [from, second, third] = accounts
  const to = kind === 8 || kind === 15 ? undefined : isPlain ? second : third
  return [
    ...(from === undefined ? [] : [{ address: from, amount: -amount }]),
    ...(to === undefined ? [] : [{ address: to, amount }]),
  ]
}

/** The accounts that an instruction brings something into: tokens, coins that wrapped ones count from then on, or all that another held that is closed to it. */
export function filledIn(instruction: Instruction): readonly string[] {
  const { program, accounts, data } = instruction
  const moved = movedBy(instruction).flatMap(({ address, amount }) => (amount > 0n ? [address] : []))
  const [first, second] = accounts
  const brought = isTokenProgram(program) && (data[0] === 9 ? second : data[0] === 17 ? first : undefined)
  return [...moved, ...(brought ? [brought] : []), ...paidOutBy(instruction)]
}

/** The accounts that coins are paid into which no balance here counts: new ones, and those that a nonce or a stake pays out to. */
function paidOutBy(instruction: Instruction): readonly string[] {
  const step = instruction.program === stakeProgram ? stakeStep(instruction) : systemStep(instruction)
  switch (step?.is) {
    case 'create':
      return [step.created]
    case 'withdraw':
    case 'withdrawNonce':
      return [step.to]
    default:
      return []
  }
}
