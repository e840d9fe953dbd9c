import {
  type Address,
  concat,
  encodeAbiParameters,
  getContractAddress,
  type Hex,
  parseAbi,
  parseAbiParameters,
  parseUnits,
  zeroHash,
} from 'viem'
import { bytecodeOf } from './artefact.js'
import { type TokenPlan, type TokenSymbol, tokenPlans, wethPlan } from './tokens.js'

/** The CREATE2 deployer that anvil has from its first block: calldata is a salt and the code to deploy. */
export const create2Deployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** The deployer and funder: an address without a key, which only a development chain lets clients impersonate. */
export const founder: Address = '0xf0ee000000000000000000000000000000000000'

/** Who gets what {@link ContractPlans.feeRouter} takes: an address without a key, which nothing else is sent to. */
export const feeRecipient: Address = '0xfEE0000000000000000000000000000000000000'

/** What the fee router takes, in basis points: 0.85 % */
const feeBps = 85n

export const factoryAbi = parseAbi(['function getPair(address tokenA, address tokenB) view returns (address)'])

export const routerAbi = parseAbi([
  'function addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline) returns (uint256 amountA, uint256 amountB, uint256 liquidity)',
])

export const wethAbi = parseAbi(['function deposit() payable'])

/** A contract before it is deployed. Its address follows from its code alone, so it is the same on every chain. */
export interface ContractPlan {
  readonly name: string
  readonly address: Address
  readonly initCode: Hex
}

export interface ContractPlans {
  readonly weth: ContractPlan
  readonly factory: ContractPlan
  readonly router: ContractPlan
  readonly feeRouter: ContractPlan
  readonly batchExecutor: ContractPlan
  readonly tokens: { readonly [Symbol in keyof typeof tokenPlans]: ContractPlan }
}

export function planContracts(): ContractPlans {
  const weth = plan({ name: wethPlan.name, code: bytecodeOf('@uniswap/v2-periphery/build/WETH9.json') })
  const factory = plan({
    name: 'Uniswap V2 factory',
    code: bytecodeOf('@uniswap/v2-core/build/UniswapV2Factory.json'),
    // No protocol fee can be set: the address that may set it has no key.
    inputs: encodeAbiParameters(parseAbiParameters('address feeToSetter'), [founder]),
  })
  const router = plan({
    name: 'Uniswap V2 router',
    code: bytecodeOf('@uniswap/v2-periphery/build/UniswapV2Router02.json'),
    inputs: encodeAbiParameters(parseAbiParameters('address factory, address weth'), [factory.address, weth.address]),
  })
  const feeRouter = plan({
    name: 'fee router',
    code: bytecodeOf('../contracts/FeeRouter.json'),
    inputs: encodeAbiParameters(parseAbiParameters('address router, address feeRecipient, uint256 feeBps'), [
      router.address,
      feeRecipient,
      feeBps,
    ]),
  })
  const batchExecutor = plan({ name: 'batch executor', code: bytecodeOf('../contracts/BatchExecutor.json') })
  const code = bytecodeOf('../contracts/FoyerToken.json')
  const { DUSD, FYR, WBTC } = tokenPlans
  const tokens = {
    DUSD: planToken({ code, token: DUSD }),
    FYR: planToken({ code, token: FYR }),
    WBTC: planToken({ code, token: WBTC }),
  }
  return { weth, factory, router, feeRouter, batchExecutor, tokens }
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
  return plan({ name, code, inputs })
}

function plan({ name, code, inputs = '0x' }: { name: string; code: Hex; inputs?: Hex | undefined }): ContractPlan {
  const initCode = concat([code, inputs])
  const address = getContractAddress({ opcode: 'CREATE2', from: create2Deployer, salt: zeroHash, bytecode: initCode })
  return { name, address, initCode }
}
