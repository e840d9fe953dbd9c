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
import { answerQuietly, parties } from './test/quiet.js'
import { saidOfCall } from './test/saidOfSigned.js'
import { me, now } from './test/stage.js'

// What is said of a universal router's commands, rule by rule, each where it holds and where it stops.

answerQuietly()

const { ann, usd, weth, router, stranger, fake } = parties
const ether = 10n ** 18n
const end = Number(now) + 60
const abi = parseAbi([
  'function execute(bytes commands, bytes[] inputs, uint256 deadline)',
  'function execute(bytes commands, bytes[] inputs)',
])

/** A call: its name, the sentence said of it, its contract, its data and how many wei. */
type Row = readonly [string, string, Address, () => Hex, bigint?]
const [caller, itself] = [
  '0x0000000000000000000000000000000000000001',
  '0x0000000000000000000000000000000000000002',
] as const
const there = 2n ** 255n
type Command = readonly [Hex, Hex]
const encoded = (types: string, ...values: readonly unknown[]): Hex =>
  encodeAbiParameters(parseAbiParameters(types), values)
const wrap = (to: Address = itself, amount = ether): Command => ['0x0b', encoded('address, uint256', to, amount)]
const unwrap = (to: Address, least: bigint): Command => ['0x0c', encoded('address, uint256', to, least)]
const pair = (
  to: Address,
  first: bigint,
  second: bigint,
  path: readonly Address[],
  isPaid: boolean,
  code: Hex = '0x08',
): Command => [code, encoded('address, uint256, uint256, address[], bool', to, first, second, path, isPaid)]
const ranged = (
  to: Address,
  first: bigint,
  second: bigint,
  path: readonly Address[],
  isPaid: boolean,
  code: Hex = '0x00',
): Command => [
  code,
  encoded(
    'address, uint256, uint256, bytes, bool',
    to,
    first,
    second,
    concat(path.flatMap((each, index) => (index > 0 ? (['0x000bb8', each] as const) : [each]))),
    isPaid,
  ),
]
const sweep = (token: Address, to: Address, least: bigint): Command => [
  '0x04',
  encoded('address, address, uint256', token, to, least),
]
const portion = (token: Address, to: Address, bips: bigint): Command => [
  '0x06',
  encoded('address, address, uint256', token, to, bips),
]
const pay = (token: Address, to: Address, amount: bigint): Command => [
  '0x05',
  encoded('address, address, uint256', token, to, amount),
]
const take = (token: Address, to: Address, amount: bigint): Command => [
  '0x02',
  encoded('address, address, uint160', token, to, amount),
]
const allowOne = (amount: bigint, spender: Address = router): Command => [
  '0x0a',
  encoded('((address, uint160, uint48, uint48), address, uint256), bytes', [[usd, amount, end, 0], spender, 1n], '0x'),
]
const execute =
  (...commands: readonly Command[]) =>
  () =>
    call({
      abi,
      functionName: 'execute',
      args: [concat(['0x', ...commands.map(([code]) => code)]), commands.map(([, input]) => input), now + 60n],
    })
const buys: readonly Row[] = [
  [
    'tokens for tokens',
    'plain: Swap USD for WETH | You give: 5 USD | You get at least: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    router,
    execute(pair(caller, 5_000_000n, ether, [usd, weth], true)),
  ],
  [
    'tokens for tokens, for an address of the account’s own',
    'plain: Swap USD for WETH | You give: 5 USD | You get at least: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    router,
    execute(pair(me, 5_000_000n, ether, [usd, weth], true)),
  ],
  [
    'an exact output, at most so much',
    'plain: Swap USD for WETH | You give at most: 5 USD | You get: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    router,
    execute(pair(caller, ether, 5_000_000n, [usd, weth], true, '0x09')),
  ],
  [
    'by ranges',
    'plain: Swap USD for WETH | You give: 5 USD | You get at least: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    router,
    execute(ranged(caller, 5_000_000n, ether, [usd, weth], true)),
  ],
  [
    'by ranges to an exact output, whose path is written from its end',
    'plain: Swap USD for WETH | You give at most: 5 USD | You get: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    router,
    execute(ranged(caller, ether, 5_000_000n, [weth, usd], true, '0x01')),
  ],
  [
    'coins for tokens',
    'careful: Swap ETH for USD | You give: 1 ETH | You get at least: 5 USD | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | Balance afterwards: 0 ETH | ! This is all of your ETH.',
    router,
    execute(wrap(), pair(caller, ether, 5_000_000n, [weth, usd], false)),
    ether,
  ],
  [
    'all the coins that are there for tokens',
    'careful: Swap ETH for USD | You give: 1 ETH | You get at least: 5 USD | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | Balance afterwards: 0 ETH | ! This is all of your ETH.',
    router,
    execute(wrap(itself, there), pair(caller, there, 5_000_000n, [weth, usd], false)),
    ether,
  ],
  [
    'fewer coins than are sent: the rest stays there',
    'deliberate: Swap ETH for USD | You give: 1 ETH | You get at least: 5 USD | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | Balance afterwards: 0 ETH | ! Something is left with the contract, where any | ! This is all of your ETH.',
    router,
    execute(wrap(itself, ether / 2n), pair(caller, there, 5_000_000n, [weth, usd], false)),
    ether,
  ],
  [
    'the rest is swept back',
    'careful: Swap ETH for USD | You give: 0.5 ETH | You get at least: 5 USD | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | Balance afterwards: 0 ETH | ! This is all of your ETH.',
    router,
    execute(
      wrap(itself, ether / 2n),
      pair(caller, there, 5_000_000n, [weth, usd], false),
      sweep(zeroAddress, caller, 0n),
    ),
    ether,
  ],
  [
    'tokens for coins',
    'plain: Swap USD for ETH | You give: 5 USD | You get at least: 1 ETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    router,
    execute(pair(itself, 5_000_000n, ether, [usd, weth], true), unwrap(caller, ether)),
  ],
  [
    'tokens for coins, of which more has to come than is there',
    'plain: Swap USD for ETH | You give: 5 USD | You get at least: 1 ETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    router,
    execute(pair(itself, 5_000_000n, 1n, [usd, weth], true), unwrap(caller, ether)),
  ],
  [
    'tokens for somebody else',
    'deliberate: Swap USD for WETH | You give: 5 USD | Others get at least: 1 WETH | Goes to: ann # | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | ! Somebody else gets what is bought.',
    router,
    execute(pair(ann, 5_000_000n, ether, [usd, weth], true)),
  ],
  [
    'a small part of it for the router’s own',
    'plain: Swap USD for WETH | You give: 5 USD | You get at least: 199 WETH | Others get at least: 1 WETH | Goes to: ann # | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    router,
    execute(
      pair(itself, 5_000_000n, 200n * ether, [usd, weth], true),
      portion(weth, ann, 50n),
      sweep(weth, caller, 0n),
    ),
  ],
  [
    'more than a hundredth of it for others',
    'deliberate: Swap USD for WETH | You give: 5 USD | Others get at least: 2.02 WETH | Goes to: ann # | You get at least: 197.98 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | ! Somebody else gets what is bought.',
    router,
    execute(
      pair(itself, 5_000_000n, 200n * ether, [usd, weth], true),
      portion(weth, ann, 101n),
      sweep(weth, caller, 0n),
    ),
  ],
  [
    'a payment out of it',
    'plain: Swap USD for WETH | You give: 5 USD | You get at least: 199 WETH | Others get at least: 1 WETH | Goes to: ann # | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    router,
    execute(pair(itself, 5_000_000n, 200n * ether, [usd, weth], true), pay(weth, ann, ether), sweep(weth, caller, 0n)),
  ],
  [
    'payments out of it that together are no more than a hundredth',
    'plain: Swap USD for WETH | You give: 5 USD | You get at least: 198 WETH | Others get at least: 1 WETH | Goes to: ann # | Others get at least: 1 WETH | Goes to: stranger # | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    router,
    execute(
      pair(itself, 5_000_000n, 200n * ether, [usd, weth], true),
      ...[pay(weth, ann, ether), pay(weth, stranger, ether), sweep(weth, caller, 0n)],
    ),
  ],
  [
    'payments out of it that only together are more',
    'deliberate: Swap USD for WETH | You give: 5 USD | Others get at least: 1.5 WETH | Goes to: ann # | Others get at least: 1.5 WETH | Goes to: stranger # | You get at least: 197 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | ! Somebody else gets what is bought.',
    router,
    execute(
      pair(itself, 5_000_000n, 200n * ether, [usd, weth], true),
      ...[pay(weth, ann, (3n * ether) / 2n), pay(weth, stranger, (3n * ether) / 2n), sweep(weth, caller, 0n)],
    ),
  ],
  [
    'a payment and a part that only together are more',
    'deliberate: Swap USD for WETH | You give: 5 USD | Others get at least: 1.5 WETH | Goes to: ann # | Others get at least: 1.588 WETH | Goes to: ann # | You get at least: 196.912 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | ! Somebody else gets what is bought.',
    router,
    execute(
      pair(itself, 5_000_000n, 200n * ether, [usd, weth], true),
      ...[pay(weth, ann, (3n * ether) / 2n), portion(weth, ann, 80n), sweep(weth, caller, 0n)],
    ),
  ],
  [
    'a payment of more than is there',
    'plain: Swap USD for WETH | You give: 5 USD | You get at least: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    router,
    execute(pair(itself, 5_000_000n, ether, [usd, weth], true), pay(weth, caller, 9n * ether)),
  ],
  [
    'for next to nothing',
    'deliberate: Swap USD for WETH | You give: 5 USD | You get at least: 0.000000000000000001 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | ! You may get next to nothing for it.',
    router,
    execute(pair(caller, 5_000_000n, 1n, [usd, weth], true)),
  ],
  [
    'for nothing',
    'deliberate: Swap USD for Nothing | You give: 5 USD | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | ! Something is left with the contract, where any | ! You may get next to nothing for it.',
    router,
    execute(take(usd, router, 5_000_000n)),
  ],
  [
    'what is taken there and used there',
    'plain: Swap USD for WETH | You give: 5 USD | You get at least: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    router,
    execute(take(usd, itself, 5_000_000n), pair(caller, 5_000_000n, ether, [usd, weth], false)),
  ],
  [
    'what is taken for somebody',
    'deliberate: Move USD | You give: 5 USD | To: ann # | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | ! What you give is somebody else’s from then on.',
    router,
    execute(take(usd, ann, 5_000_000n)),
  ],
  [
    'what is allowed beside it, and used up',
    'plain: Swap USD for WETH | You give: 5 USD | You get at least: 1 WETH | May take afterwards: 0 USD | Spender: Router (router) # | Contract: usd # | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    router,
    execute(allowOne(5_000_000n), pair(caller, 5_000_000n, ether, [usd, weth], true)),
  ],
  [
    'what is allowed beside it to another',
    'deliberate: Swap USD for WETH | You give: 5 USD | You get at least: 1 WETH | Amount: 5 USD | Spender: ann # | Contract: usd # | May take until: 2027-01-15 08:01 UTC | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | ! The spender may take this much of your USD, wi | ! The spender is no contract, but somebody’s own',
    router,
    execute(allowOne(5_000_000n, ann), pair(caller, 5_000_000n, ether, [usd, weth], true)),
  ],
  [
    'everything that there can be',
    'deliberate: Swap USD for WETH | You give: 1461501637330902918203684832716283019655932.542976 USD | You get at least: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | ! This is all of your USD.',
    router,
    execute(pair(caller, 2n ** 160n, ether, [usd, weth], true)),
  ],
  [
    'of tokens that aren’t listed',
    'careful: Swap WETH (unlisted, fake) for WETH | You give: 0.000000000000000005 WETH (unlisted, fake) | You get at least: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | Token: WETH (unlisted, fake) | Contract: 0x0000000000000000000000000000000000abc006 # | ! It calls itself WETH, and isn’t the WETH of th',
    router,
    execute(pair(caller, 5n, ether, [fake, weth], true)),
  ],
  [
    'at a router that isn’t known',
    'careful: Swap USD for WETH | You give: 5 USD | You are promised: 1 WETH, by a contract that isn’t known here | Until: 2027-01-15 08:01 UTC | Contract: stranger # | ! This contract isn’t known here. What is got fo',
    stranger,
    execute(pair(caller, 5_000_000n, ether, [usd, weth], true)),
  ],
  [
    'in two exchanges',
    'plain: Swap USD for WETH | You give: 6 USD | You get at least: 2 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    router,
    execute(pair(caller, 5_000_000n, ether, [usd, weth], true), pair(caller, 1_000_000n, ether, [usd, weth], true)),
  ],
  [
    'what lets a command fail',
    'deliberate: Swap USD for WETH | You give at most: 5 USD | You may get: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | ! You may get next to nothing for it.',
    router,
    execute([`0x88`, pair(caller, 5_000_000n, ether, [usd, weth], true)[1]]),
  ],
  [
    'what lets a command fail that uses what was taken already: it stays there then',
    'deliberate: Swap USD for WETH | You give: 5 USD | You may get: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | ! Something is left with the contract, where any | ! You may get next to nothing for it.',
    router,
    execute(take(usd, itself, 5_000_000n), ['0x88', pair(caller, 5_000_000n, ether, [usd, weth], false)[1]]),
  ],
  [
    'what nothing was given for',
    'deliberate: Call a contract | To: Router (router) # | ! What this does can’t be read from its data. It',
    router,
    execute(pair(caller, 5_000_000n, ether, [usd, weth], false)),
  ],
  [
    'of no tokens',
    'deliberate: Call a contract | To: Router (router) # | ! What this does can’t be read from its data. It',
    router,
    execute(pair(caller, 5_000_000n, ether, [], true)),
  ],
  [
    'a command that isn’t known',
    'deliberate: Call a contract | To: Router (router) # | ! What this does can’t be read from its data. It',
    router,
    execute(['0x3f', '0x']),
  ],
  [
    'a command that isn’t given what it takes',
    'deliberate: Call a contract | To: Router (router) # | ! What this does can’t be read from its data. It',
    router,
    execute(['0x08', '0x12']),
  ],
  [
    'no commands',
    'deliberate: Call a contract | To: Router (router) # | ! What this does can’t be read from its data. It',
    router,
    execute(),
  ],
  [
    'fewer inputs than commands',
    'deliberate: Call a contract | To: Router (router) # | ! What this does can’t be read from its data. It',
    router,
    () => call({ abi, functionName: 'execute', args: ['0x0808', [pair(caller, 5n, 5n, [usd, weth], true)[1]], now] }),
  ],
  [
    'after its end',
    'deliberate: Swap USD for WETH | You give: 5 USD | You get at least: 1 WETH | Until: 2027-01-15 07:59 UTC, which is past | Contract: Router (router) # | ! As things stand, the network refuses this.',
    router,
    () =>
      call({
        abi,
        functionName: 'execute',
        args: ['0x08', [pair(caller, 5_000_000n, ether, [usd, weth], true)[1]], now - 1n],
      }),
  ],
  [
    'without an end',
    'plain: Swap USD for WETH | You give: 5 USD | You get at least: 1 WETH | Contract: Router (router) #',
    router,
    () =>
      call({ abi, functionName: 'execute', args: ['0x08', [pair(caller, 5_000_000n, ether, [usd, weth], true)[1]]] }),
  ],
]

test.each(buys.map(([is, said, to, data, value = 0n]) => [is, said, to, data, value] as const))(
  '[F13] a router is asked for %s',
  async (_, said, to, data, value) => expect(await saidOfCall(to, data(), { value })).toBe(said),
)
