import { formatAmount } from '@foyer/core/chain'
import type { Words } from '@foyer/core/words'
import { type Address, type DecodeFunctionDataReturnType, isAddressEqual } from 'viem'
import { isNextToNothing } from '../contracts/nextToNothing.js'
import { coinOf, type ReadToken, readToken, tokenFacts, tokenWarnings } from '../contracts/tokens.js'
import { code, words } from '../sentences.js'
import { address, bool, call, typed, uint } from './abis.js'
import { type Called, contractFact, decodeCall, type ReadCall, said, wordWarnings } from './called.js'
import { exchanged, type Moved } from './flow.js'
import type { MoreCalled } from './moreCalled.js'
import { poolFacts } from './poolFacts.js'
import { withRest } from './readCall.js'
import { givenAway, othersFacts, swapFacts, untilFacts } from './swapCalls.js'

const ends = [address('to'), uint('deadline')] as const
const leastOfBoth = [uint('leastA'), uint('leastB'), ...ends] as const
/** By a signature that comes with it the router may take the share, or all shares. */
const permit = [bool('isAll'), typed('uint8')('v'), typed('bytes32')('r'), typed('bytes32')('s')] as const
const ofCoin = [address('token'), uint('share'), ...leastOfBoth] as const

const tick = typed('int24')
/** A position of its own, between two prices (Uniswap V3 and its copies). */
const position = {
  name: 'position',
  type: 'tuple',
  components: [
    ...[address('tokenA'), address('tokenB'), typed('uint24')('fee'), tick('lower'), tick('upper')],
    ...[uint('a'), uint('b'), uint('leastA'), uint('leastB'), ...ends],
  ],
} as const

/** The calls that put into pools of two and take out of them (Uniswap V2 and its copies). */
const abi = [
  call('addLiquidity', [address('tokenA'), address('tokenB'), uint('a'), uint('b'), ...leastOfBoth]),
  call('mint', [position]),
  call('addLiquidityETH', [address('token'), uint('amount'), ...leastOfBoth]),
  call('removeLiquidity', [address('tokenA'), address('tokenB'), uint('share'), ...leastOfBoth]),
  call('removeLiquidityETH', ofCoin),
  call('removeLiquidityETHSupportingFeeOnTransferTokens', ofCoin),
  call('removeLiquidityWithPermit', [address('tokenA'), address('tokenB'), uint('share'), ...leastOfBoth, ...permit]),
  call('removeLiquidityETHWithPermit', [...ofCoin, ...permit]),
  call('removeLiquidityETHWithPermitSupportingFeeOnTransferTokens', [...ofCoin, ...permit]),
] as const

interface Pooled {
  readonly way: 'in' | 'out'
  /** Undefined for the coin. */
  readonly tokens: readonly (Address | undefined)[]
  /** At most, or at least. */
  readonly amounts: readonly [bigint, bigint]
  /** How little of each may be put in: what of one is left out is lost to those who have moved the price. */
  readonly least?: readonly [bigint, bigint]
  /** In the pool, for what is taken out: the pool's own token, which its data doesn't name. */
  readonly share?: bigint
  /** The router may take every such share from then on. */
  readonly isAll?: boolean | undefined
  readonly to: Address
  readonly deadline: bigint
  /** Of a position between two prices. */
  readonly fee?: number
  readonly ticks?: readonly [number, number]
}

function pooledIn(asked: DecodeFunctionDataReturnType<typeof abi>, value: bigint): Pooled | undefined {
  switch (asked.functionName) {
    case 'addLiquidity': {
      const [tokenA, tokenB, a, b, leastA, leastB, to, deadline] = asked.args
      return { way: 'in', tokens: [tokenA, tokenB], amounts: [a, b], least: [leastA, leastB], to, deadline }
    }
    case 'mint': {
      // Coins that come with it are paid in the place of one of the tokens.
      if (value > 0n) return undefined
      const [{ tokenA, tokenB, fee, lower, upper, a, b, leastA, leastB, to, deadline }] = asked.args
      return {
        ...{ way: 'in', tokens: [tokenA, tokenB], amounts: [a, b], least: [leastA, leastB], to, deadline },
        ...{ fee, ticks: [lower, upper] },
      }
    }
    case 'addLiquidityETH': {
      const [token, amount, leastA, leastB, to, deadline] = asked.args
      return { way: 'in', tokens: [token, undefined], amounts: [amount, value], least: [leastA, leastB], to, deadline }
    }
    case 'removeLiquidity':
    case 'removeLiquidityWithPermit': {
      const [tokenA, tokenB, share, a, b, to, deadline, isAll] = asked.args
      return { way: 'out', tokens: [tokenA, tokenB], amounts: [a, b], share, to, deadline, isAll }
    }
    case 'removeLiquidityETH':
    case 'removeLiquidityETHSupportingFeeOnTransferTokens':
    case 'removeLiquidityETHWithPermit':
    case 'removeLiquidityETHWithPermitSupportingFeeOnTransferTokens': {
      const [token, share, amount, coins, to, deadline, isAll] = asked.args
      return { way: 'out', tokens: [token, undefined], amounts: [amount, coins], share, to, deadline, isAll }
    }
  }
}

/** Reads what is put into a pool, for a share in it, or taken out; undefined for every other call. */
export async function readLiquidityCall({
  data,
  inside: _inside,
  ...called
}: MoreCalled): Promise<ReadCall | undefined> {
  const decoded = decodeCall(abi, data)
  if (!decoded) return undefined
  const pooled = pooledIn(decoded.call, called.value)
  if (!pooled) return undefined
  const tokens = await Promise.all(
    pooled.tokens.map((token) => (token ? readToken(called.network, token) : coinOf(called.network))),
  )
  return withRest({ read: describe(pooled, tokens, called), called, unused: decoded.unused })
}

/** Of Uniswap V2 and its copies all shares count in as many decimals. */
const poolShares = (share: bigint): Words =>
  words('request.poolShares', { amount: formatAmount({ value: share, decimals: 18 }) })

const someShares = words('request.someOf', { token: words('request.anyPoolShares') })
const allShares = words('request.unlimited', { token: words('request.anyPoolShares') })

function describe(
  { way, amounts, least = amounts, share, to, deadline, isAll = false, fee, ticks }: Pooled,
  tokens: readonly ReadToken[],
  called: Called,
): ReadCall {
  const { network, from, to: at } = called
  const moved: readonly Moved[] = tokens.map((token, index) => {
    const amount = amounts[index] ?? 0n
    return { token, amount, bound: way === 'in' && least[index] !== amount ? 'most' : undefined }
  })
  const isOthers = !isAddressEqual(to, from)
  const [gives, gets] = way === 'in' ? [moved, []] : [[], moved]
  const isGift = isOthers && way === 'in'
  // Of a token that isn't put in there is no least.
  const isNothing = tokens.some(
    (token, index) => (amounts[index] ?? 0n) > 0n && isNextToNothing({ token, amount: least[index] ?? 0n }),
  )
  const moves = isGift ? givenAway({ gives, to, at, network }) : exchanged({ at, network, gives, gets })
  return said(
    words(way === 'in' ? 'request.addLiquidity' : 'request.removeLiquidity'),
    [
      ...(share === undefined ? [] : [{ label: words('request.give'), value: poolShares(share) }]),
      ...(isOthers && way === 'out' ? othersFacts(gets.map((each) => ({ ...each, to }))) : swapFacts(moves)),
      // What is got is a share, how much of one isn't in its data.
      ...(way === 'in' && !isGift ? [{ label: words('request.get'), value: someShares }] : []),
      ...(isGift ? [{ label: words('request.goesTo'), value: to, isCode: true }] : []),
      ...(way === 'in' && !isGift ? poolFacts({ tokens, amounts, least, fee, ticks }) : []),
      ...(isAll ? [{ label: words('request.allowedAfter'), value: allShares }, code('request.spender', at)] : []),
      ...untilFacts(deadline, called),
      contractFact({ to: at, network }),
      ...tokens.flatMap((token) => (token.isListed ? [] : tokenFacts(token))),
    ],
    {
      warnings: [
        ...(isOthers ? [words('request.warn.othersGet')] : []),
        ...(isNothing ? [words('request.warn.noLeast')] : []),
        ...(isAll ? [words('request.warn.spenderAll', { token: words('request.anyPoolShares') })] : []),
        ...wordWarnings(called),
        ...tokens.flatMap(tokenWarnings),
      ],
      isDeliberate: isOthers || isNothing || isAll,
      // The share that is given can't be added to anything.
      flow: way === 'out' ? undefined : moves,
    },
  )
}
