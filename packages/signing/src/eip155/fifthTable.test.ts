import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
  toHex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { remembering } from '../reads.js'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { saidOfCall } from './test/saidOfSigned.js'
import { headline, me, now, person } from './test/stage.js'

// What the first sentence says, and the level: of what isn't listed, is passed on, may fail, and is allowed or moved by a signature that is called.

answerQuietly()

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address to, uint256 amount)',
  'function execute(bytes commands, bytes[] inputs, uint256 deadline)',
  'function permit(address owner, address spender, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function permit(address spender, uint256 id, uint256 deadline, bytes signature)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 a, uint256 b, bytes32 n, uint8 v, bytes32 r, bytes32 s)',
  'function multicall(bytes[] calls)',
  'function wrapETH(uint256 v)',
  'function pull(address token, uint256 v)',
  'function sweepToken(address token, uint256 least, address to)',
  'function sweepTokenWithFee(address token, uint256 least, uint256 bips, address other)',
  'struct Less { uint256 tokenId; uint128 liquidity; uint256 a; uint256 b; uint256 deadline; }',
  'struct What { uint256 tokenId; address recipient; uint128 a; uint128 b; }',
  'function decreaseLiquidity(Less less)',
  'function collect(What what)',
  'struct Paying { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function aggregate3Value(Paying[] calls)',
  'function deposit()',
  'function removeLiquidityWithPermit(address a, address b, uint256 share, uint256 leastA, uint256 leastB, address to, uint256 deadline, bool all, uint8 v, bytes32 r, bytes32 s)',
  'function removeLiquidityETHWithPermit(address token, uint256 share, uint256 a, uint256 b, address to, uint256 deadline, bool all, uint8 v, bytes32 r, bytes32 s)',
  'function removeLiquidityETHWithPermitSupportingFeeOnTransferTokens(address token, uint256 share, uint256 a, uint256 b, address to, uint256 deadline, bool all, uint8 v, bytes32 r, bytes32 s)',
  'function removeLiquidityETHSupportingFeeOnTransferTokens(address token, uint256 share, uint256 a, uint256 b, address to, uint256 deadline)',
  'function swapETHForExactTokens(uint256 get, address[] path, address to, uint256 deadline)',
])
const daiAbi = parseAbi([
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
])

const { usd, weth, router, stranger, own, mute, nft } = parties
const dollars = (amount: number) => BigInt(amount) * 10n ** 6n
const tenth = 10n ** 17n
const whole = 10n ** 18n
const soon = now + 600n
const part = toHex(1n, { size: 32 })
const signature = [27, part, part] as const
const theirs = '0x70…dc79C8'
const multicall: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

interface Called {
  readonly to: Address
  readonly data: Hex
  readonly value?: bigint
}
interface Row extends Called {
  readonly is: string
  readonly level: string
  readonly first: string
  /** Among what is said of it. */
  readonly says?: readonly string[]
}

const firstOf = ({ to, data, value = 0n }: Called) =>
  headline({
    ...{ network: remembering(quiet), method: 'eth_sendTransaction' },
    params: [{ from: me, to, data, value: toHex(value) }],
  })

const rows = (all: readonly Row[]) =>
  test.each(all)('$is', async ({ level, first, says = [], ...call }) => {
    expect(await firstOf(call)).toBe(first)
    const said = await saidOfCall(call.to, call.data, call)
    expect(said.slice(0, said.indexOf(':'))).toBe(level)
    for (const each of says) expect(said).toContain(each)
  })

const transfer = (to: Address, amount: bigint) =>
  encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] })
const approve = (amount: bigint) => encodeFunctionData({ abi, functionName: 'approve', args: [router, amount] })

describe('[F13] [F14] a token that isn’t listed has its address in the first sentence, and that it isn’t', () => {
  rows([
    {
      ...{ is: 'given', to: own, data: transfer(person, 5n * 10n ** 6n), level: 'plain' },
      first: `You give 0.000000000005 OWN (unlisted, 0x00…AbC009) to ${theirs}.`,
    },
    {
      ...{ is: 'given, without a name or decimals', to: mute, data: transfer(person, 5n), level: 'careful' },
      first: `You give some of a token that we could not read (0x00…ABc00a) to ${theirs}.`,
    },
    {
      ...{ is: 'allowed', to: own, data: approve(5n * 10n ** 6n), level: 'careful' },
      first: 'Router may take up to 0.000000000005 OWN (unlisted, 0x00…AbC009). Nothing moves now.',
    },
    {
      ...{ is: 'allowed without a limit', to: own, data: approve(2n ** 256n - 1n), level: 'deliberate' },
      first: 'Router may take all of your OWN (unlisted, 0x00…AbC009), now and later. Nothing moves now.',
    },
    {
      ...{ is: 'allowed, without a name or decimals', to: mute, data: approve(5n), level: 'careful' },
      first: 'Router may take up to 5 of the smallest unit of tokens (unlisted, 0x00…ABc00a). Nothing moves now.',
    },
  ])
})

type Command = readonly [Hex, Hex]
const encoded = (types: string, values: readonly unknown[]): Hex =>
  encodeAbiParameters(parseAbiParameters(types), values)
const executed = (...commands: readonly Command[]): Hex =>
  encodeFunctionData({
    ...{ abi, functionName: 'execute' },
    args: [concat(commands.map(([code]) => code)), commands.map(([, input]) => input), soon],
  })
const [caller, itself] = [
  '0x0000000000000000000000000000000000000001',
  '0x0000000000000000000000000000000000000002',
] as const
/** A token for the wrapped coin, at the most or for just so much. */
const pair = (code: Hex, to: Address, [first, second]: readonly [bigint, bigint]): Command => [
  code,
  encoded('address, uint256, uint256, address[], bool', [to, first, second, [usd, weth], true]),
]
const swapped = pair('0x08', caller, [dollars(100), tenth])
const passed = (...all: readonly (readonly [Address, bigint, Address])[]): Command => [
  '0x0d',
  encoded('(address, address, uint160, address)[]', [all.map(([to, amount, token]) => [me, to, amount, token])]),
]
const passedOne = (to: Address): Command => ['0x02', encoded('address, address, uint160', [usd, to, dollars(5)])]
const wrapped = (to: Address): Command => ['0x0b', encoded('address, uint256', [to, tenth])]

describe('[F13] a router’s commands that pass what is the account’s to others', () => {
  const gift = `You give 5 USD to ${theirs}.`
  const forOther = '! What you give is somebody else’s'
  rows([
    {
      ...{ is: 'one of them', to: router, data: executed(passedOne(person)), level: 'deliberate' },
      ...{ first: gift, says: [forOther] },
    },
    {
      ...{ is: 'one of them beside an exchange', to: router, data: executed(passedOne(person), swapped) },
      ...{ level: 'deliberate', says: [forOther] },
      first: `${gift} You give 100 USD and get at least 0.1 WETH from Router.`,
    },
    {
      ...{ is: 'several at once', to: router, level: 'deliberate', says: [forOther] },
      data: executed(passed([person, dollars(5), usd], [stranger, 6n, own]), swapped),
      first: `${gift} You give 0.000000000000000006 OWN (unlisted, 0x00…abc009) to 0x00…abc008. You give 100 USD and get at least 0.1 WETH from Router.`,
    },
    {
      ...{ is: 'to the router itself, which sells it', to: router, level: 'plain' },
      data: executed(passedOne(itself), [
        '0x08',
        encoded('address, uint256, uint256, address[], bool', [caller, dollars(5), tenth, [usd, weth], false]),
      ]),
      first: 'You give 5 USD and get at least 0.1 WETH from Router.',
    },
    {
      ...{ is: 'beside a look at a balance', to: router, level: 'plain' },
      data: executed(['0x0e', encoded('address, address, uint256', [me, usd, 1n])], swapped),
      first: 'You give 100 USD and get at least 0.1 WETH from Router.',
    },
  ])

  test('of somebody else’s, isn’t read', async () => {
    const data = executed(['0x0d', encoded('(address, address, uint160, address)[]', [[[person, me, 1n, usd]]])])
    expect(await saidOfCall(router, data)).toMatch(/^deliberate: Call a contract/)
  })
})

describe('[F13] a router’s commands that may fail without the rest', () => {
  const first = 'You give up to 100 USD and get perhaps 0.1 WETH from Router.'
  const says = ['You may get: 0.1 WETH', '! You may get next to nothing']
  rows([
    {
      ...{ is: 'for an exact output', to: router, level: 'deliberate', first, says },
      data: executed(pair('0x89', caller, [tenth, dollars(100)])),
    },
    {
      ...{ is: 'of an exact input', to: router, level: 'deliberate', first, says },
      data: executed(pair('0x88', caller, [dollars(100), tenth])),
    },
    {
      ...{ is: 'in a plan of their own', to: router, level: 'deliberate', first, says },
      data: executed(['0xa1', encoded('bytes, bytes[]', ['0x08', [swapped[1]]])]),
    },
    {
      ...{ is: 'in a plan that may not', to: router, level: 'plain' },
      data: executed(['0x21', encoded('bytes, bytes[]', ['0x08', [swapped[1]]])]),
      first: 'You give 100 USD and get at least 0.1 WETH from Router.',
    },
    {
      ...{ is: 'for somebody else', to: router, level: 'deliberate' },
      data: executed(pair('0x89', person, [tenth, dollars(100)])),
      first: `You give up to 100 USD, and ${theirs} gets perhaps 0.1 WETH.`,
    },
    {
      ...{ is: 'whose gain has to be there afterwards', to: router, level: 'plain' },
      data: executed(pair('0x89', itself, [tenth, dollars(100)]), [
        '0x0c',
        encoded('address, uint256', [caller, tenth / 2n]),
      ]),
      first: 'You give up to 100 USD and get at least 0.05 ETH and perhaps 0.05 ETH from Router.',
    },
  ])

  test('the balance after an exact output that is paid in coins is at least so much', async () => {
    const args = [dollars(100), [weth, usd], me, soon] as const
    const data = encodeFunctionData({ abi, functionName: 'swapETHForExactTokens', args })
    const said = await saidOfCall(router, data, { value: tenth })
    expect(said).toContain('Balance afterwards, at least: 0.9 ETH')
    expect(await saidOfCall(weth, '0xd0e30db0', { value: tenth })).toContain('| Balance afterwards: 0.9 ETH')
  })
})

const several = (...calls: readonly Hex[]) => encodeFunctionData({ abi, functionName: 'multicall', args: [calls] })
const wrap = encodeFunctionData({ abi, functionName: 'wrapETH', args: [tenth] })
const sweep = (to: Address) => encodeFunctionData({ abi, functionName: 'sweepToken', args: [weth, 0n, to] })

describe('[F13] coins that are wrapped and passed on are a gift', () => {
  const first = `You give 0.1 ETH, and ${theirs} gets 0.1 WETH.`
  const byMulticall = (to: Address) =>
    encodeFunctionData({
      ...{ abi, functionName: 'aggregate3Value' },
      args: [
        [
          { target: weth, allowFailure: false, value: tenth, callData: '0xd0e30db0' },
          { target: weth, allowFailure: false, value: 0n, callData: transfer(to, tenth) },
        ],
      ],
    })
  rows([
    {
      ...{ is: 'by a router’s calls', to: router, data: several(wrap, sweep(person)), value: tenth },
      ...{ level: 'deliberate', first },
    },
    {
      ...{ is: 'by a router’s commands', to: router, data: executed(wrapped(person)), value: tenth },
      ...{ level: 'deliberate', first: `You give 0.1 ETH, and ${theirs} gets at least 0.1 WETH.` },
    },
    {
      ...{ is: 'by calls in a contract’s own name', to: multicall, data: byMulticall(person), value: tenth },
      ...{ level: 'deliberate', first: `You give 0.1 WETH to ${theirs}.` },
    },
    {
      ...{ is: 'to oneself not', to: router, data: several(wrap, sweep(me)), value: tenth },
      ...{ level: 'plain', first: 'You give 0.1 ETH and get 0.1 WETH from Router.' },
    },
    {
      ...{ is: 'of a token that is taken too', to: router, level: 'deliberate' },
      data: several(
        encodeFunctionData({ abi, functionName: 'pull', args: [usd, dollars(5)] }),
        encodeFunctionData({ abi, functionName: 'sweepToken', args: [usd, 0n, person] }),
      ),
      first: `You give 5 USD, and ${theirs} gets 5 USD.`,
    },
    {
      ...{ is: 'as far as somebody’s fee goes', to: router, value: tenth, level: 'deliberate' },
      data: several(
        wrap,
        encodeFunctionData({ abi, functionName: 'sweepTokenWithFee', args: [weth, 0n, 2_500n, person] }),
      ),
      first: `You give 0.1 ETH, and ${theirs} gets 0.025 WETH. You get 0.075 WETH.`,
    },
  ])

  test('more than comes along isn’t wrapped', async () => {
    expect(await saidOfCall(router, several(wrap, sweep(me)), { value: tenth - 1n })).toMatch(/^deliberate: Call/)
  })
})

const collect = (recipient: Address) =>
  encodeFunctionData({ abi, functionName: 'collect', args: [{ tokenId: 5n, recipient, a: 1n, b: 1n }] })
const decrease = (least: bigint) =>
  encodeFunctionData({
    ...{ abi, functionName: 'decreaseLiquidity' },
    args: [{ tokenId: 5n, liquidity: 1n, a: least, b: least, deadline: soon }],
  })

describe('[F13] what comes out of a position', () => {
  const gift = `You give an unknown amount of tokens to ${theirs}.`
  rows([
    {
      ...{ is: 'to somebody else', to: router, data: several(decrease(1n), collect(person)), level: 'deliberate' },
      ...{ first: gift, says: ['Position: #5', '! What it holds goes to somebody else', '! It names more'] },
    },
    {
      ...{ is: 'by a manager that isn’t known', to: stranger, data: collect(person), level: 'deliberate' },
      ...{ first: gift, says: ['! This contract isn’t known here'] },
    },
    {
      ...{ is: 'through the manager to somebody else', to: router, level: 'deliberate', first: gift },
      data: several(collect('0x0000000000000000000000000000000000000000'), sweep(person)),
    },
    {
      ...{ is: 'to oneself', to: router, data: several(decrease(1n), collect(me)), level: 'careful' },
      first: 'You get an unknown amount of tokens.',
    },
    {
      ...{ is: 'for nothing at least', to: router, data: several(decrease(0n), collect(me)), level: 'deliberate' },
      ...{ first: 'You get an unknown amount of tokens.', says: ['! You may get next to nothing'] },
    },
  ])
})

describe('[F13] a pool is left by a permit that comes along', () => {
  const [least, share] = [[dollars(100), tenth] as const, whole]
  const ofCoin = (to: Address, isAll: boolean) => [usd, share, ...least, to, soon, isAll, ...signature] as const
  const first = 'You give 1 shares in the pool and get at least 100 USD and at least 0.1 ETH from Router.'
  rows([
    {
      ...{ is: 'of the share alone', to: router, level: 'plain', first },
      data: encodeFunctionData({ abi, functionName: 'removeLiquidityETHWithPermit', args: ofCoin(me, false) }),
    },
    {
      ...{ is: 'of all shares', to: router, level: 'deliberate', says: ['May take afterwards: Unlimited'] },
      data: encodeFunctionData({ abi, functionName: 'removeLiquidityETHWithPermit', args: ofCoin(me, true) }),
      first: `${first} Router may take all of your shares in the pool, now and later.`,
    },
    {
      ...{ is: 'for somebody else', to: router, level: 'deliberate' },
      data: encodeFunctionData({
        ...{ abi, functionName: 'removeLiquidityETHWithPermitSupportingFeeOnTransferTokens' },
        args: ofCoin(person, false),
      }),
      first: `You give 1 shares in the pool, and ${theirs} gets at least 100 USD and at least 0.1 ETH.`,
    },
    {
      ...{ is: 'of two tokens', to: router, level: 'plain' },
      data: encodeFunctionData({
        ...{ abi, functionName: 'removeLiquidityWithPermit' },
        args: [usd, weth, share, ...least, me, soon, false, ...signature],
      }),
      first: 'You give 1 shares in the pool and get at least 100 USD and at least 0.1 WETH from Router.',
    },
    {
      ...{ is: 'not at all', to: router, level: 'plain', first },
      data: encodeFunctionData({
        ...{ abi, functionName: 'removeLiquidityETHSupportingFeeOnTransferTokens' },
        args: [usd, share, ...least, me, soon],
      }),
    },
  ])
})

describe('[F13] a signature that is called is what it allows or moves', () => {
  const permit = (owner: Address, spender: Address) =>
    encodeFunctionData({ abi, functionName: 'permit', args: [owner, spender, dollars(5), soon, ...signature] })
  const dai = (isAllowed: boolean, expiry = soon) =>
    encodeFunctionData({ abi: daiAbi, args: [me, person, 1n, expiry, isAllowed, ...signature] })
  rows([
    {
      ...{ is: 'of a listed token', to: usd, data: permit(me, person), level: 'careful' },
      first: `${theirs} may take up to 5 USD. Nothing moves now.`,
    },
    {
      ...{ is: 'of another', to: own, data: permit(me, person), level: 'careful' },
      first: `${theirs} may take up to 0.000000000005 OWN (unlisted, 0x00…AbC009). Nothing moves now.`,
    },
    {
      ...{ is: 'of somebody else’s', to: usd, data: permit(person, me), level: 'careful', first: '' },
      says: ['! It is done in another account’s name'],
    },
    {
      ...{ is: 'as DAI has it', to: usd, data: dai(true), level: 'deliberate' },
      ...{ first: `${theirs} may take all of your USD, now and later. Nothing moves now.`, says: ['Until: 2027-'] },
    },
    {
      ...{ is: 'as DAI has it, taken back', to: usd, data: dai(false), level: 'plain' },
      first: `${theirs} may no longer take your USD.`,
    },
    {
      ...{ is: 'of one NFT', to: nft, level: 'careful', says: ['! The spender may take this one'] },
      data: encodeFunctionData({ abi, functionName: 'permit', args: [person, 7n, soon, '0x12'] }),
      first: `${theirs} may take PIC #7 (unlisted, 0x00…abc00b).`,
    },
    {
      ...{ is: 'that moves', to: usd, level: 'plain', first: `You give 5 USD to ${theirs}.` },
      data: encodeFunctionData({
        ...{ abi, functionName: 'transferWithAuthorization' },
        args: [me, person, dollars(5), 0n, soon, part, ...signature],
      }),
    },
  ])
})
