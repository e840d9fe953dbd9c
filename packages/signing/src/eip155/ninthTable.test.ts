import { type Abi, type Address, encodeFunctionData, type Hex, parseAbi, toHex, zeroAddress, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { ask, headline, me, now, person, reads } from './test/stage.js'

// What a ninth stranger tried: another's shares, positions for others, and what is taken up or taken back at contracts that are known.

const answers = answerQuietly()

const { ann, usd, weth, nft, stranger, vault } = parties
const seaport: Address = '0x0000000000000068F116a894984e2DB1123eB395'
const positions: Address = '0xC36442b4a4522E871399CD717aBDD847Ab11FE88'
const oneInch: Address = '0x111111125421cA6dc452d289314280a0f8842A65'
const known = [
  { address: seaport, name: 'Seaport' },
  { address: positions, name: 'Positions' },
  { address: oneInch, name: '1inch' },
  { address: vault, name: 'Vault' },
]
const network = { ...quiet, contracts: [...(quiet.contracts ?? []), ...known] }
const abi: Abi = parseAbi([
  'struct Offered { uint8 itemType; address token; uint256 identifier; uint256 startAmount; uint256 endAmount; }',
  'struct Wanted { uint8 itemType; address token; uint256 identifier; uint256 startAmount; uint256 endAmount; address recipient; }',
  'struct Parameters { address offerer; address zone; Offered[] offer; Wanted[] consideration; uint8 orderType; uint256 startTime; uint256 endTime; bytes32 zoneHash; uint256 salt; bytes32 conduitKey; uint256 total; }',
  'struct Order { Parameters parameters; bytes signature; }',
  'struct Advanced { Parameters parameters; uint120 numerator; uint120 denominator; bytes signature; bytes extraData; }',
  'struct Resolver { uint256 order; uint8 side; uint256 index; uint256 identifier; bytes32[] proof; }',
  'struct Place { uint256 order; uint256 item; }',
  'function fulfillAdvancedOrder(Advanced order, Resolver[] resolvers, bytes32 conduitKey, address recipient)',
  'function fulfillAvailableOrders(Order[] orders, Place[][] offers, Place[][] considerations, bytes32 conduitKey, uint256 most)',
  'function fulfillAvailableAdvancedOrders(Advanced[] orders, Resolver[] resolvers, Place[][] offers, Place[][] considerations, bytes32 conduitKey, address recipient, uint256 most)',
  'function cancel(Parameters[] orders)',
  'function incrementCounter()',
  'struct Position { address tokenA; address tokenB; uint24 fee; int24 lower; int24 upper; uint256 a; uint256 b; uint256 leastA; uint256 leastB; address to; uint256 deadline; }',
  'function mint(Position position)',
  'struct Described { address sold; address bought; address giver; address recipient; uint256 amount; uint256 least; uint256 flags; }',
  'function swap(address executor, Described described, bytes data)',
  'function redeem(uint256 shares, address receiver, address owner)',
  'function withdraw(uint256 assets, address receiver, address owner)',
])
const call = (functionName: string, ...args: readonly unknown[]): Hex => encodeFunctionData({ abi, functionName, args })
const asked = (to: Address, data: Hex, value = 0n) => ({
  ...{ network, method: 'eth_sendTransaction' },
  params: [{ from: me, to, data, value: toHex(value) }],
})
const ether = 10n ** 18n
const item = (itemType: number, token: Address, identifier: bigint, amount: bigint) => ({
  ...{ itemType, token, identifier, startAmount: amount, endAmount: amount },
})
const pay = { ...item(0, zeroAddress, 0n, ether / 2n), recipient: person }
const order = (more: object = {}) => ({
  ...{ offerer: person, zone: zeroAddress, offer: [item(2, nft, 7n, 1n)], consideration: [pay], orderType: 0 },
  ...{ startTime: 0n, endTime: now + 60n, zoneHash: zeroHash, salt: 0n, conduitKey: zeroHash, total: 1n },
  ...more,
})
const advanced = (more: object = {}, [numerator, denominator] = [1n, 1n]) => ({
  ...{ parameters: order(more), numerator, denominator, signature: '0x1234', extraData: '0x' },
})
const eight = { offer: [item(2, nft, 8n, 1n)] }
const places = [[{ order: 0n, item: 0n }], [{ order: 1n, item: 0n }]]
const pic = (id: number) => `PIC #${id} (unlisted, 0x00…abc00b)`

test('[F13] of orders that may be gone all is given at most, and each thing comes perhaps', async () => {
  const both = [advanced(), advanced(eight)]
  const ways = [
    call('fulfillAvailableOrders', both, places, places, zeroHash, 2n),
    call('fulfillAvailableAdvancedOrders', both, [], places, places, zeroHash, zeroAddress, 2n),
  ]
  for (const data of ways)
    reads(await ask(asked(seaport, data, ether)), {
      level: 'deliberate',
      facts: ['You give at most: 1 ETH', `You may get: ${pic(7)}`, `You may get: ${pic(8)}`],
    })
  // What isn't asked for stays where it is.
  const one = call('fulfillAvailableAdvancedOrders', both, [], places.slice(1), places, zeroHash, zeroAddress, 2n)
  const said = await ask(asked(seaport, one, ether))
  expect(said.facts).not.toContain(`You may get: ${pic(7)}`)
  const others = call('fulfillAvailableAdvancedOrders', both, [], places, places, zeroHash, ann, 2n)
  reads(await ask(asked(seaport, others, ether)), {
    level: 'deliberate',
    facts: [`Others may get: ${pic(7)}`, `Goes to: ${ann}`],
  })
})

test('[F13] of a collection the one that is named beside an order is given, and none that isn’t', async () => {
  const bid = {
    offer: [item(1, weth, 0n, ether / 1_000n)],
    consideration: [{ ...item(4, nft, 0n, 1n), recipient: person }],
  }
  const taking = (...resolvers: readonly object[]) =>
    asked(seaport, call('fulfillAdvancedOrder', advanced(bid), resolvers, zeroHash, zeroAddress))
  const seventh = { order: 0n, side: 1, index: 0n, identifier: 7n, proof: [] }
  expect(await headline(taking(seventh))).toBe(`You give ${pic(7)} and get 0.001 WETH from Seaport.`)
  const wrong = [[], [{ ...seventh, side: 0 }], [{ ...seventh, order: 1n }], [{ ...seventh, index: 1n }]]
  for (const resolvers of [...wrong, [seventh, seventh]])
    reads(await ask(taking(...resolvers)), { level: 'deliberate', warnings: ['can’t be read'] })
})

test('[F13] own offers that are taken back give nothing', async () => {
  for (const data of [call('cancel', [order({ offerer: me })]), call('incrementCounter')]) {
    const said = await ask(asked(seaport, data))
    expect(said.title).toBe('Take back an earlier signature')
    reads(said, { level: 'plain', facts: [`Contract: Seaport (${seaport})`], warnings: [] })
    reads(await ask(asked(stranger, data)), { level: 'deliberate', warnings: ['can’t be read'] })
    reads(await ask(asked(seaport, data, ether)), { level: 'careful', facts: ['You give: 1 ETH'] })
  }
})

test('[F13] a new position takes both tokens, and is whose it is minted for', async () => {
  const position = (to: Address, least: readonly [bigint, bigint]) =>
    call('mint', {
      ...{ tokenA: usd, tokenB: weth, fee: 500, lower: -10, upper: 10, a: 500_000_000n, b: ether / 5n },
      ...{ leastA: least[0], leastB: least[1], to, deadline: now + 60n },
    })
  answers.set('0x70a08231', toHex(10n ** 30n, { size: 32 }))
  const facts = ['You give at most: 500 USD', 'You give at most: 0.2 WETH']
  const some = [490_000_000n, ether / 6n] as const
  reads(await ask(asked(positions, position(me, some))), {
    level: 'deliberate',
    facts,
    warnings: ['price couldn’t be checked'],
  })
  reads(await ask(asked(positions, position(person, some))), {
    level: 'deliberate',
    facts: [...facts, `Goes to: ${person}`],
    warnings: ['Somebody else gets'],
  })
  reads(await ask(asked(positions, position(me, [0n, 0n]))), { level: 'deliberate', warnings: ['next to nothing'] })
  reads(await ask(asked(positions, position(me, some), ether)), { level: 'deliberate', warnings: ['can’t be read'] })
})

test('[F13] an exchange by an executor is for whom it names', async () => {
  const coin: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
  const swap = (more: object) =>
    call(
      'swap',
      stranger,
      {
        ...{
          sold: usd,
          bought: weth,
          giver: stranger,
          recipient: me,
          amount: 100_000_000n,
          least: (ether * 3n) / 100n,
        },
        ...{ flags: 0n, ...more },
      },
      '0x',
    )
  for (const recipient of [me, zeroAddress])
    expect(await headline(asked(oneInch, swap({ recipient })))).toBe(
      'You give 100 USD and get at least 0.03 WETH from 1inch.',
    )
  reads(await ask(asked(oneInch, swap({ recipient: person }))), {
    level: 'deliberate',
    facts: ['You give: 100 USD', 'Others get at least: 0.03 WETH', `Goes to: ${person}`],
    warnings: ['Somebody else gets'],
  })
  const paid = asked(oneInch, swap({ sold: coin, amount: ether / 10n }), ether / 10n)
  expect(await headline(paid)).toBe('You give 0.1 ETH and get at least 0.03 WETH from 1inch.')
  const unread = [
    asked(oneInch, swap({ flags: 1n })),
    asked(oneInch, swap({}), 1n),
    asked(oneInch, swap({ sold: coin }), 1n),
    asked(stranger, swap({})),
  ]
  for (const each of unread) reads(await ask(each), { level: 'deliberate', warnings: ['can’t be read'] })
})

test('[F13] another’s shares are never what the account gives', async () => {
  const cases = [
    [
      call('redeem', ether, me, person),
      'You get an unknown amount of USD.',
      ['Amount: 1 SHARE (unlisted, 0x00…AbC00D)'],
    ],
    [call('withdraw', 5_000_000n, me, person), 'You get 5 USD.', ['You get: 5 USD']],
    [call('redeem', ether, ann, person), '', ['Others get at least: An unknown amount of USD', `Goes to: ${ann}`]],
    [call('withdraw', 5_000_000n, ann, person), '', ['Others get at least: 5 USD', `Goes to: ${ann}`]],
  ] as const
  for (const [data, first, facts] of cases) {
    const said = await ask(asked(vault, data))
    expect(said.facts.filter((each) => each.startsWith('You give'))).toEqual([])
    reads(said, { level: 'deliberate', facts: [...facts, `Account: ${person}`], warnings: ['another account’s name'] })
    expect(await headline(asked(vault, data))).toBe(first)
  }
})
