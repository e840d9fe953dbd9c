import { type Abi, type Address, encodeFunctionData, type Hex, parseAbi, toHex, zeroAddress, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { ask, headline, me, now, person, reads } from './test/stage.js'

// Orders of Seaport's that whoever calls it takes up: what is paid for them, in all, and what comes for whom.

answerQuietly()

const { ann, usd, weth, nft, stranger } = parties
const seaport: Address = '0x0000000000000068F116a894984e2DB1123eB395'
const openSea = '0x0000007b02230091a7ed01230072f7006a004d60a8d4e71d599b8104250f0000'
const theirConduit: Address = '0x1E0049783F008A0085193E00003D00cd54003c71'
const network = { ...quiet, contracts: [...(quiet.contracts ?? []), { address: seaport, name: 'Seaport' }] }
const abi: Abi = parseAbi([
  'struct Recipient { uint256 amount; address recipient; }',
  'struct Basic { address paidToken; uint256 paidIdentifier; uint256 paidAmount; address offerer; address zone; address soldToken; uint256 soldIdentifier; uint256 soldAmount; uint8 basicOrderType; uint256 startTime; uint256 endTime; bytes32 zoneHash; uint256 salt; bytes32 offererConduitKey; bytes32 fulfillerConduitKey; uint256 total; Recipient[] additionalRecipients; bytes signature; }',
  'struct Offered { uint8 itemType; address token; uint256 identifier; uint256 startAmount; uint256 endAmount; }',
  'struct Wanted { uint8 itemType; address token; uint256 identifier; uint256 startAmount; uint256 endAmount; address recipient; }',
  'struct Parameters { address offerer; address zone; Offered[] offer; Wanted[] consideration; uint8 orderType; uint256 startTime; uint256 endTime; bytes32 zoneHash; uint256 salt; bytes32 conduitKey; uint256 total; }',
  'struct Order { Parameters parameters; bytes signature; }',
  'struct Advanced { Parameters parameters; uint120 numerator; uint120 denominator; bytes signature; bytes extraData; }',
  'struct Resolver { uint256 order; uint8 side; uint256 index; uint256 identifier; bytes32[] proof; }',
  'function fulfillBasicOrder(Basic parameters)',
  'function fulfillBasicOrder_efficient_6GL6yc(Basic parameters)',
  'function fulfillOrder(Order order, bytes32 conduitKey)',
  'function fulfillAdvancedOrder(Advanced order, Resolver[] resolvers, bytes32 conduitKey, address recipient)',
  'function approve(address spender, uint256 amount)',
])
const call = (functionName: string, ...args: readonly unknown[]): Hex => encodeFunctionData({ abi, functionName, args })
const asked = (data: Hex, value = 0n, to: Address = seaport) => ({
  ...{ network, method: 'eth_sendTransaction' },
  params: [{ from: me, to, data, value: toHex(value) }],
})
const ether = 10n ** 18n
const basic = (type: number, more: object = {}) => ({
  ...{
    paidToken: zeroAddress,
    paidIdentifier: 0n,
    paidAmount: (ether * 39n) / 80n,
    offerer: person,
    zone: zeroAddress,
  },
  ...{ soldToken: nft, soldIdentifier: 7n, soldAmount: 1n, basicOrderType: type, startTime: 0n, endTime: now + 60n },
  ...{ zoneHash: zeroHash, salt: 0n, offererConduitKey: zeroHash, fulfillerConduitKey: zeroHash, total: 1n },
  ...{ additionalRecipients: [{ amount: ether / 80n, recipient: ann }], signature: '0x1234' },
  ...more,
})
const pic = 'PIC #7 (unlisted, 0x00…abc00b)'

test('[F13] an NFT is bought for its price with all that others get of it', async () => {
  for (const name of ['fulfillBasicOrder', 'fulfillBasicOrder_efficient_6GL6yc']) {
    const bought = asked(call(name, basic(0)), ether / 2n)
    expect(await headline(bought)).toBe(`You give 0.5 ETH and get ${pic} from Seaport.`)
    reads(await ask(bought), { level: 'plain', facts: ['You give: 0.5 ETH', `You get: ${pic}`], warnings: [] })
  }
  const several = basic(6, { soldAmount: 3n })
  expect(await headline(asked(call('fulfillBasicOrder', several), ether / 2n))).toBe(
    'You give 0.5 ETH and get 3 × PIC #7 (unlisted, 0x00…abc00b) from Seaport.',
  )
  const inToken = basic(10, {
    paidToken: usd,
    paidAmount: 90_000_000n,
    additionalRecipients: [{ amount: 10_000_000n, recipient: ann }],
  })
  expect(await headline(asked(call('fulfillBasicOrder', inToken)))).toBe(
    `You give 100 USD and get ${pic} from Seaport.`,
  )
})

test('[F13] an NFT is sold for an offer without what others get of it', async () => {
  const sold = basic(16, {
    ...{ paidToken: nft, paidIdentifier: 7n, paidAmount: 1n, soldToken: weth, soldIdentifier: 0n, soldAmount: ether },
    additionalRecipients: [{ amount: ether / 10n, recipient: ann }],
  })
  expect(await headline(asked(call('fulfillBasicOrder', sold)))).toBe(`You give ${pic} and get 0.9 WETH from Seaport.`)
  const several = { ...sold, basicOrderType: 20, paidAmount: 4n }
  expect(await headline(asked(call('fulfillBasicOrder', several)))).toContain('You give 4 × PIC #7')
  // Others can't get more than there is, and no route has such a number.
  for (const wrong of [{ ...sold, soldAmount: 1n }, basic(24)])
    reads(await ask(asked(call('fulfillBasicOrder', wrong))), { level: 'deliberate', warnings: ['can’t be read'] })
})

const parameters = (more: object = {}) => ({
  ...{ offerer: person, zone: zeroAddress, orderType: 1, startTime: 0n, endTime: now + 60n, zoneHash: zeroHash },
  ...{ salt: 0n, conduitKey: zeroHash, total: 2n },
  offer: [{ itemType: 3, token: nft, identifier: 7n, startAmount: 10n, endAmount: 10n }],
  consideration: [
    { itemType: 1, token: usd, identifier: 0n, startAmount: 200_000_000n, endAmount: 100_000_000n, recipient: person },
    { itemType: 1, token: usd, identifier: 0n, startAmount: 1_000_000n, endAmount: 1_000_000n, recipient: ann },
  ],
  ...more,
})
const advanced = (numerator: bigint, recipient: Address, more: object = {}) =>
  call(
    'fulfillAdvancedOrder',
    { parameters: parameters(more), numerator, denominator: 10n, signature: '0x', extraData: '0x' },
    ...[[], zeroHash, recipient],
  )

test('[F13] of an order whose price falls the most is said, and of a part of one that part', async () => {
  const whole = asked(call('fulfillOrder', { parameters: parameters(), signature: '0x' }, zeroHash))
  expect(await headline(whole)).toBe('You give up to 201 USD and get 10 × PIC #7 (unlisted, 0x00…abc00b) from Seaport.')
  expect(await headline(asked(advanced(3n, zeroAddress)))).toBe(
    'You give up to 60.3 USD and get 3 × PIC #7 (unlisted, 0x00…abc00b) from Seaport.',
  )
})

test('[F13] what comes for another is the other’s', async () => {
  const forOther = asked(advanced(10n, person))
  expect(await headline(forOther)).toContain('You give up to 201 USD, and 0x70…dc79C8 gets')
  reads(await ask(forOther), { level: 'deliberate', warnings: ['Somebody else gets what is bought'] })
})

test('[F13] what an order leaves open isn’t read, nor what another contract calls so', async () => {
  const any = { offer: [{ itemType: 4, token: nft, identifier: 0n, startAmount: 1n, endAmount: 1n }] }
  const nothing = call(
    'fulfillAdvancedOrder',
    { parameters: parameters(), numerator: 1n, denominator: 0n, signature: '0x', extraData: '0x' },
    ...[[], zeroHash, me],
  )
  for (const asks of [
    asked(advanced(1n, me, any)),
    asked(nothing),
    asked(call('fulfillBasicOrder', basic(0)), 0n, stranger),
  ])
    reads(await ask(asks), { level: 'deliberate', warnings: ['can’t be read'] })
})

test('[F13] what is paid uses up what was allowed to whom it is taken by', async () => {
  const bought = (conduit: Hex) =>
    basic(10, { paidToken: usd, paidAmount: 100_000_000n, additionalRecipients: [], fulfillerConduitKey: conduit })
  const after = async (spender: Address, conduit: Hex) => {
    const calls = [
      { to: usd, data: call('approve', spender, 100_000_000n) },
      { to: seaport, data: call('fulfillBasicOrder', bought(conduit)) },
    ]
    const params = [{ version: '2.0.0', from: me, chainId: '0x7a69', atomicRequired: true, calls }]
    const { facts } = await ask({ network, method: 'wallet_sendCalls', params })
    return facts.find((each) => each.startsWith('May take afterwards'))
  }
  expect(await after(seaport, zeroHash)).toBe('May take afterwards: 0 USD')
  expect(await after(theirConduit, openSea)).toBe('May take afterwards: 0 USD')
  expect(await after(seaport, openSea)).toBe('May take afterwards: 100 USD')
  expect(await after(seaport, `0x${'7'.repeat(64)}`)).toBe('May take afterwards: 100 USD')
})
