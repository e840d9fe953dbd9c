import { type Address, type Hex, size, slice, zeroAddress } from 'viem'
import { isKnownContract, readToken } from '../contracts/tokens.js'
import { address, addresses, bool, bytes, bytesList, call, typed, uint } from './abis.js'
import { decodeCall, type ReadCall } from './called.js'
import { given, least as leastOf, most } from './encoded.js'
import type { Moved } from './flow.js'
import type { MoreCalled } from './moreCalled.js'
import { readPermitted } from './permitted.js'
import { endsOf } from './poolCalls.js'
import { withRest } from './readCall.js'
import { type Approval, allowedUntil } from './readPermit2Call.js'
import { RouterLedger } from './routerLedger.js'
import { settleV4 } from './routerV4.js'
import { permit2 } from './signature.js'
import { sayExchange } from './swapCalls.js'

/** Uniswap's universal router: a byte a command, and what each is given. */
const abi = [
  call('execute', [bytes('commands'), bytesList('inputs'), uint('deadline')]),
  call('execute', [bytes('commands'), bytesList('inputs')]),
] as const

const recipient = address('recipient')
const token = address('token')
const byPath = [recipient, uint('first'), uint('second'), bytes('path'), bool('isPaid')] as const
const byPair = [recipient, uint('first'), uint('second'), addresses('path'), bool('isPaid')] as const
const details = [token, typed('uint160')('amount'), typed('uint48')('expiration'), typed('uint48')('nonce')] as const
const permit = {
  name: 'permit',
  type: 'tuple',
  components: [{ name: 'details', type: 'tuple', components: details }, address('spender'), uint('sigDeadline')],
} as const
const passed = {
  name: 'passed',
  type: 'tuple[]',
  components: [address('from'), address('to'), typed('uint160')('amount'), token],
} as const
const permits = {
  name: 'permit',
  type: 'tuple',
  components: [{ name: 'details', type: 'tuple[]', components: details }, address('spender'), uint('sigDeadline')],
} as const

/** The state of a router's commands. */
interface Run {
  readonly ledger: RouterLedger
  readonly wrapped: Address | undefined
  /** With what had been taken before each. */
  readonly approvals: (Approval & { readonly before: bigint })[]
}

/** Reads what a universal router is asked for, its commands as one; undefined for every other call, and where one of them can't be read. */
export async function readRouterCall({ data, inside: _inside, ...called }: MoreCalled): Promise<ReadCall | undefined> {
  const decoded = decodeCall(abi, data)
  if (!decoded) return undefined
  const [commands, inputs, deadline] = decoded.call.args
  const { network, to, from, value } = called
  const wrappedName = `w${network.currency.symbol}`.toLowerCase()
  const listed = network.tokens.find(({ symbol }) => symbol.toLowerCase() === wrappedName)?.address
  const wrapped = listed && /^0x[0-9a-f]{40}$/i.test(listed) ? slice(`0x${listed.slice(2)}`, 0, 20) : undefined
  const run: Run = { ledger: new RouterLedger({ from, at: to, value }), wrapped, approvals: [] }
  try {
    if (!carryOutAll(commands, inputs, run)) return undefined
  } catch {
    return undefined // a command that isn't given what it takes
  }
  const read = new Map(
    await Promise.all(run.ledger.tokens.map(async (each) => [each, await readToken(network, each)] as const)),
  )
  const { gives, gets, perhaps, others, gifts, isLeft } = run.ledger.end(network, read)
  if (gives.length + gifts.length === 0) return undefined
  const permits = run.approvals.map(({ before, expiration, ...each }) => ({
    ...{ ...each, via: permit2, until: allowedUntil(expiration, called) },
    // Where it turns out that not all of it is certain, nothing is.
    drawn: { before, after: most(0n, run.ledger.drawn(each.token) - before) },
  }))
  const allowing = permits.length > 0 ? await readPermitted(permits, called) : undefined
  const isFee = isKnownContract(network, to) && isSmallPart(others, gets)
  const exchange = {
    gives,
    gets,
    perhaps,
    others,
    gifts,
    isFee,
    isLeft,
    deadline,
    tokens: [...read.values()],
    allowing,
  }
  return withRest({ read: sayExchange(exchange, called), called, unused: decoded.unused })
}

/** Whether others' payments together, whoever gets them, are no more than a hundredth of what is bought: a router's own part of it isn't given away. */
function isSmallPart(others: ReturnType<RouterLedger['end']>['others'], gets: readonly Moved[]): boolean {
  const portions = others.reduce((sum, { portion = 0n }) => sum + portion, 0n)
  const paid = new Map<Moved['token'], bigint>()
  for (const { token, amount, portion } of others)
    if (portion === undefined) paid.set(token, (paid.get(token) ?? 0n) + amount)
  return (
    portions <= 100n &&
    [...paid].every(([token, amount]) => {
      const got = gets.find((each) => each.token === token)?.amount ?? 0n
      return amount * 10_000n <= (100n - portions) * (got + amount)
    })
  )
}

/** @returns false where one of them can't be read */
function carryOutAll(commands: Hex, inputs: readonly Hex[], run: Run): boolean {
  const isWithin = run.ledger.mayFail
  if (size(commands) !== inputs.length || inputs.length === 0) return false
  const done = inputs.every((input, index) => {
    const command = Number(slice(commands, index, index + 1))
    run.ledger.mayFail = isWithin || command >= 0x80
    return carryOut(command & 0x3f, input, run)
  })
  run.ledger.mayFail = isWithin
  return done
}

/** @returns false for a command that isn't known, or that hangs on what isn't */
function carryOut(command: number, input: Hex, run: Run): boolean {
  const { ledger } = run
  switch (command) {
    case 0x00:
    case 0x01:
      return swapByPath({ input, isByInput: command === 0x00 }, ledger)
    case 0x08:
    case 0x09:
      return swapByPair({ input, isByInput: command === 0x08 }, ledger)
    case 0x02: {
      const asked = given([token, recipient, typed('uint160')('amount')], input)
      if (!asked) return false
      const [of, to, amount] = asked
      ledger.pass(of, amount, to)
      return true
    }
    case 0x0d: {
      const [all] = given([passed], input) ?? []
      if (!all?.every(({ from }) => ledger.isCaller(from))) return false
      for (const { token: of, to, amount } of all) ledger.pass(of, amount, to)
      return true
    }
    // Looks at a balance, and refuses where it is too small.
    case 0x0e:
      return given([address('owner'), token, uint('least')], input) !== undefined
    case 0x21: {
      const [commands, inputs = []] = given([bytes('commands'), bytesList('inputs')], input) ?? []
      return commands !== undefined && carryOutAll(commands, inputs, run)
    }
    case 0x04: {
      const asked = given([token, recipient, uint('least')], input)
      if (!asked) return false
      const [of, to, least] = asked
      ledger.giveOut({ of, least, to })
      return true
    }
    case 0x05:
    case 0x06:
      return pay({ input, isPortion: command === 0x06 }, ledger)
    case 0x03:
    case 0x0a: {
      const asked = command === 0x03 ? given([permits, bytes('s')], input) : given([permit, bytes('s')], input)
      if (!asked) return false
      const [{ details: all, spender }] = asked
      run.approvals.push(...[all].flat().map((each) => ({ ...each, spender, before: ledger.drawn(each.token) })))
      return true
    }
    case 0x0b:
    case 0x0c:
      return wrap({ input, isBack: command === 0x0c }, run)
    case 0x10:
      return settleV4(input, ledger)
    default:
      return false
  }
}

const routerItself: Address = '0x0000000000000000000000000000000000000002'

interface Swap {
  readonly sold: Address
  readonly bought: Address
  readonly first: bigint
  readonly second: bigint
  readonly to: Address
  readonly isPaid: boolean
  readonly isByInput: boolean
}

interface AskedSwap {
  readonly input: Hex
  /** Whether the sold amount is exact, and not the bought one. */
  readonly isByInput: boolean
}

/** An exchange of Uniswap V3's. @returns false for one that can't be read */
function swapByPath({ input, isByInput }: AskedSwap, ledger: RouterLedger): boolean {
  const asked = given(byPath, input)
  if (!asked) return false
  const [to, first, second, path, isPaid] = asked
  const ends = endsOf(path)
  if (!ends) return false
  // A path to an exact output is written from its end.
  const [sold, bought] = isByInput ? ends : [ends[1], ends[0]]
  return swap({ sold, bought, first, second, to, isPaid, isByInput }, ledger)
}

/** An exchange of Uniswap V2's. @returns false for one that can't be read */
function swapByPair({ input, isByInput }: AskedSwap, ledger: RouterLedger): boolean {
  const asked = given(byPair, input)
  if (!asked) return false
  const [to, first, second, path, isPaid] = asked
  const [sold, bought] = [path[0], path.at(-1)]
  if (!sold || !bought) return false
  return swap({ sold, bought, first, second, to, isPaid, isByInput }, ledger)
}

/** Pays an amount, or a portion in ten thousandths, of what the router has. @returns false for what can't be read */
function pay(
  { input, isPortion }: { readonly input: Hex; readonly isPortion: boolean },
  ledger: RouterLedger,
): boolean {
  const asked = given([token, recipient, uint('value')], input)
  if (!asked) return false
  const [of, to, value] = asked
  const there = ledger.empty(of)
  const part = isPortion ? (there * value) / 10_000n : leastOf(value, there)
  ledger.credit(of, there - part, routerItself)
  ledger.credit(of, part, to, isPortion ? { portion: value } : {})
  return true
}

/** Wraps the network's coin, or unwraps it. @returns false for what can't be read, and where the network's wrapped coin isn't known */
function wrap({ input, isBack }: { readonly input: Hex; readonly isBack: boolean }, { ledger, wrapped }: Run): boolean {
  const asked = given([recipient, uint('amount')], input)
  if (!asked || !wrapped) return false
  const [to, amount] = asked
  if (isBack) {
    // What isn't there is no more than the rest of what was given.
    ledger.giveOut({ of: wrapped, as: zeroAddress, least: amount, to })
    return true
  }
  const used = ledger.use(zeroAddress, amount)
  if (used === undefined) return false
  ledger.credit(wrapped, used, to)
  return true
}

/** Carries out a swap; what is sold is the account's, or lies in the router already. */
function swap({ sold, bought, first, second, to, isPaid, isByInput }: Swap, ledger: RouterLedger): boolean {
  const [give, get] = isByInput ? [first, second] : [second, first]
  if (isByInput) ledger.loosen(bought)
  else ledger.isExact = false
  if (isPaid) ledger.give(sold, give)
  else if (ledger.use(sold, give) === undefined) return false
  ledger.credit(bought, get, to)
  return true
}
