import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  maxUint160,
  parseAbi,
  parseAbiParameters,
  parseEther,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, headline, me, nobody, now, openStage, person, reads, type Stage } from './test/stage.js'

// What Uniswap's universal router is asked for: its commands come to one exchange, or aren't read.

const abi = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline)'])
const caller: Address = '0x0000000000000000000000000000000000000001'
const itself: Address = '0x0000000000000000000000000000000000000002'
const all = 2n ** 255n

let stage: Stage
let dusd: Address
let weth: Address
beforeAll(async () => {
  stage = await openStage()
  dusd = stage.tokenOf('DUSD')
  weth = stage.market.weth
})
afterAll(() => stage.chain.stop())

type Command = readonly [Hex, Hex]
const encoded = (types: string, values: readonly unknown[]): Hex =>
  encodeAbiParameters(parseAbiParameters(types), values)
const asked = (commands: readonly Command[], value = 0n, to: Address = stage.market.router) => ({
  ...{ network: stage.network, method: 'eth_sendTransaction' },
  params: [
    {
      ...{ from: me, to, value: `0x${value.toString(16)}` },
      data: encodeFunctionData({
        ...{ abi, functionName: 'execute' },
        args: [concat(commands.map(([code]) => code)), commands.map(([, input]) => input), now + 1_200n],
      }),
    },
  ],
})

const wrap = (to: Address, amount: bigint): Command => ['0x0b', encoded('address, uint256', [to, amount])]
const unwrap = (to: Address, least: bigint): Command => ['0x0c', encoded('address, uint256', [to, least])]
const pair = (to: Address, give: bigint, get: bigint, path: readonly Address[], isPaid: boolean): Command => [
  '0x08',
  encoded('address, uint256, uint256, address[], bool', [to, give, get, path, isPaid]),
]
const ranged = (to: Address, give: bigint, get: bigint, path: Hex, isPaid: boolean): Command => [
  '0x00',
  encoded('address, uint256, uint256, bytes, bool', [to, give, get, path, isPaid]),
]
const sweep = (token: Address, to: Address, least: bigint): Command => [
  '0x04',
  encoded('address, address, uint256', [token, to, least]),
]
const portion = (token: Address, to: Address, bips: bigint): Command => [
  '0x06',
  encoded('address, address, uint256', [token, to, bips]),
]
const permit = (amount: bigint, spender: Address = stage.market.router): Command => [
  '0x0a',
  encoded('((address, uint160, uint48, uint48), address, uint256), bytes', [
    [[dusd, amount, Number(now) + 86_400, 0], spender, now],
    '0x1234',
  ]),
]
const v4 = (take: Hex): Command => [
  '0x10',
  encoded('bytes, bytes[]', [
    '0x060c0e',
    [
      encoded('((address, address, uint24, int24, address), bool, uint128, uint128, bytes)', [
        [[zeroAddress, dusd, 3000, 60, zeroAddress], false, 90_000_000n, parseEther('0.02'), '0x'],
      ]),
      encoded('address, uint256', [dusd, 90_000_000n]),
      take,
    ],
  ]),
]
const taken = (to: Address) => encoded('address, address, uint256', [zeroAddress, to, 0n])
const hundred = 100_000_000n
const some = 24n * 10n ** 15n

describe('[F13] what a universal router’s commands come to', () => {
  test('the coin for a token: wrapped, sold, swept', async () => {
    const commands = [
      wrap(itself, parseEther('1')),
      pair(itself, all, hundred, [weth, dusd], false),
      sweep(dusd, caller, hundred),
    ]
    reads(await ask(asked(commands, parseEther('1'))), {
      level: 'plain',
      facts: ['You give: 1 ETH', 'You get at least: 100 DUSD', 'Until: 2027-01-15 08:20 UTC'],
      warnings: [],
    })
    expect(await headline(asked(commands, parseEther('1')))).toBe(
      'You give 1 ETH and get at least 100 DUSD from Uniswap V2.',
    )
    // At a contract that isn't known it is a promise.
    reads(await ask(asked(commands, parseEther('1'), person)), { level: 'deliberate', warnings: ['its own word'] })
  })

  test('a token for the coin: sold along a path, unwrapped', async () => {
    const path = encodePacked(['address', 'uint24', 'address'], [dusd, 3000, weth])
    const commands = [ranged(itself, hundred, some, path, true), unwrap(caller, some)]
    reads(await ask(asked(commands)), { level: 'plain', facts: ['You give: 100 DUSD', 'You get at least: 0.024 ETH'] })
  })

  test('what somebody else gets, all of it or a part', async () => {
    const swap = pair(itself, hundred, some, [dusd, weth], true)
    reads(await ask(asked([swap, sweep(weth, person, 0n)])), {
      level: 'deliberate',
      facts: ['You give: 100 DUSD', 'Others get at least: 0.024 WETH', `Goes to: ${person}`],
      warnings: ['Somebody else gets'],
    })
    // A hundredth at most is the router's own fee, where the router is known.
    const fee = asked([swap, portion(weth, person, 100n), sweep(weth, caller, 0n)])
    reads(await ask(fee), {
      ...{ level: 'plain', facts: ['You give: 100 DUSD', 'You get at least: 0.02376 WETH'], warnings: [] },
    })
    expect((await ask(fee)).facts).toEqual(
      expect.arrayContaining(['Others get at least: 0.00024 WETH', `Goes to: ${person}`]),
    )
    reads(await ask(asked([swap, portion(weth, person, 101n), sweep(weth, caller, 0n)])), {
      ...{ level: 'deliberate', warnings: ['Somebody else gets'] },
    })
    reads(await ask(asked([swap, portion(weth, person, 100n), sweep(weth, caller, 0n)], 0n, nobody)), {
      ...{ level: 'deliberate', facts: ['Others get at least: 0.00024 WETH'] },
    })
    reads(await ask(asked([swap, portion(weth, person, 2_500n), sweep(weth, caller, 0n)])), {
      level: 'deliberate',
      facts: ['Others get at least: 0.006 WETH', `Goes to: ${person}`],
      warnings: ['Somebody else gets'],
    })
    reads(await ask(asked([pair(person, hundred, some, [dusd, weth], true)])), {
      level: 'deliberate',
      facts: [`Goes to: ${person}`],
    })
    reads(await ask(asked([swap])), { level: 'deliberate', warnings: ['left with the contract', 'next to nothing'] })
  })

  test('a small part that goes before the rest is unwrapped is the router’s own, several by their sum; what the account gets is never said to be another’s', async () => {
    const swap = pair(itself, hundred, 0n, [dusd, weth], true)
    const paying = (...parts: readonly bigint[]) =>
      asked([swap, ...parts.map((each) => portion(weth, person, each)), unwrap(caller, some)])
    reads(await ask(paying(25n)), {
      level: 'plain',
      facts: ['You get at least: 0.024 ETH', `Goes to: ${person}`],
      warnings: [],
    })
    expect(await headline(paying(25n))).toBe('You give 100 DUSD and get at least 0.024 ETH from Uniswap V2.')
    expect((await ask(paying(60n, 40n))).level).toBe('plain')
    for (const parts of [[60n, 41n], [9_900n]]) {
      const { level, warnings } = await ask(paying(...parts))
      expect([level, warnings.join()]).toEqual(['deliberate', expect.stringContaining('Somebody else gets')])
      expect(await headline(paying(...parts))).toMatch(/gets what comes for it\. You get at least 0\.024 ETH\.$/)
    }
  })

  test('an allowance that comes with it', async () => {
    const swap = pair(caller, hundred, some, [dusd, weth], true)
    // What the exchange takes of it is what it gives: nothing is left.
    const used = await ask(asked([permit(hundred), swap]))
    reads(used, {
      level: 'plain',
      facts: ['You give: 100 DUSD', 'May take afterwards: 0 DUSD', `Spender: Uniswap V2 (${stage.market.router})`],
      warnings: [],
    })
    expect(used.facts.filter((fact) => fact.startsWith('Until'))).toHaveLength(1)
    expect(used.facts.join()).not.toContain('Amount: 100')
    expect(await headline(asked([permit(hundred), swap]))).toBe(
      'You give 100 DUSD and get at least 0.024 WETH from Uniswap V2.',
    )
    const rest = await ask(asked([permit(hundred + 5_000_000n), swap]))
    reads(rest, {
      level: 'careful',
      facts: ['May take afterwards: 5 DUSD', expect.stringMatching(/^May take until: /)],
      warnings: ['this much of your DUSD'],
    })
    expect(await headline(asked([permit(hundred + 5_000_000n), swap]))).toMatch(/Uniswap V2 may take up to 5 DUSD\.$/)
    reads(await ask(asked([permit(maxUint160), swap])), { level: 'deliberate', warnings: ['all of your DUSD'] })
    // It isn't used up by what is taken before it, what may be less, what may fail, or by a router that isn't known, nor where another may take it.
    const open: Command = ['0x88', swap[1]]
    for (const commands of [
      [swap, permit(hundred)],
      [permit(hundred), open],
      [permit(hundred, person), swap],
    ] as const)
      expect(await headline(asked(commands))).toMatch(/ may take up to 100 DUSD\.$/)
    expect(await headline(asked([permit(hundred), swap], 0n, nobody))).toMatch(/ may take up to 100 DUSD\.$/)
    // Nor is it less where calls are added up.
    const { params } = asked([swap, permit(hundred), swap])
    const calls = [...params.map(({ to, data }) => ({ to, data })), { to: person, value: '0x1' }]
    const { network } = stage
    const batch = { network, method: 'wallet_sendCalls', params: [{ from: me, atomicRequired: true, calls }] }
    expect((await ask(batch)).facts).toContain('May take afterwards: 0 DUSD')
  })

  test('by the pools of V4', async () => {
    reads(await ask(asked([v4(taken(caller))])), {
      level: 'plain',
      facts: ['You give: 90 DUSD', 'You get at least: 0.02 ETH'],
    })
    reads(await ask(asked([v4(taken(person))])), {
      level: 'deliberate',
      facts: ['You give: 90 DUSD', 'Others get at least: 0.02 ETH', `Goes to: ${person}`],
    })
  })

  test('what isn’t known, or hangs on what lies there, isn’t read', async () => {
    const swap = pair(caller, hundred, some, [dusd, weth], true)
    for (const commands of [
      [swap, ['0x21', '0x']],
      [pair(caller, hundred, some, [dusd, weth], false)],
      [['0x08', '0x1234']],
      [['0x08', `${swap[1]}00`]],
    ] as const)
      reads(await ask(asked(commands)), { level: 'deliberate', warnings: ['can’t be read'] })
  })
})

test('a permit inside is said beside the exchange, and what is sent is counted once', async () => {
  const swap = [wrap(itself, parseEther('1')), pair(caller, all, hundred, [weth, dusd], false)] as const
  const theirs = asked([permit(maxUint160, person), ...swap], parseEther('1'))
  expect(await headline(theirs)).toBe(
    'You give 1 ETH and get at least 100 DUSD from Uniswap V2. 0x70…dc79C8 may take all of your DUSD, now and later.',
  )
  const { facts, level } = await ask(theirs)
  expect([facts.filter((fact) => fact === 'You give: 1 ETH'), level]).toEqual([['You give: 1 ETH'], 'deliberate'])
  expect(await headline(asked([permit(hundred), ...swap], parseEther('1')))).toBe(
    'You give 1 ETH and get at least 100 DUSD from Uniswap V2. Uniswap V2 may take up to 100 DUSD.',
  )
})
