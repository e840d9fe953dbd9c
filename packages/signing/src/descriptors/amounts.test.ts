import { readFile } from 'node:fs/promises'
import { encodeFunctionData, getAddress, parseAbi, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { answerQuietly, parties, quiet } from '../eip155/test/quiet.js'
import { ask, me } from '../eip155/test/stage.js'

// What makers' words give and get is judged as every exchange is.

answerQuietly()
const { usd, weth, router, stranger } = parties
const folder = new URL('../../../../apps/server/descriptors/', import.meta.url)
const read = async (file: string) => JSON.parse(await readFile(new URL(file, folder), 'utf8'))
const asked = ({
  to,
  data,
  value = 0n,
  descriptor = {},
  chainId = 1,
}: {
  to: string
  data: string
  value?: bigint
  descriptor?: unknown
  chainId?: number
}) =>
  ask({
    network: { ...quiet, chainId: `eip155:${chainId}` },
    method: 'eth_sendTransaction',
    params: [{ from: me, to, data, value: toHex(value) }],
    outside: { descriptorsOf: async () => [descriptor] },
  })

const feeAbi = parseAbi([
  'function swapTokensForTokens(uint256 amountIn,uint256 minAmountOut,address[] path,uint256 deadline)',
  'function swapTokensForNative(uint256 amountIn,uint256 minAmountOut,address[] path,uint256 deadline)',
  'function swapNativeForTokens(uint256 minAmountOut,address[] path,uint256 deadline)',
])
const until = 1_800_000_100n
const swapped = (give: bigint, least: bigint) =>
  encodeFunctionData({ abi: feeAbi, functionName: 'swapTokensForTokens', args: [give, least, [usd, weth], until] })
const noLeast = expect.stringContaining('next to nothing')

describe('the fee router', () => {
  test('is read as the pair router is, where it is known', async () => {
    expect(await asked({ to: router, data: swapped(5_000_000n, 10n ** 15n) })).toMatchObject({
      ...{ level: 'plain', title: 'Swap USD for WETH', warnings: [] },
      facts: expect.arrayContaining(['You give: 5 USD', 'You get at least: 0.001 WETH']),
    })
    const paid = encodeFunctionData({
      abi: feeAbi,
      functionName: 'swapNativeForTokens',
      args: [5_000_000n, [weth, usd], until],
    })
    expect(await asked({ to: router, data: paid, value: 10n ** 15n })).toMatchObject({
      ...{ level: 'plain', facts: expect.arrayContaining(['You give: 0.001 ETH', 'You get at least: 5 USD']) },
    })
    const sold = encodeFunctionData({
      ...{ abi: feeAbi, functionName: 'swapTokensForNative', args: [5_000_000n, 10n ** 15n, [usd, weth], until] },
    })
    expect(await asked({ to: router, data: sold })).toMatchObject({
      ...{ level: 'plain', facts: expect.arrayContaining(['You give: 5 USD', 'You get at least: 0.001 ETH']) },
    })
  })

  test('may give nothing: a step of its own, known or in its makers’ words', async () => {
    const place = { contract: { deployments: [{ chainId: 1, address: stranger }] } }
    const descriptor = { ...(await read('fee-router.json')), context: place }
    for (const least of [0n, 100n])
      for (const to of [router, stranger]) {
        const said = await asked({ to, data: swapped(5_000_000n, least), descriptor })
        expect(said).toMatchObject({ level: 'deliberate', warnings: expect.arrayContaining([noLeast]) })
      }
    expect(await asked({ to: stranger, data: swapped(5_000_000n, 10n ** 15n), descriptor })).toMatchObject({
      level: 'careful',
    })
  })

  test('says that it is all of a token, known or in its makers’ words', async () => {
    const place = { contract: { deployments: [{ chainId: 1, address: stranger }] } }
    const descriptor = { ...(await read('fee-router.json')), context: place }
    for (const to of [router, stranger]) {
      const { warnings } = await asked({ to, data: swapped(1_000_000_000n, 10n ** 17n), descriptor })
      expect(warnings.join(' ')).toContain('all of your USD')
    }
  })
})

test('another contract’s exchange in its makers’ words may give nothing, too', async () => {
  const descriptor = await read('calldata-curve-3pool.json')
  const abi = parseAbi(['function exchange(int128 i,int128 j,uint256 dx,uint256 min_dy)'])
  const exchange = (least: bigint) =>
    asked({
      to: getAddress('0xbEbc44782C7dB0a1A60Cb6fe97d0b483032FF1C7'),
      data: encodeFunctionData({ abi, args: [1n, 0n, 1_000_000_000n, least] }),
      descriptor,
    })
  expect(await exchange(0n)).toMatchObject({ level: 'deliberate', warnings: expect.arrayContaining([noLeast]) })
  expect((await exchange(10n ** 21n)).warnings.join(' ')).not.toContain('next to nothing')
})

describe('amounts in makers’ words', () => {
  const abi = parseAbi(['function run(uint256 one, uint256 other)'])
  const said = ([one, other]: readonly [string, string], [a, b]: readonly [bigint, bigint], token = weth) => {
    const field = (path: string, label: string, of: string) => ({
      ...{ path, label, format: 'tokenAmount', params: { token: of } },
    })
    const formats = {
      'run(uint256 one,uint256 other)': {
        intent: 'Run',
        fields: [field('one', one, usd), field('other', other, token)],
      },
    }
    const descriptor = {
      $schema: 'https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json',
      context: { contract: { deployments: [{ chainId: 1, address: stranger }] } },
      metadata: { owner: 'Made' },
      display: { formats },
    }
    return asked({ to: stranger, data: encodeFunctionData({ abi, args: [a, b] }), descriptor })
  }

  test.each([
    ['of another token', ['Amount', 'Other amount'], [1_000_000n, 0n], weth, true],
    ['of the same token, by a word for what comes', ['Amount', 'Minimum received'], [1_000_000n, 0n], usd, true],
    ['of the same token, by no such word', ['Amount', 'Other amount'], [1_000_000n, 0n], usd, false],
    ['that is a fee', ['Amount', 'Network fee'], [1_000_000n, 0n], weth, false],
    ['beside nothing', ['Amount', 'You get at least'], [0n, 0n], weth, false],
    ['that is enough', ['Amount', 'You get at least'], [1_000_000n, 10n ** 15n], weth, false],
  ] as const)('take a step of their own beside none %s', async (_, labels, amounts, token, isForNothing) => {
    const { level, warnings } = await said(labels, amounts, token)
    expect(warnings.join(' ').includes('next to nothing')).toBe(isForNothing)
    expect(level).toBe(isForNothing ? 'deliberate' : 'careful')
  })

  test('are said to be all of a token only where they are given', async () => {
    expect((await said(['Amount', 'Other'], [1_000_000_000n, 10n ** 17n])).warnings.join(' ')).toContain(
      'all of your USD',
    )
    const got = await said(['You receive', 'Other'], [1_000_000_000n, 10n ** 8n])
    expect(got.warnings.join(' ')).not.toContain('all of your USD')
  })
})
