import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount } from '../chain/amount.js'
import { assetOf, baseETH, baseSepoliaETH, baseUSDC, checkPayRequest, type PayRequest, payAssetId } from './payAsset.js'

const recipient = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const request = (change: Partial<PayRequest> = {}): PayRequest => ({
  asset: baseUSDC,
  recipient,
  amount: '12.5',
  ...change,
})
const codeOf = (change: Partial<PayRequest>) => {
  try {
    checkPayRequest(request(change))
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error
  }
  return undefined
}

test('an asset has its CAIP-19 id, by its family', () => {
  expect(payAssetId(baseUSDC)).toBe('eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')
  expect(payAssetId(baseETH)).toBe('eip155:8453/slip44:60')
  expect(payAssetId(baseSepoliaETH)).toBe('eip155:84532/slip44:60')
  const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  expect(payAssetId({ networkId: solana, asset: 'native' })).toBe(`${solana}/slip44:501`)
  const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  expect(payAssetId({ networkId: solana, asset: usdc })).toBe(`${solana}/token:${usdc}`)
})

test('[F27] an amount is scaled by the asset’s decimals exactly: 0 to 36 of them', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 40n), fc.integer({ min: 0, max: 36 }), (value, decimals) => {
      const asset = { ...baseUSDC, metadata: { ...baseUSDC.metadata, decimals } }
      const amount = formatAmount({ value, decimals })
      expect(checkPayRequest(request({ asset, amount })).exact).toEqual({ value, decimals })
    }),
    { numRuns: 2000 },
  )
})

test('[F27] an amount that isn’t exact, or is nothing, is refused', () => {
  for (const amount of ['', '0', '0.000000', '-1', '1e3', '1,5', '0.0000001', '12.5 ', 'NaN'])
    expect(codeOf({ amount }), amount).toBe('pay_invalid_amount')
})

test('what isn’t an address, an asset or a network is refused by its own code', () => {
  expect(codeOf({ recipient: 'vitalik.eth' })).toBe('pay_invalid_recipient')
  expect(codeOf({ recipient: '' })).toBe('pay_invalid_recipient')
  expect(codeOf({ asset: { ...baseUSDC, asset: '0x1234' } })).toBe('pay_invalid_asset')
  const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
  expect(codeOf({ asset: { ...baseUSDC, networkId: bitcoin } })).toBe('pay_wrong_family')
})

test.each([
  ['', 'pay_invalid_config'],
  ['eip155', 'pay_invalid_config'],
  ['moon:1', 'pay_invalid_config'],
  ['eip155:1:1', 'pay_invalid_config'],
] as const)('%j is no network', (networkId, code) => {
  expect(codeOf({ asset: { ...baseUSDC, networkId: JSON.parse(JSON.stringify(networkId)) } })).toBe(code)
})

test('a checked request says its family, its asset’s id and exactly how much, and the chain is asked for the asset', () => {
  const wanted = request({ openInNewTab: false, includeExchanges: ['one'] })
  expect(checkPayRequest(wanted)).toEqual({
    ...wanted,
    ...{ family: 'eip155', assetId: payAssetId(baseUSDC), exact: { value: 12_500_000n, decimals: 6 } },
  })
  expect(assetOf(baseUSDC)).toEqual({ type: 'token', address: baseUSDC.asset })
  expect(assetOf(baseETH)).toEqual({ type: 'coin' })
  const { metadata } = baseSepoliaETH
  expect([baseETH.metadata, baseUSDC.metadata, metadata].map(({ symbol, decimals }) => [symbol, decimals])).toEqual([
    ['ETH', 18],
    ['USDC', 6],
    ['ETH', 18],
  ])
})
