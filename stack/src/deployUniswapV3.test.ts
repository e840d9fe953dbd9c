import { type Address, createClient, encodePacked, http, parseAbi, parseUnits } from 'viem'
import { readContract, simulateContract } from 'viem/actions'
import { expect, onTestFinished, test } from 'vitest'
import { deployMarket } from './deploy.js'
import { deployUniswapV3 } from './deployUniswapV3.js'
import { startChain } from './startChain.js'

const abi = parseAbi([
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256 amountOut, uint160[] prices, uint32[] ticks, uint256 gas)',
  'function WETH9() view returns (address)',
  'function factory() view returns (address)',
])

test('its pools give a fair price, and its contracts belong together', async () => {
  const chain = await startChain({ id: 31337 })
  onTestFinished(() => chain.stop())
  const market = await deployMarket({ url: chain.url })
  const { router, quoter, factory } = await deployUniswapV3({ url: chain.url, market })
  const client = createClient({ transport: http(chain.url) })
  for (const address of [router, quoter]) {
    expect(await readContract(client, { address, abi, functionName: 'factory' })).toBe(factory)
    expect(await readContract(client, { address, abi, functionName: 'WETH9' })).toBe(market.weth)
  }
  const tokenOf = (symbol: string): Address =>
    market.tokens.find((token) => token.symbol === symbol)?.address ?? expect.fail()
  for (const { sold, fee, to, fair } of [
    { sold: 'WETH', fee: 3000, to: 'DUSD', fair: parseUnits('30', 6) },
    { sold: 'WETH', fee: 500, to: 'DUSD', fair: parseUnits('30', 6) },
    { sold: 'FYR', fee: 3000, to: 'DUSD', fair: parseUnits('0.005', 6) },
    { sold: 'WETH', fee: 3000, to: 'WBTC', fair: parseUnits('0.00033333', 8) },
  ]) {
    const path = encodePacked(['address', 'uint24', 'address'], [tokenOf(sold), fee, tokenOf(to)])
    const args = [path, parseUnits('0.01', 18)] as const
    const { result } = await simulateContract(client, { address: quoter, abi, functionName: 'quoteExactInput', args })
    expect(result[0]).toBeLessThan(fair)
    expect(result[0]).toBeGreaterThan((fair * 99n) / 100n)
  }
})
