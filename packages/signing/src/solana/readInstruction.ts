import { formatUnits } from 'viem'
import type { Fact } from '../family.js'
import { shownText } from '../shownText.js'
import { code, numbersOf, type ReadInstruction, type ReadInstructionParameters, said } from './described.js'
import { associatedTokenProgram, computeBudgetProgram, isTokenProgram, memoProgram, systemProgram } from './programs.js'
import { readTokenInstruction } from './readTokenInstruction.js'
import type { Instruction } from './resolve.js'

/** Reads the instructions of the programs that every wallet meets; undefined for every other, or one whose accounts aren’t known. */
export function readInstruction(parameters: ReadInstructionParameters): ReadInstruction | undefined {
  const { instruction } = parameters
  const { program, data } = instruction
  if (program === systemProgram) return readSystem(parameters)
  if (isTokenProgram(program)) return readTokenInstruction(parameters)
  if (program === associatedTokenProgram) return readAssociated(parameters)
  if (program === computeBudgetProgram && isBudget(data)) return said({ title: 'Set the fee', isMinor: true })
  if (program === memoProgram) return readMemo(data)
  return undefined
}

function readSystem(parameters: ReadInstructionParameters): ReadInstruction | undefined {
  const { instruction, address, network } = parameters
  const { accounts, data } = instruction
  const { symbol, decimals } = network.currency
  const { u32, u64 } = numbersOf(data)
  const [first, second] = accounts
  const coins = (amount: bigint): Fact => ({ label: 'Amount', value: `${formatUnits(amount, decimals)} ${symbol}` })
  const moved = (amount: bigint | undefined) => (first === address ? (amount ?? 0n) : 0n)
  const from = first === address || !first ? [] : [code('Paid by', first)]
  const lamports = u64(4)
  switch (u32(0)) {
    case 0: {
      if (data.length !== 52 || lamports === undefined || !second) return undefined
      return said({
        title: 'Create an account',
        facts: [coins(lamports), ...from, code('New account', second)],
        spends: moved(lamports),
      })
    }
    case 1:
      if (data.length !== 36 || !first) return undefined
      return said({
        title: 'Hand over an account',
        facts: [code('Account', first)],
        warnings: ['The account is handed over to a program, which may then do anything with it.'],
      })
    case 2:
      if (data.length !== 12 || lamports === undefined || !first || !second) return undefined
      return said({
        title: `Send ${symbol}`,
        facts: [coins(lamports), code('To', second), ...from],
        spends: moved(lamports),
      })
    case 4:
      if (data.length !== 4 || !first) return undefined
      return said({
        title: 'Use up a nonce',
        isMinor: true,
        warnings: ['This transaction doesn’t expire: whoever has it signed may send it at any later time.'],
      })
    case 5:
      if (data.length !== 12 || lamports === undefined || !first || !second) return undefined
      return said({
        title: `Withdraw ${symbol}`,
        facts: [coins(lamports), code('From the nonce account', first), code('To', second)],
      })
    default:
      return undefined
  }
}

/** The account of an owner for a token, created where it is missing. */
function readAssociated({ instruction, address }: ReadInstructionParameters): ReadInstruction | undefined {
  const { accounts, data } = instruction
  const [payer, created, owner, mint] = accounts
  const isCreation = data.length === 0 || (data.length === 1 && (data[0] === 0 || data[0] === 1))
  if (!isCreation || !payer || !created || !owner || !mint) return undefined
  return said({
    title: 'Open a token account',
    isMinor: true,
    facts: owner === address ? [] : [code('Opens an account of', owner)],
    spends: payer === address ? tokenAccountRent : 0n,
  })
}

/** What a new token account has to hold so that it stays, in lamports. */
const tokenAccountRent = 2_039_280n

/** A heap frame, a limit, a price or a size: nothing that moves anything. */
function isBudget(data: Uint8Array): boolean {
  const [kind] = data
  return (data.length === 5 && (kind === 1 || kind === 2 || kind === 4)) || (data.length === 9 && kind === 3)
}

function readMemo(data: Uint8Array): ReadInstruction | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(data)
    return said({ title: 'Write a memo', facts: [{ label: 'Memo, public', value: shownText(text) }], isMinor: true })
  } catch {
    return undefined // the program takes UTF-8 only
  }
}

/** The most that a transaction’s own limit and price add to its fee, in lamports. */
export function priorityFee(instructions: readonly Instruction[]): bigint {
  const budgets = instructions.filter(({ program }) => program === computeBudgetProgram)
  const others = instructions.length - budgets.length
  const value = (kind: number, read: (data: Uint8Array) => number | bigint | undefined) =>
    budgets.flatMap(({ data }) => (data[0] === kind ? (read(data) ?? []) : [])).at(-1)
  const price = BigInt(value(3, (data) => numbersOf(data).u64(1)) ?? 0)
  const limit = BigInt(value(2, (data) => numbersOf(data).u32(1)) ?? Math.min(others * 200_000, 1_400_000))
  // A price is in millionths of a lamport.
  return (price * limit + 999_999n) / 1_000_000n
}
