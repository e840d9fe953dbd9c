import type { Fact } from '@foyer/core/words'
import { isNearlyAll } from '../nearlyAll.js'
import { code, words } from '../sentences.js'
import { type ReadInstruction, type ReadInstructionParameters, said } from './described.js'
import { numbersOf } from './numbersOf.js'
import { deadEnds, wrappedCoins } from './programs.js'
import { readTokenAccount } from './readTokenAccount.js'
import { standingSpender } from './standingSpender.js'
import { type Amount, amountFact, mintFacts, nameOf, unlimited, unreadMint } from './tokenAmount.js'
import { keptOf } from './tokenFee.js'

/** An amount that an instruction moves, or lets somebody move. */
interface Moved {
  readonly amount: bigint
  /** Of which token account; undefined where that isn't known. */
  readonly of: string | undefined
  readonly mint: string | undefined
  readonly decimals?: number | undefined
  /** The account that has to sign for it. */
  readonly by: string | undefined
}

/** Reads an instruction of the token programs; undefined for those that applications don’t ask visitors for. */
export function readTokenInstruction(parameters: ReadInstructionParameters): ReadInstruction | undefined {
  const {
    instruction: { accounts, data },
    tokenAccounts,
  } = parameters
  const { byte, u64 } = numbersOf(data)
  const [first, second, third, fourth] = accounts
  const kind = byte(0)
  if (kind === 26) return transferWithFee(parameters)
  const amount = u64(1)
  // Those that name the token's decimals are a byte longer, and name the token itself.
  const isChecked = kind === 12 || kind === 13 || kind === 15
  const isPlain = kind === 3 || kind === 4 || kind === 8
  if (!isChecked && !isPlain) return readTokenAccount(parameters)
  if (amount === undefined || data.length !== (isChecked ? 10 : 9)) return undefined
  const mint = first === undefined ? undefined : tokenAccounts.get(first)?.mint
  if (kind === 8 || kind === 15) {
    if (!second) return undefined
    return burning({ of: first, mint: second, amount, by: third, decimals: byte(9) }, parameters)
  }
  const moved = isChecked
    ? { amount, of: first, mint: second, decimals: byte(9), by: fourth }
    : { amount, of: first, mint, by: third }
  const to = isChecked ? third : second
  // A token that a lookup table hides isn't known.
  if (!to || !first || (isChecked && !second)) return undefined
  return kind === 3 || kind === 12 ? transfer({ ...moved, to }, parameters) : approval({ ...moved, to }, parameters)
}

/** Reads a transfer of a token with a fee of its own (Token-2022): its mint keeps a part of what leaves. */
function transferWithFee(parameters: ReadInstructionParameters): ReadInstruction | undefined {
  const { accounts, data } = parameters.instruction
  const { byte, u64 } = numbersOf(data)
  const [of, mint, to, by] = accounts
  const [amount, fee] = [u64(2), u64(11)]
  if (byte(1) !== 1 || data.length !== 19 || amount === undefined || fee === undefined) return undefined
  return of && mint && to ? transfer({ amount, of, mint, decimals: byte(10), by, to, fee }, parameters) : undefined
}

function transfer(
  { to, fee, by, ...moved }: Moved & { readonly to: string; readonly fee?: bigint },
  parameters: ReadInstructionParameters,
): ReadInstruction {
  const { address, tokenAccounts, tokenFees } = parameters
  const token = amountIn(moved, parameters)
  const source = moved.of === undefined ? undefined : tokenAccounts.get(moved.of)
  // A delegate moves what is somebody else's.
  const payer = source?.owner ?? by
  const isOwnTokens = payer === undefined || payer === address
  const paidBy = isOwnTokens ? [] : [code('request.paidBy', payer)]
  const rule = moved.mint === undefined ? undefined : tokenFees.get(moved.mint)
  const kept = fee ?? (rule && keptOf(moved.amount, rule)) ?? 0n
  const target = tokenAccounts.get(to)
  // Wrapped coins are their closer's to take.
  const closer = target && wrappedCoins.includes(target.mint) ? target.closer : undefined
  const owner = closer ?? target?.owner
  const keeps = kept > 0n ? [amountFact({ ...token, amount: kept }, 'request.tokenFee')] : []
  // What comes of another's isn't moved within the account's own.
  if (owner === address && !isOwnTokens)
    return said({
      title: words('request.move', nameOf(token)),
      facts: [amountFact(token, 'request.get'), ...mintFacts(token), code('request.toOwn', to), ...paidBy, ...keeps],
    })
  if (owner === address) {
    const spender = standingSpender({ ...token, account: to === moved.of ? undefined : target, amount: moved.amount })
    return said({
      ...spender,
      title: words('request.moveWithin'),
      facts: [amountFact(token), ...mintFacts(token), code('request.toOwn', to), ...paidBy, ...keeps, ...spender.facts],
    })
  }
  const recipient = owner ? [code('request.to', owner)] : []
  const account = code('request.toTokenAccount', to)
  // Of what isn't known, neither is said.
  const isLost = deadEnds.includes(to) || (owner !== undefined && [...deadEnds, moved.mint].includes(owner))
  return said({
    title: words('request.send', nameOf(token)),
    facts: [amountFact(token), ...mintFacts(token), ...recipient, account, ...paidBy, ...keeps],
    warnings: [
      ...(owner && moved.mint !== undefined ? [] : [words('request.warn.accountUnknown')]),
      ...(isLost ? [words('request.warn.destroyed')] : []),
    ],
    // Whose account gets it is what decides, and of what.
    isDeliberate: owner === undefined || moved.mint === undefined || isLost,
    gives: isOwnTokens ? [{ ...token, mint: token.mint ?? unreadMint, of: moved.of, to: recipient[0] ?? account }] : [],
  })
}

/** An amount with the decimals that the program compares, or that the token’s mint has. */
const amountIn = (
  { amount, mint, decimals }: Pick<Moved, 'amount' | 'mint' | 'decimals'>,
  { network, mintDecimals }: ReadInstructionParameters,
): Amount => ({
  ...{ network, mint, amount },
  decimals: decimals ?? (mint === undefined ? undefined : mintDecimals.get(mint)),
})

function approval(
  { to, ...moved }: Moved & { readonly to: string },
  parameters: ReadInstructionParameters,
): ReadInstruction {
  const { tokenAccounts } = parameters
  const token = amountIn(moved, parameters)
  const held = moved.of === undefined ? undefined : tokenAccounts.get(moved.of)?.amount
  // Of at least all that there is, it is of all.
  const isAll = moved.amount >= unlimited || (held !== undefined && held > 0n && moved.amount >= held)
  const isNearly = !isAll && held !== undefined && isNearlyAll(moved.amount, held)
  const limit: Fact =
    moved.amount >= unlimited
      ? { label: words('request.amount'), value: words('request.unlimited') }
      : amountFact(token)
  return said({
    title: words('request.allow', nameOf(token)),
    facts: [
      limit,
      ...mintFacts(token),
      ...((isAll || isNearly) && held !== undefined ? [amountFact({ ...token, amount: held }, 'request.atStake')] : []),
      code('request.spender', to),
    ],
    warnings: [
      words(isAll ? 'request.warn.spenderAll' : 'request.warn.spenderSome', nameOf(token)),
      ...(isNearly ? [words('request.warn.nearlyAll', nameOf(token))] : []),
      ...(held === undefined ? [words('request.warn.accountUnknown')] : []),
    ],
    // Whether it is of all that there is decides.
    isDeliberate: isAll || isNearly || held === undefined,
    allows: [{ ...moved, to }],
  })
}

function burning(moved: Moved, parameters: ReadInstructionParameters): ReadInstruction {
  const token = amountIn(moved, parameters)
  return said({
    title: words('request.burn', nameOf(token)),
    facts: [amountFact(token), ...mintFacts(token)],
    warnings: [words('request.warn.burnt')],
    isDeliberate: true,
  })
}
