import { type Address, encodeAbiParameters, type Hex, parseAbi, parseAbiParameters, parseUnits } from 'viem'
import { bytecodeOf } from './artefact.js'
import { type ContractPlan, founder, planContract } from './asFounder.js'
import { type TokenPlan, type TokenSymbol, tokenPlans, wethPlan } from './tokens.js'

/** Who gets what {@link ContractPlans.feeRouter} takes: an address without a key, which nothing else is sent to. */
export const feeRecipient: Address = '0xfEE0000000000000000000000000000000000000'

/** What the fee router takes, in basis points: 0.85 % */
const feeBps = 85n

export const factoryAbi = parseAbi(['function getPair(address tokenA, address tokenB) view returns (address)'])

export const routerAbi = parseAbi([
  'function addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline) returns (uint256 amountA, uint256 amountB, uint256 liquidity)',
])

export const wethAbi = parseAbi(['function deposit() payable'])

export interface ContractPlans {
  readonly weth: ContractPlan
  readonly factory: ContractPlan
  readonly router: ContractPlan
  readonly feeRouter: ContractPlan
  readonly tokens: { readonly [Symbol in keyof typeof tokenPlans]: ContractPlan }
}

export function planContracts(): ContractPlans {
  const weth = planContract({ name: wethPlan.name, code: bytecodeOf('@uniswap/v2-periphery/build/WETH9.json') })
  const factory = planContract({
    name: 'Uniswap V2 factory',
    code: bytecodeOf('@uniswap/v2-core/build/UniswapV2Factory.json'),
    // No protocol fee can be set: the address that may set it has no key.
    inputs: encodeAbiParameters(parseAbiParameters('address feeToSetter'), [founder]),
  })
  const router = planContract({
    name: 'Uniswap V2 router',
    code: bytecodeOf('@uniswap/v2-periphery/build/UniswapV2Router02.json'),
    inputs: encodeAbiParameters(parseAbiParameters('address factory, address weth'), [factory.address, weth.address]),
  })
  const feeRouter = planContract({
    name: 'fee router',
    code: bytecodeOf('../contracts/FeeRouter.json'),
    inputs: encodeAbiParameters(parseAbiParameters('address router, address feeRecipient, uint256 feeBps'), [
      router.address,
      feeRecipient,
      feeBps,
    ]),
  })
  const code = bytecodeOf('../contracts/FoyerToken.json')
  const { DUSD, FYR, WBTC } = tokenPlans
  const tokens = {
    DUSD: planToken({ code, token: DUSD }),
    FYR: planToken({ code, token: FYR }),
    WBTC: planToken({ code, token: WBTC }),
  }
  return { weth, factory, router, feeRouter, tokens }
}

export function addressOf({ plans, symbol }: { plans: ContractPlans; symbol: TokenSymbol }): Address {
  return symbol === 'WETH' ? plans.weth.address : plans.tokens[symbol].address
}

function planToken({ code, token }: { code: Hex; token: TokenPlan }): ContractPlan {
  const { name, symbol, decimals, supply } = token
  const inputs = encodeAbiParameters(
    parseAbiParameters('string name, string symbol, uint8 decimals, uint256 initialSupply, address owner'),
    [name, symbol, decimals, parseUnits(supply, decimals), founder],
  )
  return planContract({ name, code, inputs })
}
