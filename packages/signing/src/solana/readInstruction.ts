import { code, words } from '../sentences.js'
import { shownText } from '../shownText.js'
import { coinsOf, type ReadInstruction, type ReadInstructionParameters, said } from './described.js'
import { numbersOf } from './numbersOf.js'
import {
  associatedTokenProgram,
  computeBudgetProgram,
  firstMemoProgram,
  isTokenProgram,
  loaderProgram,
  memoProgram,
  stakeProgram,
  systemProgram,
} from './programs.js'
import { readLoader } from './readLoader.js'
import { readStake } from './readStake.js'
import { readSystem } from './readSystem.js'
import { readTokenInstruction } from './readTokenInstruction.js'
import type { Instruction } from './resolve.js'

/** Reads the instructions of the programs that every wallet meets; undefined for every other, or one whose accounts aren’t known. */
export function readInstruction(parameters: ReadInstructionParameters): ReadInstruction | undefined {
  const { instruction } = parameters
  const { program, data } = instruction
  if (program === systemProgram) return readSystem(parameters)
  if (isTokenProgram(program)) return readTokenInstruction(parameters)
  if (program === associatedTokenProgram) return readAssociated(parameters)
  if (program === stakeProgram) return readStake(parameters)
  if (program === loaderProgram) return readLoader(parameters)
  if (program === computeBudgetProgram && isBudget(data)) return said({ title: words('request.setFee'), isMinor: true })
  if (program === memoProgram || program === firstMemoProgram) return readMemo(data)
  return undefined
}

/** The account of an owner for a token, created where it is missing. */
function readAssociated({
  instruction,
  address,
  network,
  found,
}: ReadInstructionParameters): ReadInstruction | undefined {
  const { accounts, data } = instruction
  const [payer, created, owner, mint] = accounts
  const isCreation = data.length === 0 || (data.length === 1 && (data[0] === 0 || data[0] === 1))
  if (!isCreation || !payer || !created || !owner || !mint) return undefined
  const isOwn = owner === address
  const opensFor = code('request.opensFor', owner)
  // One that is there already costs nothing.
  const rent = payer === address && !found?.has(created) ? tokenAccountRent : 0n
  return said({
    title: words('request.openTokenAccount'),
    isMinor: true,
    facts: [...(isOwn ? [] : [opensFor]), ...(rent > 0n ? [coinsOf(rent, network, 'request.rent')] : [])],
    spends: rent,
    gives: isOwn || rent === 0n ? [] : [{ amount: rent, to: code('request.to', owner) }],
  })
}

/** The least balance of a new token account so that it stays, in lamports. */
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

/** The network gives a transaction no more than these, whatever it asks for. */
const mostUnits = 1_400_000n

/** The most that a transaction’s own limit and price add to its fee, in lamports. */
export function priorityFee(instructions: readonly Instruction[]): bigint {
  const budgets = instructions.filter(({ program }) => program === computeBudgetProgram)
  const others = instructions.length - budgets.length
  // Of several the network takes none: the highest says no less than what is paid.
  const highest = (kind: number, read: (data: Uint8Array) => number | bigint | undefined) =>
    budgets
      .flatMap(({ data }) => (data[0] === kind ? (read(data) ?? []) : []))
      .map(BigInt)
      .reduce<bigint | undefined>((most, each) => (most === undefined || each > most ? each : most), undefined)
  const price = highest(3, (data) => numbersOf(data).u64(1)) ?? 0n
  const asked = highest(2, (data) => numbersOf(data).u32(1)) ?? BigInt(others * 200_000)
  const limit = asked < mostUnits ? asked : mostUnits
  // A price is in millionths of a lamport.
  return (price * limit + 999_999n) / 1_000_000n
}
