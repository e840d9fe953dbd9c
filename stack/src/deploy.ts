import { type Address, encodeFunctionData, erc20Abi, getAbiItem, maxUint256, parseUnits, zeroAddress } from 'viem'
import { getLogs, readContract } from 'viem/actions'
import { devAccounts } from './accounts.js'
import { asFounder, deployMissing, founder, type Site } from './asFounder.js'
import {
  addressOf,
  type ContractPlans,
  factoryAbi,
  feeRecipient,
  planContracts,
  routerAbi,
  wethAbi,
} from './contracts.js'
import { type PoolPlan, poolPlans, type TokenPlan, type TokenSymbol, tokenPlans, wethPlan } from './tokens.js'

/** An ERC-20 on a local chain. */
export interface LocalToken {
  readonly address: Address
  readonly name: string
  readonly symbol: TokenSymbol
  readonly decimals: number
}

/** A Uniswap V2 pair with liquidity. */
export interface LocalPool {
  readonly address: Address
  readonly symbols: readonly [TokenSymbol, TokenSymbol]
}

/** What stands on a chain after {@link deployMarket}: the same addresses on every chain. */
export interface Market {
  readonly tokens: readonly LocalToken[]
  readonly pools: readonly LocalPool[]
  /** UniswapV2Factory */
  readonly factory: Address
  /** UniswapV2Router02 */
  readonly router: Address
  /** FeeRouter, in front of the router: it takes 0.85 % */
  readonly feeRouter: Address
  /** who gets what the fee router takes */
  readonly feeRecipient: Address
  readonly weth: Address
}

/** A local chain, how to send from the founder on it, and what stands there. */
interface MarketSite extends Site {
  readonly plans: ContractPlans
}

/**
 * Puts tokens, WETH and a Uniswap V2 with pools on a development chain, and gives the development accounts some of
 * each token. Looks at what is there first and does only what is missing, so that it can run again at any time, also
 * after it was cut off.
 * @throws {@link DeployError}
 * @example
 * const chain = await startChain({ id: 31337 })
 * const { tokens, router } = await deployMarket({ url: chain.url })
 */
export async function deployMarket({ url }: { url: string }): Promise<Market> {
  const plans = planContracts()
  const { weth, factory, router, feeRouter, tokens } = plans
  const pools = await asFounder({
    url,
    step: 'set up the market',
    run: async (founding) => {
      const site = { ...founding, plans }
      for (const contract of [weth, factory, router, feeRouter, ...Object.values(tokens)]) {
        await deployMissing(site, contract)
      }
      for (const pool of poolPlans) await fillMissing(site, pool)
      for (const token of Object.values(tokenPlans)) await grantMissing(site, token)
      return Promise.all(poolPlans.map((pool) => readPool(site, pool)))
    },
  })
  return {
    tokens: [
      { address: weth.address, name: wethPlan.name, symbol: wethPlan.symbol, decimals: wethPlan.decimals },
      ...Object.values(tokenPlans).map(({ name, symbol, decimals }) => {
        return { address: tokens[symbol].address, name, symbol, decimals }
      }),
    ],
    pools,
    factory: factory.address,
    router: router.address,
    feeRouter: feeRouter.address,
    feeRecipient,
    weth: weth.address,
  }
}

/** A pool is made and filled in one transaction, so that it is either not there or done. */
async function fillMissing(site: MarketSite, pool: PoolPlan): Promise<void> {
  const { plans, send } = site
  const [a, b] = pool.sides
  const name = `${a.symbol}/${b.symbol}`
  const { address } = await readPool(site, pool)
  if (address !== zeroAddress) return

  const sides = [sideOf({ plans, ...a }), sideOf({ plans, ...b })] as const
  for (const { symbol, token, amount } of sides) {
    if (symbol === 'WETH') {
      const data = encodeFunctionData({ abi: wethAbi, functionName: 'deposit' })
      await send(`wrap ether for ${name}`, { to: token, data, value: amount })
    }
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [plans.router.address, amount] })
    await send(`approve ${symbol} for ${name}`, { to: token, data })
  }
  const [{ token: tokenA, amount: amountA }, { token: tokenB, amount: amountB }] = sides
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'addLiquidity',
    args: [tokenA, tokenB, amountA, amountB, amountA, amountB, founder, maxUint256],
  })
  await send(`fill the pool ${name}`, { to: plans.router.address, data })
}

/** A pool that isn't there yet has the zero address. */
async function readPool({ client, plans }: MarketSite, { sides: [a, b] }: PoolPlan): Promise<LocalPool> {
  const address = await readContract(client, {
    address: plans.factory.address,
    abi: factoryAbi,
    functionName: 'getPair',
    args: [addressOf({ plans, symbol: a.symbol }), addressOf({ plans, symbol: b.symbol })],
  })
  return { address, symbols: [a.symbol, b.symbol] }
}

function sideOf({ plans, symbol, amount }: { plans: ContractPlans; symbol: TokenSymbol; amount: string }) {
  const { decimals } = symbol === 'WETH' ? wethPlan : tokenPlans[symbol]
  return { symbol, token: addressOf({ plans, symbol }), amount: parseUnits(amount, decimals) }
}

/** Who has ever got a token from the founder isn't given it again: what an account spent stays spent. */
async function grantMissing(
  { client, plans, send }: MarketSite,
  { symbol, decimals, grant }: TokenPlan,
): Promise<void> {
  const token = addressOf({ plans, symbol })
  const event = getAbiItem({ abi: erc20Abi, name: 'Transfer' })
  const given = await getLogs(client, { address: token, event, args: { from: founder }, fromBlock: 0n, strict: true })
  const served = new Set(given.map(({ args }) => args.to))
  for (const { address } of devAccounts) {
    if (served.has(address)) continue
    const args = [address, parseUnits(grant, decimals)] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
    await send(`give ${address} some ${symbol}`, { to: token, data })
  }
}
