import type { BuiltCall, SwapTerms } from '@foyer/core'
import * as fc from 'fast-check'
import {
  type Address,
  concat,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  type Hex,
  maxUint256,
  parseAbi,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { readApproval, readSwap } from './readSwap.js'

const account = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const other = '0x00000000000000000000000000000000deadbeef'
const target = '0x00000000000000000000000000000000000000f1'
const weth = '0x00000000000000000000000000000000000000e1'
const usd = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const fyr = '0x00000000000000000000000000000000000000f9'
const amount = 1_000_000n
const minimum = 990n
const deadline = 1_800_000_000n

const abi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapTokensForTokens(uint256 amountIn, uint256 minAmountOut, address[] path, uint256 deadline)',
  'function swapNativeForTokens(uint256 minAmountOut, address[] path, uint256 deadline) payable',
  'function swapTokensForNative(uint256 amountIn, uint256 minAmountOut, address[] path, uint256 deadline)',
  'struct ExactInput { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(ExactInput params) payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function multicall(uint256 deadline, bytes[] data) payable',
  'function exec(address operator, address token, uint256 amount, address target, bytes data) payable',
  'struct Slippage { address recipient; address buyToken; uint256 minAmountOut; }',
  'function execute(Slippage slippage, bytes[] actions, bytes32 affiliate) payable',
  'function deposit() payable',
  'function withdraw(uint256 amount)',
])

/** The arguments of a call; what is left out is as agreed. */
interface Said {
  readonly amount?: bigint
  readonly minimum?: bigint
  readonly path?: readonly Address[]
  readonly recipient?: Address
}

interface Way {
  readonly name: string
  readonly source: Address | undefined
  readonly to: Address | undefined
  readonly pathOf: readonly Address[]
  readonly encode: (said: Required<Said>) => Hex
  readonly paysCaller?: boolean
}

const v3Path = (path: readonly Address[]) =>
  path
    .slice(1)
    .reduce<Hex>((packed, hop) => concat([packed, encodePacked(['uint24', 'address'], [3000, hop])]), path[0] ?? '0x')

const exactInput = ({ amount, minimum, path, recipient }: Required<Said>) =>
  encodeFunctionData({
    abi,
    functionName: 'exactInput',
    args: [{ path: v3Path(path), recipient, amountIn: amount, amountOutMinimum: minimum }],
  })
const routerItself = '0x0000000000000000000000000000000000000002'
const together = (...calls: Hex[]) => encodeFunctionData({ abi, functionName: 'multicall', args: [deadline, calls] })
const unwrapTo = ({ minimum, recipient }: Pick<Required<Said>, 'minimum' | 'recipient'>) =>
  encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [minimum, recipient] })

const settler = '0x00000000000000000000000000000000000005e7'
const coinOf0x = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** The call of a Settler, whose actions are of any kind. */
const execute = ({ recipient, minimum, bought }: { recipient: Address; minimum: bigint; bought: Address }) =>
  encodeFunctionData({
    abi,
    functionName: 'execute',
    args: [{ recipient, buyToken: bought, minAmountOut: minimum }, ['0x1234', '0x'], `0x${'5e'.repeat(32)}`],
  })
const lend = (operator: Address, token: Address, lent: bigint, data: Hex) =>
  encodeFunctionData({ abi, functionName: 'exec', args: [operator, token, lent, settler, data] })

const ways: readonly Way[] = [
  {
    name: 'V2, token for token',
    source: usd,
    to: fyr,
    pathOf: [usd, weth, fyr],
    encode: ({ amount, minimum, path, recipient }) =>
      encodeFunctionData({
        abi,
        functionName: 'swapExactTokensForTokens',
        args: [amount, minimum, path, recipient, deadline],
      }),
  },
  {
    name: 'V2, coin for token',
    source: undefined,
    to: fyr,
    pathOf: [weth, fyr],
    encode: ({ minimum, path, recipient }) =>
      encodeFunctionData({ abi, functionName: 'swapExactETHForTokens', args: [minimum, path, recipient, deadline] }),
  },
  {
    name: 'V2, token for coin',
    source: usd,
    to: undefined,
    pathOf: [usd, weth],
    encode: ({ amount, minimum, path, recipient }) =>
      encodeFunctionData({
        abi,
        functionName: 'swapExactTokensForETH',
        args: [amount, minimum, path, recipient, deadline],
      }),
  },
  {
    name: 'the fee router, token for token',
    source: usd,
    to: fyr,
    pathOf: [usd, fyr],
    paysCaller: true,
    encode: ({ amount, minimum, path }) =>
      encodeFunctionData({ abi, functionName: 'swapTokensForTokens', args: [amount, minimum, path, deadline] }),
  },
  {
    name: 'the fee router, coin for token',
    source: undefined,
    to: fyr,
    pathOf: [weth, fyr],
    paysCaller: true,
    encode: ({ minimum, path }) =>
      encodeFunctionData({ abi, functionName: 'swapNativeForTokens', args: [minimum, path, deadline] }),
  },
  {
    name: 'the fee router, token for coin',
    source: usd,
    to: undefined,
    pathOf: [usd, weth],
    paysCaller: true,
    encode: ({ amount, minimum, path }) =>
      encodeFunctionData({ abi, functionName: 'swapTokensForNative', args: [amount, minimum, path, deadline] }),
  },
  {
    name: 'V3, token for token',
    source: usd,
    to: fyr,
    pathOf: [usd, weth, fyr],
    encode: (said) => together(exactInput(said)),
  },
  {
    name: 'V3, coin for token',
    source: undefined,
    to: fyr,
    pathOf: [weth, fyr],
    encode: (said) => together(exactInput(said)),
  },
  {
    name: 'V3, token for coin',
    source: usd,
    to: undefined,
    pathOf: [usd, weth],
    encode: (said) => together(exactInput({ ...said, recipient: routerItself }), unwrapTo(said)),
  },
  {
    name: '0x, token for token',
    source: usd,
    to: fyr,
    pathOf: [usd, fyr],
    encode: ({ amount, path: [sold = usd, bought = fyr], ...said }) =>
      lend(settler, sold, amount, execute({ ...said, bought })),
  },
  {
    name: '0x, coin for token',
    source: undefined,
    to: fyr,
    pathOf: [weth, fyr],
    encode: ({ path: [, bought = fyr], ...said }) => lend(zeroAddress, zeroAddress, 0n, execute({ ...said, bought })),
  },
  {
    name: '0x, token for coin',
    source: usd,
    to: undefined,
    pathOf: [usd, weth],
    encode: ({ amount, path: [sold = usd], ...said }) =>
      lend(settler, sold, amount, execute({ ...said, bought: coinOf0x })),
  },
]

const termsOf = ({ source, to }: Pick<Way, 'source' | 'to'>): SwapTerms => ({
  account,
  source,
  to,
  amount,
  quoted: 1_000n,
  minimum,
  target,
  spender: target,
})

const builtBy = (way: Way, said: Said = {}): BuiltCall => ({
  to: target,
  data: way.encode({ amount, minimum, path: way.pathOf, recipient: account, ...said }),
  value: way.source === undefined ? amount : 0n,
})

const swapFault = (built: BuiltCall, terms: SwapTerms) => readSwap({ built, terms }).fault

describe.each(ways)('[F27] $name', (way) => {
  const terms = termsOf(way)

  test('is read, and sent as it was built', () => {
    const built = builtBy(way, { minimum: minimum + 5n })
    expect(readSwap({ built, terms })).toEqual({ call: { ...built, to: target }, amount: minimum + 5n })
  })

  test('is refused where it gives less, to another, of another token or by another contract', () => {
    expect(swapFault(builtBy(way, { minimum: minimum - 1n }), terms)).toBe('minimum')
    if (!way.paysCaller) expect(swapFault(builtBy(way, { recipient: other }), terms)).toBe('recipient')
    expect(swapFault({ ...builtBy(way), to: other }, terms)).toBe('target')
    expect(swapFault({ ...builtBy(way), value: builtBy(way).value + 1n }, terms)).toBe('value')
    const [first = other, last = other] = [way.pathOf[0], way.pathOf.at(-1)]
    if (way.to) expect(swapFault(builtBy(way, { path: [first, other] }), terms)).toBe('token')
    if (way.source) {
      expect(swapFault(builtBy(way, { path: [other, last] }), terms)).toBe('token')
      expect(swapFault(builtBy(way, { amount: amount + 1n }), terms)).toBe('amount')
      expect(swapFault(builtBy(way, { amount: amount - 1n }), terms)).toBe('amount')
    }
  })

  test('is refused for any two tokens but its own', () => {
    for (const another of ways) {
      if (another.source === way.source && another.to === way.to) continue
      expect(swapFault(builtBy(way), termsOf(another)), another.name).toMatch(/token|value|amount/)
    }
  })

  test('changed anywhere it is refused, or still is what was agreed', () => {
    const { data } = builtBy(way)
    const places = fc.integer({ min: 2, max: data.length - 1 })
    const digit = fc.constantFrom(...'0123456789abcdef')
    fc.assert(
      fc.property(places, digit, (at, changed) => {
        const built = { ...builtBy(way), data: data.slice(0, at) + changed + data.slice(at + 1) }
        const read = readSwap({ built, terms })
        if (read.fault) return
        expect(read.call.to).toBe(target)
        expect(read.amount).toBeGreaterThanOrEqual(minimum)
      }),
      { numRuns: 300 },
    )
    expect(swapFault({ ...builtBy(way), data: `${data}${'0'.repeat(64)}` }, terms)).toBe('call')
    expect(swapFault({ ...builtBy(way), data: data.slice(0, -64) }, terms)).toBe('call')
  })
})

describe('[F27] what no router of ours does', () => {
  const terms = termsOf({ source: usd, to: fyr })
  test('is refused: an unknown call, a transfer, an approval in the place of the swap, nothing at all', () => {
    const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [other, maxUint256] })
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [other, amount] })
    for (const data of [approval, transfer, '0x', '0x38ed1739', '0x1234', 'no hex'])
      expect(swapFault({ to: target, data, value: 0n }, terms), data).toBe('call')
    expect(swapFault({ to: 'nobody', data: '0x', value: 0n }, terms)).toBe('target')
  })

  test('is refused inside of a multicall: a second swap, an unwrapping that isn’t ours, a recipient that isn’t the account', () => {
    const said = { amount, minimum, path: [usd, fyr], recipient: account } as const
    const data = (...calls: Hex[]) => swapFault({ to: target, data: together(...calls), value: 0n }, terms)
    expect(data(exactInput(said), exactInput(said))).toBe('call')
    expect(data(exactInput(said), exactInput(said), exactInput(said))).toBe('call')
    expect(data(unwrapTo(said))).toBe('call')
    expect(data(exactInput({ ...said, recipient: routerItself }))).toBe('recipient')
    const forCoin = termsOf({ source: usd, to: undefined })
    const unwrapped = (...calls: Hex[]) => swapFault({ to: target, data: together(...calls), value: 0n }, forCoin)
    const kept = exactInput({ ...said, recipient: routerItself })
    expect(unwrapped(kept, unwrapTo({ minimum, recipient: other }))).toBe('recipient')
    expect(unwrapped(kept, unwrapTo({ minimum: minimum - 1n, recipient: account }))).toBe('minimum')
    expect(unwrapped(exactInput(said), unwrapTo(said))).toBe('call')
  })
})

describe('[F27] what 0x is lent', () => {
  const fault = (data: Hex, way: Pick<Way, 'source' | 'to'>) =>
    swapFault({ to: target, data, value: way.source === undefined ? amount : 0n }, termsOf(way))
  const inside = execute({ recipient: account, minimum, bought: fyr })

  test('is nothing where the coin is sold, as another token may have been approved to the same contract', () => {
    const forCoin = { source: undefined, to: fyr } as const
    expect(fault(lend(settler, usd, 1n, inside), forCoin)).toBe('call')
    expect(fault(lend(settler, usd, 0n, inside), forCoin)).toBeUndefined()
    expect(fault(lend(settler, coinOf0x, amount, inside), forCoin)).toBeUndefined()
  })

  test('is lent to the Settler that is called, for a call whose minimum can be read', () => {
    const forToken = { source: usd, to: fyr } as const
    expect(fault(lend(settler, usd, amount, inside), forToken)).toBeUndefined()
    expect(fault(lend(other, usd, amount, inside), forToken)).toBe('call')
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [other, amount] })
    for (const data of [transfer, '0x', inside.slice(0, 10), `${inside.slice(0, 10)}${'0'.repeat(190)}`])
      expect(fault(lend(settler, usd, amount, `0x${data.slice(2)}`), forToken), data).toBe('call')
    const unbound = execute({ recipient: zeroAddress, minimum: 0n, bought: zeroAddress })
    expect(fault(lend(settler, usd, amount, unbound), forToken)).toBe('token')
  })
})

describe('[F27] the coin and its wrapped form', () => {
  const wrap = { to: weth, data: encodeFunctionData({ abi, functionName: 'deposit' }), value: amount }
  const unwrap = { to: weth, data: encodeFunctionData({ abi, functionName: 'withdraw', args: [amount] }), value: 0n }
  const agreed = { account, amount, quoted: amount, minimum: 900n, target: weth, spender: null }
  const wrapping = { ...agreed, source: undefined, to: weth }
  const unwrapping = { ...agreed, source: weth, to: undefined }

  test('are one for one, by the token’s own contract', () => {
    expect(readSwap({ built: wrap, terms: wrapping })).toMatchObject({ amount })
    expect(readSwap({ built: unwrap, terms: unwrapping })).toMatchObject({ amount })
  })

  test('are refused in the place of anything else', () => {
    expect(swapFault(wrap, { ...wrapping, quoted: amount - 1n })).toBe('minimum')
    expect(swapFault(wrap, { ...wrapping, to: fyr })).toBe('token')
    expect(
      swapFault({ ...unwrap, data: encodeFunctionData({ abi, functionName: 'withdraw', args: [1n] }) }, unwrapping),
    ).toBe('amount')
    expect(swapFault(unwrap, { ...unwrapping, to: fyr })).toBe('token')
    expect(swapFault({ ...wrap, value: 0n }, wrapping)).toBe('value')
  })
})

describe('[F27] an approval', () => {
  const terms = termsOf({ source: usd, to: fyr })
  const approve = (spender: Address, value: bigint): BuiltCall => ({
    to: usd,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, value] }),
    value: 0n,
  })
  const fault = (built: BuiltCall, own: Partial<SwapTerms> = {}) =>
    readApproval({ built, terms: { ...terms, ...own } }).fault

  test('is of exactly what is sold, or of nothing, which takes an older one back', () => {
    expect(readApproval({ built: approve(target, amount), terms })).toMatchObject({ amount })
    expect(readApproval({ built: approve(target, 0n), terms })).toMatchObject({ amount: 0n })
  })

  test('is refused for more, for another contract, of another token', () => {
    expect(fault(approve(target, maxUint256))).toBe('amount')
    expect(fault(approve(target, amount + 1n))).toBe('amount')
    expect(fault(approve(other, amount))).toBe('spender')
    expect(fault(approve(target, amount), { spender: null })).toBe('spender')
    expect(fault({ ...approve(target, amount), to: fyr })).toBe('target')
    expect(fault(approve(target, amount), { source: undefined })).toBe('target')
    expect(fault({ ...approve(target, amount), value: 1n })).toBe('value')
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [target, amount] })
    expect(fault({ to: usd, data: transfer, value: 0n })).toBe('call')
  })
})
