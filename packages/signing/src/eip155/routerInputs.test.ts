import {
  type Address,
  encodeFunctionData as call,
  concat,
  encodeAbiParameters,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { expect, test } from 'vitest'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { saidOfCall } from './test/saidOfSigned.js'
import { now } from './test/stage.js'

// What a universal router's commands are given, to the last byte, and what comes of amounts on their border.

answerQuietly()

const { ann, usd, weth, own, router } = parties
const ether = 10n ** 18n
const abi = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline)'])
const [caller, itself] = [
  '0x0000000000000000000000000000000000000001',
  '0x0000000000000000000000000000000000000002',
] as const
const there = 2n ** 255n

type Command = readonly [code: Hex, input: Hex]
const encoded = (types: string, ...values: readonly unknown[]): Hex =>
  encodeAbiParameters(parseAbiParameters(types), values)
const pair = (
  to: Address,
  give: bigint,
  get: bigint,
  path: readonly Address[],
  isPaid = true,
  code: Hex = '0x08',
): Command => [code, encoded('address, uint256, uint256, address[], bool', to, give, get, path, isPaid)]
const ranged = (to: Address, give: bigint, get: bigint, isPaid = true, code: Hex = '0x00'): Command => [
  code,
  encoded('address, uint256, uint256, bytes, bool', to, give, get, concat([usd, '0x000bb8', weth]), isPaid),
]
const three = (code: Hex, of: Address, to: Address, amount: bigint, type = 'uint256'): Command => [
  code,
  encoded(`address, address, ${type}`, of, to, amount),
]
const take = (of: Address, to: Address, amount: bigint) => three('0x02', of, to, amount, 'uint160')
const sweep = (of: Address, to: Address, least: bigint) => three('0x04', of, to, least)
const pay = (of: Address, to: Address, amount: bigint) => three('0x05', of, to, amount)
const portion = (of: Address, to: Address, bips: bigint) => three('0x06', of, to, bips)
const wrap = (to: Address, amount: bigint): Command => ['0x0b', encoded('address, uint256', to, amount)]
const unwrap = (to: Address, least: bigint): Command => ['0x0c', encoded('address, uint256', to, least)]
const detail = (token: Address) => [token, 5_000_000n, Number(now) + 60, 0] as const
const allowOne: Command = [
  '0x0a',
  encoded('((address, uint160, uint48, uint48), address, uint256), bytes', [detail(usd), router, 1n], '0x'),
]
const allowSeveral: Command = [
  '0x03',
  encoded(
    '((address, uint160, uint48, uint48)[], address, uint256), bytes',
    [[detail(usd), detail(weth)], router, 1n],
    '0x',
  ),
]
const v4: Command = ['0x10', encoded('bytes, bytes[]', '0x', [])]
const execute = (...commands: readonly Command[]): Hex =>
  call({
    ...{ abi, functionName: 'execute' },
    args: [concat(['0x', ...commands.map(([code]) => code)]), commands.map(([, input]) => input), now + 60n],
  })
const unread = /^deliberate: Call a contract \|/
const swapped = pair(itself, 5_000_000n, ether, [usd, weth])

test.each([
  ['an exchange by pairs', [], pair(caller, 5_000_000n, ether, [usd, weth])],
  ['an exchange by ranges', [], ranged(caller, 5_000_000n, ether)],
  ['a taking', [], take(usd, ann, 5_000_000n)],
  ['a sweep', [swapped], sweep(weth, caller, 0n)],
  ['a payment', [swapped], pay(weth, caller, ether)],
  ['a portion', [swapped, pay(weth, caller, 5n)], portion(weth, caller, 10_000n)],
  ['an allowance', [pair(caller, 5_000_000n, ether, [usd, weth])], allowOne],
  ['several allowances', [pair(caller, 5_000_000n, ether, [usd, weth])], allowSeveral],
  ['a wrapping', [], wrap(caller, ether)],
  ['an unwrapping', [swapped], unwrap(caller, ether)],
  ['an exchange by V4’s pools', [swapped, sweep(weth, caller, 0n)], v4],
] as const)('[F13] %s is read to its last byte, or all of it isn’t', async (_, before, [code, input]) => {
  const of = { value: code === '0x0b' ? ether : 0n }
  expect(await saidOfCall(router, execute(...before, [code, input]), of)).not.toMatch(unread)
  expect(await saidOfCall(router, execute(...before, [code, concat([input, '0x00'])]), of)).toMatch(unread)
  // A command that isn't known is none, whatever stands before it.
  expect(await saidOfCall(router, execute(...before, [code, input], ['0x21', input]), of)).toMatch(unread)
})

type Row = readonly [string, string, () => Hex, bigint?]
const rows: readonly Row[] = [
  [
    'by three tokens in a row: the first for the last',
    'plain: Swap USD for WETH | You give: 5 USD | You get at least: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    () => execute(pair(caller, 5_000_000n, ether, [usd, own, weth])),
  ],
  [
    'by a path that isn’t one',
    'deliberate: Call a contract | To: Router (router) # | ! What this does can’t be read from its data. It',
    () => execute(['0x00', encoded('address, uint256, uint256, bytes, bool', caller, 5n, 5n, usd, true)]),
  ],
  [
    'by ranges that may fail, of what was taken already',
    'deliberate: Swap USD for WETH | You give: 5 USD | You may get: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | ! Something is left with the contract, where any | ! You may get next to nothing for it.',
    () => execute(take(usd, itself, 5_000_000n), ranged(caller, 5_000_000n, ether, false, '0x80')),
  ],
  [
    'nothing',
    'deliberate: Call a contract | To: Router (router) # | ! What this does can’t be read from its data. It',
    () => execute(sweep(usd, caller, 0n)),
  ],
  [
    'a hundredth of it for others',
    'plain: Swap USD for WETH | You give: 5 USD | You get at least: 0.99 WETH | Others get at least: 0.01 WETH | Goes to: ann # | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    () => execute(swapped, portion(weth, ann, 100n), sweep(weth, caller, 0n)),
  ],
  [
    'a small part of another token for others',
    'deliberate: Swap USD for WETH | You give: 0.000001 USD | To: ann # | You give: 5 USD | You get at least: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | ! What you give is somebody else’s from then on.',
    () => execute(swapped, sweep(weth, caller, 0n), take(usd, ann, 1n)),
  ],
  [
    'small parts of it for two others, one too large',
    'deliberate: Swap USD for WETH | You give: 5 USD | Others get at least: 0.001 WETH | Goes to: ann # | Others get at least: 0.01998 WETH | Goes to: own # | You get at least: 0.97902 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | ! Somebody else gets what is bought.',
    () => execute(swapped, portion(weth, ann, 10n), portion(weth, own, 200n), sweep(weth, caller, 0n)),
  ],
  [
    'just what comes, swept',
    'plain: Swap USD for WETH | You give at most: 5 USD | You get: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    () => execute(pair(itself, ether, 5_000_000n, [usd, weth], true, '0x09'), sweep(weth, caller, ether)),
  ],
  [
    'more than comes, swept',
    'plain: Swap USD for WETH | You give at most: 5 USD | You get at least: 2 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    () => execute(pair(itself, ether, 5_000_000n, [usd, weth], true, '0x09'), sweep(weth, caller, 2n * ether)),
  ],
  [
    'nothing of what isn’t there, swept',
    'plain: Swap USD for WETH | You give: 5 USD | You get at least: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    () => execute(pair(caller, 5_000_000n, ether, [usd, weth]), sweep(own, caller, 0n)),
  ],
  [
    'something of what isn’t there, swept',
    'deliberate: Swap USD for WETH | You give: 5 USD | You get at least: 1 WETH | You get at least: 0.000000000000000007 OWN (unlisted, own) | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | Token: OWN (unlisted, own) | Contract: 0x0000000000000000000000000000000000abc009 # | ! You may get next to nothing for it.',
    () => execute(pair(caller, 5_000_000n, ether, [usd, weth]), sweep(own, caller, 7n)),
  ],
  [
    'just what comes, unwrapped',
    'plain: Swap USD for ETH | You give at most: 5 USD | You get: 1 ETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    () => execute(pair(itself, ether, 5_000_000n, [usd, weth], true, '0x09'), unwrap(caller, ether)),
  ],
  [
    'more than comes, unwrapped',
    'plain: Swap USD for ETH | You give at most: 5 USD | You get at least: 2 ETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    () => execute(pair(itself, ether, 5_000_000n, [usd, weth], true, '0x09'), unwrap(caller, 2n * ether)),
  ],
  [
    'less than comes, unwrapped',
    'plain: Swap USD for ETH | You give at most: 5 USD | You get: 1 ETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    () => execute(pair(itself, ether, 5_000_000n, [usd, weth], true, '0x09'), unwrap(caller, 1n)),
  ],
  [
    'nothing of what isn’t there, unwrapped',
    'plain: Swap USD for WETH | You give: 5 USD | You get at least: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    () => execute(pair(caller, 5_000_000n, ether, [usd, weth]), unwrap(caller, 0n)),
  ],
  [
    'something of what isn’t there, unwrapped',
    'deliberate: Swap USD for WETH | You give: 5 USD | You get at least: 1 WETH | You get at least: 0.000000000000000007 ETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | ! You may get next to nothing for it.',
    () => execute(pair(caller, 5_000_000n, ether, [usd, weth]), unwrap(caller, 7n)),
  ],
  [
    'coins of which there are none, wrapped',
    'deliberate: Call a contract | To: Router (router) # | ! What this does can’t be read from its data. It',
    () => execute(wrap(caller, ether)),
  ],
  [
    'coins that are sent along, wrapped for the account',
    'plain: Swap ETH for WETH | You give: 0.5 ETH | You get: 0.5 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | Balance afterwards: 0.5 ETH',
    () => execute(wrap(caller, there)),
    ether / 2n,
  ],
  [
    'two tokens, of one next to nothing',
    'deliberate: Swap USD for WETH | You give: 10 USD | You get at least: 1 WETH | You get at least: 0.000000000000000001 OWN (unlisted, own) | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | Token: OWN (unlisted, own) | Contract: 0x0000000000000000000000000000000000abc009 # | ! You may get next to nothing for it.',
    () => execute(pair(caller, 5_000_000n, ether, [usd, weth]), pair(caller, 5_000_000n, 1n, [usd, own])),
  ],
  [
    'two tokens, and of neither next to nothing',
    'plain: Swap USD for WETH | You give: 10 USD | You get at least: 1 WETH | You get at least: 1 OWN (unlisted, own) | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | Token: OWN (unlisted, own) | Contract: 0x0000000000000000000000000000000000abc009 #',
    () => execute(pair(caller, 5_000_000n, ether, [usd, weth]), pair(caller, 5_000_000n, ether, [usd, own])),
  ],
]
test.each(rows.map(([is, said, data, value = 0n]) => [is, said, data, value] as const))(
  '[F13] a router is asked for what comes: %s',
  async (_, said, data, value) => expect(await saidOfCall(router, data(), { value })).toBe(said),
)

test('[F13] coins aren’t wrapped where nobody lists what they are wrapped in, at an address', async () => {
  const without = { ...quiet, tokens: quiet.tokens.filter(({ symbol }) => symbol !== 'WETH') }
  const listed = (address: string) => ({ ...quiet, tokens: [{ address, symbol: 'weth', decimals: 18 }] })
  const said = (network: typeof quiet, ...commands: readonly Command[]) =>
    saidOfCall(router, execute(...commands), { value: ether, network })
  for (const network of [without, listed('weth'), listed(`${weth}00`), listed(`x${weth}`)]) {
    expect(await said(network, wrap(caller, ether))).toMatch(unread)
    expect(await said(network, pair(caller, 5n, ether, [usd, weth]), unwrap(caller, 1n))).toMatch(unread)
  }
  expect(await said(listed(weth.toLowerCase()), wrap(caller, ether))).not.toMatch(unread)
})
