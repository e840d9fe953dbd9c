import { formatAmount } from '@foyer/core/chain'
import type { Fact } from '../family.js'
import { code, words } from '../sentences.js'
import { shownText } from '../shownText.js'
import { numbersOf, type ReadInstruction, type ReadInstructionParameters, said } from './described.js'
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
  if (program === computeBudgetProgram && isBudget(data)) return said({ title: words('request.setFee'), isMinor: true })
  if (program === memoProgram) return readMemo(data)
  return undefined
}

function readSystem(parameters: ReadInstructionParameters): ReadInstruction | undefined {
  const { instruction, address, network } = parameters
  const { accounts, data } = instruction
  const { symbol, decimals } = network.currency
  const { u32, u64 } = numbersOf(data)
  const [first, second] = accounts
  const coins = (amount: bigint): Fact => ({
    label: words('request.amount'),
    value: `${formatAmount({ value: amount, decimals })} ${symbol}`,
  })
  const moved = (amount: bigint | undefined) => (first === address ? (amount ?? 0n) : 0n)
  const from = first === address || !first ? [] : [code('request.paidBy', first)]
  const lamports = u64(4)
  switch (u32(0)) {
    case 0: {
      if (data.length !== 52 || lamports === undefined || !second) return undefined
      return said({
        title: words('request.createAccount'),
        facts: [coins(lamports), ...from, code('request.newAccount', second)],
        spends: moved(lamports),
      })
    }
    case 1:
      if (data.length !== 36 || !first) return undefined
      return said({
        title: words('request.handOverAccount'),
        facts: [code('request.account', first)],
        warnings: [words('request.warn.handedOver')],
        isDeliberate: true,
      })
    case 2:
      if (data.length !== 12 || lamports === undefined || !first || !second) return undefined
      return said({
        title: words('request.send', { token: symbol }),
        facts: [coins(lamports), code('request.to', second), ...from],
        spends: moved(lamports),
      })
    case 4:
      if (data.length !== 4 || !first) return undefined
      return said({
        title: words('request.useNonce'),
        isMinor: true,
        warnings: [words('request.warn.never')],
      })
    case 5:
      if (data.length !== 12 || lamports === undefined || !first || !second) return undefined
      return said({
        title: words('request.withdraw', { token: symbol }),
        facts: [coins(lamports), code('request.fromNonce', first), code('request.to', second)],
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
    title: words('request.openTokenAccount'),
    isMinor: true,
    facts: owner === address ? [] : [code('request.opensFor', owner)],
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
    return said({
      title: words('request.memo'),
      facts: [{ label: words('request.memoPublic'), value: shownText(text) }],
      isMinor: true,
    })
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
