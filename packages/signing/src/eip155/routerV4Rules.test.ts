import {
  type Address,
  encodeFunctionData as call,
  concat,
  encodeAbiParameters,
  type Hex,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from 'viem'
import { expect, test } from 'vitest'
import { RouterLedger } from './routerLedger.js'
import { settleV4 } from './routerV4.js'
import { answerQuietly, parties } from './test/quiet.js'
import { saidOfCall } from './test/saidOfSigned.js'
import { me, now } from './test/stage.js'

// What is said of Uniswap V4's actions within a universal router's command, rule by rule, each where it holds and where it stops.

answerQuietly()

const { ann, usd, weth, router } = parties
const ether = 10n ** 18n
const abi = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline)'])
const [caller, itself] = [
  '0x0000000000000000000000000000000000000001',
  '0x0000000000000000000000000000000000000002',
] as const
const there = 2n ** 255n

type Action = readonly [Hex, Hex]
const encoded = (types: string, ...values: readonly unknown[]): Hex =>
  encodeAbiParameters(parseAbiParameters(types), values)
const pool = [usd, weth, 3000, 60, zeroAddress] as const
const one = (code: Hex, isFromFirst: boolean, first: bigint, second: bigint, of: readonly unknown[] = pool): Action => [
  code,
  encoded('((address, address, uint24, int24, address), bool, uint128, uint128, bytes)', [
    of,
    isFromFirst,
    first,
    second,
    '0x',
  ]),
]
const along = (code: Hex, currency: Address, path: readonly Address[], first: bigint, second: bigint): Action => [
  code,
  encoded('(address, (address, uint256, int24, address, bytes)[], uint128, uint128)', [
    currency,
    path.map((each) => [each, 3000n, 60, zeroAddress, '0x']),
    first,
    second,
  ]),
]
const settle = (token: Address, amount: bigint, isPaid = true): Action => [
  '0x0b',
  encoded('address, uint256, bool', token, amount, isPaid),
]
const settleAll = (token: Address, most: bigint): Action => ['0x0c', encoded('address, uint256', token, most)]
const take = (token: Address, to: Address, amount: bigint): Action => [
  '0x0e',
  encoded('address, address, uint256', token, to, amount),
]
const takeAll = (token: Address, least: bigint): Action => ['0x0f', encoded('address, uint256', token, least)]
const input = (...actions: readonly Action[]): Hex =>
  encoded(
    'bytes, bytes[]',
    concat(['0x', ...actions.map(([code]) => code)]),
    actions.map(([, data]) => data),
  )
const sell = one('0x06', true, 5_000_000n, ether)

const executed =
  (...commands: readonly Action[]) =>
  () =>
    call({
      ...{ abi, functionName: 'execute' },
      args: [concat(['0x', ...commands.map(([code]) => code)]), commands.map(([, data]) => data), now + 60n],
    })
const settled = (...actions: readonly Action[]) => executed(['0x10', input(...actions)])

/** The calls: their names, the sentences said of them, their data and how many wei. */
const rows: readonly (readonly [string, string, () => Hex, bigint?])[] = [
  [
    'all that is unpaid, and all that comes',
    'plain: Swap USD for WETH | You give: 5 USD | You get at least: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    settled(sell, settleAll(usd, 9_000_000n), takeAll(weth, ether)),
  ],
  [
    'from the second of a pool to its first',
    'careful: Swap WETH for USD | You give: 1 WETH | You get at least: 5 USD | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | ! This is all of your WETH.',
    settled(one('0x06', false, ether, 5_000_000n), settleAll(weth, ether), takeAll(usd, 5_000_000n)),
  ],
  [
    'no more than is unpaid at most',
    'plain: Swap USD for WETH | You give: 4 USD | You get at least: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    settled(sell, settleAll(usd, 4_000_000n), takeAll(weth, ether)),
  ],
  [
    'more at the least than the exchange says',
    'plain: Swap USD for WETH | You give: 5 USD | You get at least: 2 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    settled(sell, settleAll(usd, 5_000_000n), takeAll(weth, 2n * ether)),
  ],
  [
    'an exact output of one pool',
    'plain: Swap USD for WETH | You give at most: 5 USD | You get: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    settled(one('0x08', true, ether, 5_000_000n), settleAll(usd, 5_000_000n), takeAll(weth, ether)),
  ],
  [
    'by a path',
    'plain: Swap USD for WETH | You give: 5 USD | You get at least: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    settled(
      along('0x07', usd, [zeroAddress, weth], 5_000_000n, ether),
      settleAll(usd, 5_000_000n),
      takeAll(weth, ether),
    ),
  ],
  [
    'an exact output by a path, which is written from its beginning',
    'plain: Swap USD for WETH | You give at most: 5 USD | You get: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    settled(
      along('0x09', weth, [usd, zeroAddress], ether, 5_000_000n),
      settleAll(usd, 5_000_000n),
      takeAll(weth, ether),
    ),
  ],
  [
    'by no path',
    'deliberate: Call a contract | To: Router (router) # | ! What this does can’t be read from its data. It',
    settled(along('0x07', usd, [], 5_000_000n, ether), settleAll(usd, 5_000_000n), takeAll(weth, ether)),
  ],
  [
    'an exact output by no path',
    'deliberate: Call a contract | To: Router (router) # | ! What this does can’t be read from its data. It',
    settled(along('0x09', weth, [], ether, 5_000_000n), settleAll(usd, 5_000_000n), takeAll(weth, ether)),
  ],
  [
    'of what is unpaid already, whatever that is',
    'deliberate: Call a contract | To: Router (router) # | ! What this does can’t be read from its data. It',
    settled(one('0x06', true, 0n, ether), settleAll(usd, 5_000_000n), takeAll(weth, ether)),
  ],
  [
    'two exchanges of the same, in sum',
    'plain: Swap USD for WETH | You give: 10 USD | You get at least: 2 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    settled(sell, sell, settleAll(usd, 10_000_000n), takeAll(weth, 2n * ether)),
  ],
  [
    'what is unpaid by its sign',
    'plain: Swap USD for WETH | You give: 5 USD | You get at least: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    settled(sell, settle(usd, 0n), takeAll(weth, ether)),
  ],
  [
    'so much',
    'plain: Swap USD for WETH | You give: 6 USD | You get at least: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    settled(sell, settle(usd, 6_000_000n), takeAll(weth, ether)),
  ],
  [
    'with what lies in the router',
    'careful: Swap ETH for USD | You give: 1 ETH | You get at least: 5 USD | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | Balance afterwards: 0 ETH | ! This is all of your ETH.',
    executed(
      ['0x0b', encoded('address, uint256', itself, ether)],
      ['0x10', input(one('0x06', false, ether, 5_000_000n), settle(weth, there, false), takeAll(usd, 5_000_000n))],
    ),
    ether,
  ],
  [
    'with what isn’t in the router',
    'deliberate: Call a contract | To: Router (router) # | ! What this does can’t be read from its data. It',
    settled(one('0x06', false, ether, 5_000_000n), settle(weth, there, false), takeAll(usd, 5_000_000n)),
  ],
  [
    'with coins that are sent along',
    'careful: Swap ETH for USD | You give: 1 ETH | You get at least: 5 USD | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | Balance afterwards: 0 ETH | ! This is all of your ETH.',
    settled(
      one('0x06', true, ether, 5_000_000n, [zeroAddress, usd, 3000, 60, zeroAddress]),
      settle(zeroAddress, 0n),
      takeAll(usd, 5_000_000n),
    ),
    ether,
  ],
  [
    'with all the coins that are sent along',
    'careful: Swap ETH for USD | You give: 1 ETH | You get at least: 5 USD | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | Balance afterwards: 0 ETH | ! This is all of your ETH.',
    settled(
      one('0x06', true, ether, 5_000_000n, [zeroAddress, usd, 3000, 60, zeroAddress]),
      settleAll(zeroAddress, ether),
      takeAll(usd, 5_000_000n),
    ),
    ether,
  ],
  [
    'with coins of which there are none',
    'deliberate: Call a contract | To: Router (router) # | ! What this does can’t be read from its data. It',
    settled(
      one('0x06', true, ether, 5_000_000n, [zeroAddress, usd, 3000, 60, zeroAddress]),
      settle(zeroAddress, 0n),
      takeAll(usd, 5_000_000n),
    ),
  ],
  [
    'with all coins, of which there are none',
    'deliberate: Call a contract | To: Router (router) # | ! What this does can’t be read from its data. It',
    settled(
      one('0x06', true, ether, 5_000_000n, [zeroAddress, usd, 3000, 60, zeroAddress]),
      settleAll(zeroAddress, ether),
      takeAll(usd, 5_000_000n),
    ),
  ],
  [
    'all that comes, for the account',
    'plain: Swap USD for WETH | You give: 5 USD | You get at least: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    settled(sell, settleAll(usd, 5_000_000n), take(weth, me, 0n)),
  ],
  [
    'so much of what comes, for the account',
    'plain: Swap USD for WETH | You give: 5 USD | You get at least: 0.5 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    settled(sell, settleAll(usd, 5_000_000n), take(weth, caller, ether / 2n)),
  ],
  [
    'for somebody else',
    'deliberate: Swap USD for WETH | You give: 5 USD | Others get at least: 1 WETH | Goes to: ann # | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | ! Somebody else gets what is bought.',
    settled(sell, settleAll(usd, 5_000_000n), take(weth, ann, 0n)),
  ],
  [
    'into the router, where it stays',
    'deliberate: Swap USD for Nothing | You give: 5 USD | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | ! Something is left with the contract, where any | ! You may get next to nothing for it.',
    settled(sell, settleAll(usd, 5_000_000n), take(weth, itself, 0n)),
  ],
  [
    'by an action that isn’t known',
    'deliberate: Call a contract | To: Router (router) # | ! What this does can’t be read from its data. It',
    settled(sell, settleAll(usd, 5_000_000n), ['0x10', encoded('address', weth)], takeAll(weth, ether)),
  ],
]

test.each(rows.map(([is, said, data, value = 0n]) => [is, said, data, value] as const))(
  '[F13] by V4’s pools: %s',
  async (_, said, data, value) => expect(await saidOfCall(router, data(), { value })).toBe(said),
)

/**
 * Returns whether all is taken that may be at most, and just what is named comes; undefined where it isn't carried out.
 */
function settledIn(data: Hex, value = 0n) {
  const ledger = new RouterLedger({ from: me, at: router, value })
  if (!settleV4(data, ledger)) return undefined
  return { isExact: ledger.isExact, isJust: ledger.isJust(weth) }
}

test('[F13] what comes of an exact output is just that, and what is given for it is no more than most', () => {
  const [pay, get] = [settleAll(usd, 5_000_000n), takeAll(weth, ether)]
  expect(settledIn(input(sell, pay, get))).toEqual({ isExact: true, isJust: false })
  expect(settledIn(input(one('0x08', true, ether, 5_000_000n), pay, get))).toEqual({ isExact: false, isJust: true })
  expect(settledIn(input(along('0x07', usd, [weth], 5_000_000n, ether), pay, get))).toEqual({
    isExact: true,
    isJust: false,
  })
  expect(settledIn(input(along('0x09', weth, [usd], ether, 5_000_000n), pay, get))).toEqual({
    isExact: false,
    isJust: true,
  })
})

test('[F13] actions that aren’t given what they take are none', () => {
  const all = [sell, settle(usd, 0n), settleAll(usd, 5_000_000n), take(weth, me, 0n), takeAll(weth, ether)]
  expect(settledIn(input(...all))).toBeDefined()
  // One more action than there are parameters, and one fewer; and a byte that could be read in two ways.
  const codes = concat(all.map(([code]) => code))
  const data = all.map(([, each]) => each)
  expect(settledIn(encoded('bytes, bytes[]', concat([codes, '0x0f']), data))).toBeUndefined()
  expect(settledIn(encoded('bytes, bytes[]', codes, [...data, '0x']))).toBeUndefined()
  expect(settledIn(concat([input(...all), '0x00']))).toBeUndefined()
  for (const index of all.keys()) {
    const longer = all.map(([code, each], at): Action => [code, at === index ? concat([each, '0x00']) : each])
    expect(settledIn(input(...longer)), `${index}`).toBeUndefined()
  }
  for (const path of [along('0x07', usd, [weth], 5_000_000n, ether), along('0x09', weth, [usd], ether, 5_000_000n)]) {
    expect(settledIn(input([path[0], concat([path[1], '0x00'])]))).toBeUndefined()
  }
})
