import { type Address, type Hex, size, slice } from 'viem'
import { address, bool, bytes, bytesList, typed, uint } from './abis.js'
import { given, least as leastOf, most as mostOf } from './encoded.js'
import type { RouterLedger } from './routerLedger.js'

const fee = typed('uint24')('fee')
const spacing = typed('int24')('tickSpacing')
const first = typed('uint128')('first')
const second = typed('uint128')('second')
const pool = {
  name: 'pool',
  type: 'tuple',
  components: [address('currency0'), address('currency1'), fee, spacing, address('hooks')],
} as const
const single = {
  name: 'swap',
  type: 'tuple',
  components: [pool, bool('zeroForOne'), first, second, bytes('hookData')],
} as const
const step = {
  name: 'path',
  type: 'tuple[]',
  components: [address('currency'), uint('fee'), spacing, address('hooks'), bytes('hookData')],
} as const
const along = { name: 'swap', type: 'tuple', components: [address('currency'), step, first, second] } as const

/** The amounts that the pools are still to be paid, and those that they are still to give. */
interface Deltas {
  readonly unpaid: Map<string, bigint>
  readonly incoming: Map<string, bigint>
}

const add = (sums: Map<string, bigint>, key: Address, amount: bigint): void => {
  sums.set(key.toLowerCase(), (sums.get(key.toLowerCase()) ?? 0n) + amount)
}
const at = (sums: Map<string, bigint>, key: Address): bigint => sums.get(key.toLowerCase()) ?? 0n

/** Carries out an exchange by Uniswap V4's pools: false for an action that isn't known, or that hangs on what isn't. */
export function settleV4(input: Hex, ledger: RouterLedger): boolean {
  const asked = given([bytes('actions'), bytesList('parameters')], input)
  if (!asked) return false
  const [actions, parameters] = asked
  if (size(actions) !== parameters.length) return false
  const deltas: Deltas = { unpaid: new Map(), incoming: new Map() }
  return parameters.every((data, index) => act(Number(slice(actions, index, index + 1)), data, deltas, ledger))
}

function act(action: number, data: Hex, { unpaid, incoming }: Deltas, ledger: RouterLedger): boolean {
  const exchange = exchangeIn(action, data)
  if (exchange) {
    const { sold, bought, give, get, isByInput } = exchange
    // 0 stands for what is unpaid already.
    if (give === 0n) return false
    add(unpaid, sold, give)
    add(incoming, bought, get)
    if (isByInput) ledger.loosen(bought)
    else ledger.isExact = false
    return true
  }
  switch (action) {
    case 0x0b: {
      const asked = given([address('token'), uint('amount'), bool('isPaid')], data)
      if (!asked) return false
      const [token, amount, isPaid] = asked
      const sum = amount === 0n ? at(unpaid, token) : amount
      if (!isPaid || BigInt(token) === 0n) return ledger.use(token, sum) !== undefined
      ledger.give(token, sum)
      return true
    }
    case 0x0c: {
      const asked = given([address('token'), uint('most')], data)
      if (!asked) return false
      const [token, most] = asked
      const sum = leastOf(at(unpaid, token), most)
      if (BigInt(token) === 0n) return ledger.use(token, sum) !== undefined
      ledger.give(token, sum)
      return true
    }
    case 0x0e: {
      const asked = given([address('token'), address('to'), uint('amount')], data)
      if (!asked) return false
      const [token, to, amount] = asked
      ledger.credit(token, amount === 0n ? at(incoming, token) : amount, to)
      return true
    }
    case 0x0f: {
      const asked = given([address('token'), uint('least')], data)
      if (!asked) return false
      const [token, least] = asked
      ledger.credit(token, mostOf(least, at(incoming, token)), caller)
      return true
    }
    default:
      return false
  }
}

const caller: Address = '0x0000000000000000000000000000000000000001'

interface Exchange {
  readonly sold: Address
  readonly bought: Address
  readonly give: bigint
  readonly get: bigint
  readonly isByInput: boolean
}

function exchangeIn(action: number, data: Hex): Exchange | undefined {
  if (action === 0x06 || action === 0x08) {
    const [swap] = given([single], data) ?? []
    if (!swap) return undefined
    const { currency0, currency1 } = swap.pool
    const [sold, bought] = swap.zeroForOne ? [currency0, currency1] : [currency1, currency0]
    return { sold, bought, ...sums(action === 0x06, swap) }
  }
  if (action !== 0x07 && action !== 0x09) return undefined
  const [swap] = given([along], data) ?? []
  const end = action === 0x07 ? swap?.path.at(-1) : swap?.path[0]
  if (!swap || !end) return undefined
  const [sold, bought] = action === 0x07 ? [swap.currency, end.currency] : [end.currency, swap.currency]
  return { sold, bought, ...sums(action === 0x07, swap) }
}

const sums = (isByInput: boolean, { first, second }: { readonly first: bigint; readonly second: bigint }) =>
  isByInput ? { isByInput, give: first, get: second } : { isByInput, give: second, get: first }
