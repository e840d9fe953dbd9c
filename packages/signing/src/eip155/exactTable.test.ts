import type { WalletNetwork } from '@foyer/core/words'
import {
  type Address,
  concat,
  createTestClient,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getAddress,
  type Hex,
  http,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  parseEther,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, headline, me, now, openStage, person, reads, type Stage } from './test/stage.js'

// What isn't an amount at least or at most, what holds once or elsewhere, and what isn't the account's own.

const abi = parseAbi([
  'struct OneOut { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountOut; uint256 amountInMaximum; uint160 limit; }',
  'struct Out { bytes path; address recipient; uint256 amountOut; uint256 amountInMaximum; }',
  'function exactOutputSingle(OneOut swap)',
  'function exactOutput(Out swap)',
  'function unwrapWETH9(uint256 least, address recipient)',
  'function refundETH()',
  'function multicall(bytes[] calls)',
  'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function selfPermitAllowed(address token, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s)',
  'struct OneIn { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 limit; }',
  'function exactInputSingle(OneIn swap)',
  'function execute(bytes commands, bytes[] inputs, uint256 deadline)',
  'function swapTokensForExactTokens(uint256 get, uint256 most, address[] path, address to, uint256 deadline)',
  'function swapTokensForExactETH(uint256 get, uint256 most, address[] path, address to, uint256 deadline)',
  'function swapETHForExactTokens(uint256 get, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 get, address[] path, address to, uint256 deadline)',
  'function addLiquidity(address a, address b, uint256 x, uint256 y, uint256 leastX, uint256 leastY, address to, uint256 deadline)',
  'function transfer(address to, uint256 amount)',
  'function repay(address asset, uint256 amount, uint256 rateMode, address onBehalfOf)',
  'function withdraw(address asset, uint256 amount, address to)',
  'function deposit(uint256 assets, address receiver)',
  'function mint(uint256 shares, address receiver)',
  'function withdraw(uint256 assets, address receiver, address owner)',
  'function redeem(uint256 shares, address receiver, address owner)',
])
const until = now + 1_200n

let stage: Stage
let dusd: Address
let weth: Address
let router: Address
beforeAll(async () => {
  stage = await openStage()
  dusd = stage.tokenOf('DUSD')
  weth = stage.market.weth
  router = stage.market.router
})
afterAll(() => stage.chain.stop())

const sending = (to: Address, data: Hex, value = 0n, network: WalletNetwork = stage.network) => ({
  ...{ network, method: 'eth_sendTransaction' },
  params: [{ from: me, to, data, value: `0x${value.toString(16)}` }],
})
type Asked = ReturnType<typeof sending>
const hundred = 100_000_000n
const eth = parseEther('0.024')
const encoded = (types: string, values: readonly unknown[]): Hex =>
  encodeAbiParameters(parseAbiParameters(types), values)
const commands = (all: readonly (readonly [Hex, Hex])[], value = 0n) =>
  sending(
    router,
    encodeFunctionData({
      ...{ abi, functionName: 'execute' },
      args: [concat(all.map(([code]) => code)), all.map(([, input]) => input), until],
    }),
    value,
  )

/** Each way to an exact output, whatever contract it is of. */
const outputs: readonly (readonly [string, () => Asked, string])[] = [
  [
    'of two tokens',
    () =>
      sending(
        router,
        encodeFunctionData({
          ...{ abi, functionName: 'swapTokensForExactTokens' },
          args: [eth, hundred, [dusd, weth], me, until],
        }),
      ),
    'You give up to 100 DUSD and get 0.024 WETH from Uniswap V2.',
  ],
  [
    'of a token for the coin',
    () =>
      sending(
        router,
        encodeFunctionData({
          ...{ abi, functionName: 'swapTokensForExactETH' },
          args: [eth, hundred, [dusd, weth], me, until],
        }),
      ),
    'You give up to 100 DUSD and get 0.024 ETH from Uniswap V2.',
  ],
  [
    'of the coin',
    () =>
      sending(
        router,
        encodeFunctionData({
          ...{ abi, functionName: 'swapETHForExactTokens' },
          args: [hundred, [weth, dusd], me, until],
        }),
        eth,
      ),
    'You give up to 0.024 ETH and get 100 DUSD from Uniswap V2.',
  ],
  [
    'by a pool with ranges',
    () =>
      sending(
        router,
        encodeFunctionData({
          ...{ abi, functionName: 'exactOutputSingle' },
          args: [
            {
              ...{ tokenIn: dusd, tokenOut: weth, fee: 3000, recipient: me },
              ...{ amountOut: eth, amountInMaximum: hundred, limit: 0n },
            },
          ],
        }),
      ),
    'You give up to 100 DUSD and get 0.024 WETH from Uniswap V2.',
  ],
  [
    'along such pools, unwrapped',
    () => {
      const path = encodePacked(['address', 'uint24', 'address'], [weth, 3000, dusd])
      const swap = encodeFunctionData({
        ...{ abi, functionName: 'exactOutput' },
        args: [
          {
            ...{ path, recipient: '0x0000000000000000000000000000000000000002' },
            ...{ amountOut: eth, amountInMaximum: hundred },
          },
        ],
      })
      const unwrap = encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [eth, me] })
      return sending(router, encodeFunctionData({ abi, functionName: 'multicall', args: [[swap, unwrap]] }))
    },
    'You give up to 100 DUSD and get 0.024 ETH from Uniswap V2.',
  ],
  [
    'of the coin by such a pool, the rest given back',
    () => {
      const swap = encodeFunctionData({
        ...{ abi, functionName: 'exactOutputSingle' },
        args: [
          {
            ...{ tokenIn: weth, tokenOut: dusd, fee: 3000, recipient: me },
            ...{ amountOut: hundred, amountInMaximum: eth, limit: 0n },
          },
        ],
      })
      const refund = encodeFunctionData({ abi, functionName: 'refundETH' })
      return sending(router, encodeFunctionData({ abi, functionName: 'multicall', args: [[swap, refund]] }), eth)
    },
    'You give up to 0.024 ETH and get 100 DUSD from Uniswap V2.',
  ],
  [
    'by a command',
    () =>
      commands([
        ['0x09', encoded('address, uint256, uint256, address[], bool', [me, eth, hundred, [dusd, weth], true])],
      ]),
    'You give up to 100 DUSD and get 0.024 WETH from Uniswap V2.',
  ],
  [
    'by the pools of V4',
    () =>
      commands([
        [
          '0x10',
          encoded('bytes, bytes[]', [
            '0x080c0e',
            [
              encoded('((address, address, uint24, int24, address), bool, uint128, uint128, bytes)', [
                [[zeroAddress, dusd, 3000, 60, zeroAddress], false, eth, hundred, '0x'],
              ]),
              encoded('address, uint256', [dusd, hundred]),
              encoded('address, address, uint256', [zeroAddress, me, 0n]),
            ],
          ]),
        ],
      ]),
    'You give up to 100 DUSD and get 0.024 ETH from Uniswap V2.',
  ],
]

test.each(outputs)('[F13] an exact output %s is just that, for a most', async (_, asked, sentence) => {
  expect(await headline(asked())).toBe(sentence)
  const { level, facts } = await ask(asked())
  expect(level).toBe('plain')
  expect(facts.filter((fact) => /^You (give|get)/.test(fact)).map((fact) => fact.split(':')[0])).toEqual([
    'You give at most',
    'You get',
  ])
})

test('[F13] an exact output for another is just that too', async () => {
  const data = encodeFunctionData({
    ...{ abi, functionName: 'swapTokensForExactTokens' },
    args: [eth, hundred, [dusd, weth], person, until],
  })
  expect(await headline(sending(router, data))).toBe('You give up to 100 DUSD, and 0x70…dc79C8 gets 0.024 WETH.')
  reads(await ask(sending(router, data)), { level: 'deliberate', facts: ['Others get: 0.024 WETH'] })
})

test('[F13] of an exact output that a price may cut short, next to nothing is sure', async () => {
  const swap = {
    ...{ tokenIn: dusd, tokenOut: weth, fee: 3000, recipient: me },
    ...{ amountOut: eth, amountInMaximum: hundred, limit: 5n },
  }
  reads(await ask(sending(router, encodeFunctionData({ abi, functionName: 'exactOutputSingle', args: [swap] }))), {
    level: 'deliberate',
    facts: ['You give at most: 100 DUSD', 'You get at least: 0 WETH'],
    warnings: ['next to nothing'],
  })
})

test('[F13] what is put into a pool without a least of either is warned of, and goes at most', async () => {
  const put = (leastX: bigint, leastY: bigint) =>
    sending(
      router,
      encodeFunctionData({
        ...{ abi, functionName: 'addLiquidity' },
        args: [dusd, weth, hundred, eth, leastX, leastY, me, until],
      }),
    )
  for (const [x, y] of [
    [0n, eth],
    [hundred, 0n],
    [0n, 0n],
  ] as const)
    reads(await ask(put(x, y)), { level: 'deliberate', warnings: ['next to nothing'] })
  reads(await ask(put(hundred - 1n, eth)), {
    level: 'deliberate',
    facts: ['You give at most: 100 DUSD', 'You give: 0.024 WETH'],
    warnings: ['price couldn’t be checked'],
  })
})

test('[F13] what is bought and passed on in part is a payment where as much was there before', async () => {
  const batch = (bought: bigint, amount: bigint) => ({
    ...{ network: stage.network, method: 'wallet_sendCalls' },
    params: [
      {
        ...{ from: me, atomicRequired: true },
        calls: [
          {
            to: router,
            value: `0x${eth.toString(16)}`,
            data: encodeFunctionData({
              ...{ abi, functionName: 'swapExactETHForTokens' },
              args: [bought, [weth, dusd], me, until],
            }),
          },
          { to: dusd, data: encodeFunctionData({ abi, functionName: 'transfer', args: [person, amount] }) },
        ],
      },
    ],
  })
  reads(await ask(batch(1_000_000n, 600_000n)), {
    level: 'plain',
    facts: ['You give: 0.6 DUSD', `To: ${person}`],
    warnings: [],
  })
  // All of it; and more than the account has.
  for (const [bought, amount] of [
    [1_000_000n, 1_000_000n],
    [10n ** 15n, 6n * 10n ** 14n],
  ] as const) {
    const said = await ask(batch(bought, amount))
    reads(said, { level: 'deliberate', facts: [`To: ${person}`] })
    expect(said.warnings.join()).toContain('Somebody else gets')
  }
})

test('[F13] the largest number stands for all that is owed, or deposited', async () => {
  const pool: Address = '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2'
  const known = { ...stage.network, contracts: [{ address: pool, name: 'Aave' }] }
  const repay = encodeFunctionData({ abi, functionName: 'repay', args: [dusd, maxUint256, 2n, me] })
  const withdraw = encodeFunctionData({ abi, functionName: 'withdraw', args: [dusd, maxUint256, me] })
  expect(await headline(sending(pool, repay, 0n, known))).toBe('You give all that is owed of DUSD to Aave.')
  expect(await headline(sending(pool, withdraw, 0n, known))).toBe('You get all that is deposited of DUSD.')
  expect((await ask(sending(pool, repay, 0n, known))).facts).toContain('You give: All that is owed of DUSD')
})

test('[F13] of a vault’s shares and of what they are of one is known, and the other said to be unknown', async () => {
  const vault = getAddress('0x00000000000000000000000000000000000fa017')
  // Whatever it is asked it answers with the token's address.
  const bytecode: Hex = `0x73${dusd.slice(2)}60005260206000f3`
  await createTestClient({ mode: 'anvil', transport: http(stage.chain.url) }).setCode({ address: vault, bytecode })
  const share = { address: vault, symbol: 'vDUSD', decimals: 6 }
  const known = {
    ...{ ...stage.network, tokens: [...stage.network.tokens, share] },
    contracts: [{ address: vault, name: 'Vault' }],
  }
  const by = (data: Hex, network: WalletNetwork = known) => sending(vault, data, 0n, network)
  const deposit = encodeFunctionData({ abi, functionName: 'deposit', args: [hundred, me] })
  const mint = encodeFunctionData({ abi, functionName: 'mint', args: [hundred, me] })
  const withdraw = encodeFunctionData({ abi, functionName: 'withdraw', args: [hundred, me, me] })
  const redeem = encodeFunctionData({ abi, functionName: 'redeem', args: [hundred, me, me] })
  for (const [data, sentence, facts] of [
    [deposit, 'You give 100 DUSD and get an unknown amount of vDUSD from Vault.', ['You give: 100 DUSD']],
    [mint, 'You give an unknown amount of DUSD and get 100 vDUSD from Vault.', ['You get: 100 vDUSD']],
    [withdraw, 'You give an unknown amount of vDUSD and get 100 DUSD from Vault.', ['You get: 100 DUSD']],
    [redeem, 'You give 100 vDUSD and get an unknown amount of DUSD from Vault.', ['You give: 100 vDUSD']],
  ] as const) {
    expect(await headline(by(data))).toBe(sentence)
    const isMint = data === mint
    reads(await ask(by(data)), {
      ...{ level: isMint ? 'careful' : 'plain', facts },
      warnings: isMint ? ['How much you give isn’t in its data'] : [],
    })
  }
  reads(await ask(by(mint, stage.network)), { level: 'deliberate', facts: ['You give: An unknown amount of DUSD'] })
  const other = encodeFunctionData({ abi, functionName: 'redeem', args: [hundred, person, me] })
  expect(await headline(by(other))).toMatch(/^You give 100 vDUSD, and 0x70…dc79C8 gets an unknown amount of DUSD\./)
})

test('[F13] a permit among a router’s calls is in the first sentence', async () => {
  const zero: Hex = `0x${'00'.repeat(32)}`
  const swap = encodeFunctionData({
    ...{ abi, functionName: 'exactInputSingle' },
    args: [
      {
        ...{ tokenIn: dusd, tokenOut: weth, fee: 3000, recipient: me },
        ...{ amountIn: hundred, amountOutMinimum: eth, limit: 0n },
      },
    ],
  })
  const both = (permit: Hex) =>
    sending(router, encodeFunctionData({ abi, functionName: 'multicall', args: [[permit, swap]] }))
  const some = encodeFunctionData({ abi, functionName: 'selfPermit', args: [dusd, hundred, until, 27, zero, zero] })
  const all = encodeFunctionData({ abi, functionName: 'selfPermitAllowed', args: [dusd, 0n, until, 27, zero, zero] })
  expect(await headline(both(some))).toBe('You give 100 DUSD and get at least 0.024 WETH from Uniswap V2.')
  reads(await ask(both(some)), { level: 'plain', facts: ['May take afterwards: 0 DUSD'], warnings: [] })
  expect(await headline(both(all))).toMatch(/Uniswap V2 may take all of your DUSD, now and later\.$/)
  reads(await ask(both(all)), { level: 'deliberate', warnings: ['all of your DUSD'] })
})
