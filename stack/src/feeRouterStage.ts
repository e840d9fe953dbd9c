import {
  type Abi,
  type Address,
  type Client,
  createClient,
  createTestClient,
  decodeErrorResult,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  parseEther,
  type TransactionReceipt,
} from 'viem'
import { call, getBalance, readContract } from 'viem/actions'
import { expect } from 'vitest'
import { devAccounts } from './accounts.js'
import { bytecodeOf } from './artefact.js'
import { deployMarket, type Market } from './deploy.js'
import { deployStrangeToken } from './deployStrangeToken.js'
import { sendUnlocked } from './sendUnlocked.js'
import { startChain } from './startChain.js'

export const feeRouterAbi = parseAbi([
  'constructor(address router, address feeRecipient, uint256 feeBps)',
  'function swapTokensForTokens(uint256 amountIn, uint256 minAmountOut, address[] path, uint256 deadline) returns (uint256)',
  'function swapTokensForNative(uint256 amountIn, uint256 minAmountOut, address[] path, uint256 deadline) returns (uint256)',
  'function swapNativeForTokens(uint256 minAmountOut, address[] path, uint256 deadline) payable returns (uint256)',
  'function sweep(address token)',
  'event FeeSwap(address indexed account, address indexed tokenIn, address indexed tokenOut, uint256 amountIn, uint256 fee, uint256 amountOut)',
  'error FeeTooHigh(uint256 feeBps)',
  'error ZeroAddress()',
  'error Expired(uint256 deadline)',
  'error NoMinimum()',
  'error BadPath()',
  'error TooLittle(uint256 amountOut, uint256 minAmountOut)',
  'error ReentrancyGuardReentrantCall()',
  'error FailedCall()',
])
export const strangeAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function setTax(uint256 bps)',
  'function setCall(address target, bytes data)',
])
const routerAbi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
])

const [{ address: alice }] = devAccounts
/** A deadline that never comes. */
export const later: bigint = 2n ** 64n

interface Sent {
  to: Address
  abi: Abi
  functionName: string
  args: readonly unknown[]
  value?: bigint
}

/** What the market's fee router takes. */
export const feeOf = (amount: bigint): bigint => (amount * 85n) / 10_000n

/** A local chain with a fee router and a token that can be made to misbehave; for tests, nothing in the product imports this. */
export interface FeeRouterStage {
  readonly market: Market
  readonly strange: Address
  /** who swaps: the first development account, whose key the chain has */
  readonly alice: Address
  readonly client: Client
  tokenOf(symbol: string): Address
  /** Sends as the account. */
  send(sent: Sent): Promise<TransactionReceipt>
  /** Calls the fee router, and succeeds. */
  swap(functionName: string, args: readonly unknown[], value?: bigint): Promise<TransactionReceipt>
  /** The error that a call to the fee router ends in. */
  refusal(sent: Omit<Sent, 'to' | 'abi'>): Promise<string>
  held(token: Address, of: Address): Promise<bigint>
  approve(token: Address, amount: bigint): Promise<unknown>
  /** What the router itself would give. */
  quoted(amount: bigint, path: readonly Address[]): Promise<bigint>
  /** After every swap: nothing of anything stays, nothing is left approved. */
  expectNothingLeft(tokens: readonly Address[], feeRouter?: Address): Promise<void>
  deployFeeRouter(feeBps: bigint): Promise<Address>
  snapshot(): Promise<Hex>
  revert(request: { id: Hex }): Promise<unknown>
  setCode(request: { address: Address; bytecode: Hex }): Promise<void>
  stop(): Promise<void>
}

export async function openFeeRouterStage(): Promise<FeeRouterStage> {
  const chain = await startChain({ id: 31337 })
  const market = await deployMarket({ url: chain.url })
  const strange = await deployStrangeToken({ url: chain.url })
  const stage = createStage({ url: chain.url, market, strange, stop: () => chain.stop() })
  await openPool(stage)
  return stage
}

/** The strange token's one pool is with FYR. */
async function openPool({ market: { router }, strange, tokenOf, send }: FeeRouterStage): Promise<void> {
  const half = parseEther('1000000')
  for (const [token, amount] of [
    [strange, 2n * half],
    [tokenOf('FYR'), half],
  ] as const) {
    await send({ to: token, abi: strangeAbi, functionName: 'mint', args: [alice, amount] })
    await send({ to: token, abi: erc20Abi, functionName: 'approve', args: [router, half] })
  }
  const args = [strange, tokenOf('FYR'), half, half, 0n, 0n, alice, later] as const
  await send({ to: router, abi: routerAbi, functionName: 'addLiquidity', args })
}

function createStage({
  url,
  market,
  strange,
  stop,
}: Pick<FeeRouterStage, 'market' | 'strange' | 'stop'> & { url: string }): FeeRouterStage {
  const client = createClient({ transport: http(url, { retryCount: 0 }) })
  const anvil = createTestClient({ mode: 'anvil', transport: http(url) })
  const abi: Abi = feeRouterAbi
  const sendNow = (transaction: { to?: Address; data: Hex; value?: bigint }) =>
    sendUnlocked({ client, transaction: { from: alice, gas: 5_000_000n, ...transaction } })
  const send: FeeRouterStage['send'] = async ({ to, abi: of, functionName, args, value = 0n }) => {
    const receipt = await sendNow({ to, data: encodeFunctionData({ abi: of, functionName, args }), value })
    expect(receipt.status).toBe('success')
    return receipt
  }
  const held = (token: Address, of: Address) =>
    readContract(client, { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [of] })
  const allowed = (token: Address, spender: Address, owner: Address) =>
    readContract(client, { address: token, abi: erc20Abi, functionName: 'allowance', args: [owner, spender] })
  return {
    market,
    strange,
    alice,
    client,
    tokenOf: (symbol) => market.tokens.find((token) => token.symbol === symbol)?.address ?? expect.fail(symbol),
    send,
    swap: (functionName, args, value = 0n) => send({ to: market.feeRouter, abi, functionName, args, value }),
    refusal({ functionName, args, value = 0n }) {
      const data = encodeFunctionData({ abi, functionName, args })
      return revertOf(call(client, { account: alice, to: market.feeRouter, data, value }))
    },
    held,
    approve: (token, amount) =>
      send({ to: token, abi: erc20Abi, functionName: 'approve', args: [market.feeRouter, amount] }),
    async quoted(amount, path) {
      const args = [amount, path] as const
      const read = { address: market.router, abi: routerAbi, functionName: 'getAmountsOut', args } as const
      return (await readContract(client, read)).at(-1) ?? 0n
    },
    async expectNothingLeft(tokens, feeRouter = market.feeRouter) {
      for (const token of tokens) {
        expect(await held(token, feeRouter)).toBe(0n)
        expect(await allowed(token, feeRouter, alice)).toBe(0n)
        expect(await allowed(token, market.router, feeRouter)).toBe(0n)
      }
      expect(await getBalance(client, { address: feeRouter })).toBe(0n)
    },
    async deployFeeRouter(feeBps) {
      const args = [market.router, market.feeRecipient, feeBps] as const
      const bytecode = bytecodeOf('../contracts/FeeRouter.json')
      const { contractAddress } = await sendNow({ data: encodeDeployData({ abi: feeRouterAbi, bytecode, args }) })
      return contractAddress ?? expect.fail('It has no address.')
    },
    snapshot: () =>
      anvil.request<{ Method: 'evm_snapshot'; Parameters: []; ReturnType: Hex }>({
        method: 'evm_snapshot',
        params: [],
      }),
    revert: ({ id }) =>
      anvil.request<{ Method: 'evm_revert'; Parameters: [Hex]; ReturnType: boolean }>({
        method: 'evm_revert',
        params: [id],
      }),
    setCode: (request) => anvil.setCode(request),
    stop,
  }
}

/** The error that a call of the fee router, or of its constructor, reverts with. */
export async function revertOf(calling: Promise<unknown>): Promise<string> {
  const error = await calling.then(
    () => expect.fail('It went through.'),
    (cause: unknown) => cause,
  )
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('data' in cause && typeof cause.data === 'string' && cause.data.startsWith('0x') && cause.data.length >= 10) {
      return decodeErrorResult({ abi: feeRouterAbi, data: `0x${cause.data.slice(2)}` }).errorName
    }
  }
  throw error
}
