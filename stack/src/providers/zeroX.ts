import { type Address, encodeFunctionData, getAddress, type Hex, isAddress, parseAbi, zeroAddress } from 'viem'
import { type StandIn, type StandInAnswer, type StandInRequest, startStandIn } from './standIn.js'

export interface StartZeroXParameters {
  apiKey: string
  chainId: number
  allowanceHolder: Address
  settler: Address
  /** base units of what is bought for one of what is sold, as a fraction; null where there is no way */
  rate: (pair: { readonly sell: Address; readonly buy: Address }) => readonly [bigint, bigint] | null
}

/** An answer's body, as the documentation has it. */
export type ZeroXBody = Readonly<Record<string, unknown>> & {
  readonly transaction?: {
    readonly to: string
    readonly data: Hex
    readonly gas: string
    readonly gasPrice: string
    readonly value: string
  }
}

export interface StartedZeroX extends StandIn {
  /** changes what is answered: a provider that lies */
  twist: (body: ZeroXBody) => ZeroXBody
}

const native: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

const abi = parseAbi([
  'function exec(address operator, address token, uint256 amount, address target, bytes data) payable',
  'struct Slippage { address recipient; address buyToken; uint256 minAmountOut; }',
  'function execute(Slippage slippage, bytes[] actions, bytes32 affiliate) payable',
])

const refused = ({ status, name, field }: { status: number; name: string; field?: string }): StandInAnswer => ({
  status,
  body: { name, message: name, data: { zid: '0x1', details: field === undefined ? [] : [{ field, reason: name }] } },
})

/**
 * 0x's Swap API v2: `price` and `quote` of the AllowanceHolder, key and version in headers, amounts as texts in base units, the fee of
 * an integrator taken of what is sold.
 * @see https://docs.0x.org/api-reference/openapi-json/swap/allowanceholder-getquote
 */
export async function startZeroX(parameters: StartZeroXParameters): Promise<StartedZeroX> {
  let started: StartedZeroX | undefined
  const provider = await startStandIn({
    refusals: {
      expired: { status: 401, body: { message: 'Invalid authentication credentials' } },
      limited: { status: 429, body: { message: 'API rate limit exceeded' } },
    },
    answer(request) {
      const { status, body } = answerTo(parameters, request)
      return { status, body: status === 200 && started !== undefined ? started.twist(body) : body }
    },
  })
  started = Object.assign(provider, { twist: (body: ZeroXBody) => body })
  return started
}

interface Answered {
  readonly status: number
  readonly body: ZeroXBody
}

function answerTo(parameters: StartZeroXParameters, request: StandInRequest): Answered {
  const { path, query } = request
  const fault = faultOf(parameters, request)
  if (fault !== null) return { status: fault.status ?? 200, body: { ...Object(fault.body) } }
  const said = (name: string) => query.get(name) ?? ''
  const [sell, buy] = [getAddress(said('sellToken')), getAddress(said('buyToken'))]
  const rate = parameters.rate({ sell, buy })
  if (rate === null) return { status: 200, body: { liquidityAvailable: false, zid: '0x1' } }
  const amount = BigInt(said('sellAmount'))
  const fee = (amount * BigInt(query.get('swapFeeBps') ?? 0)) / 10_000n
  const buyAmount = ((amount - fee) * rate[0]) / rate[1]
  const minBuyAmount = buyAmount - (buyAmount * BigInt(query.get('slippageBps') ?? 100)) / 10_000n
  const common = {
    liquidityAvailable: true,
    blockNumber: '1',
    buyAmount: String(buyAmount),
    buyToken: buy.toLowerCase(),
    sellAmount: String(amount),
    sellToken: sell.toLowerCase(),
    minBuyAmount: String(minBuyAmount),
    allowanceTarget: sell === native ? null : parameters.allowanceHolder.toLowerCase(),
    fees: {
      integratorFee: fee === 0n ? null : { amount: String(fee), token: sell.toLowerCase(), type: 'volume' },
      zeroExFee: null,
      gasFee: null,
    },
    issues: { allowance: null, balance: null, simulationIncomplete: false, invalidSourcesPassed: [] },
    route: { fills: [], tokens: [] },
    tokenMetadata: {
      buyToken: { buyTaxBps: '0', sellTaxBps: '0' },
      sellToken: { buyTaxBps: '0', sellTaxBps: null },
    },
    zid: '0x1',
  }
  if (path.endsWith('/price')) return { status: 200, body: { ...common, gas: '288079', gasPrice: '1000000000' } }
  const taker = getAddress(said('taker'))
  const data = calldata({ ...parameters, taker, sell, buy, amount, minBuyAmount })
  const value = sell === native ? String(amount) : '0'
  const to = parameters.allowanceHolder.toLowerCase()
  return { status: 200, body: { ...common, transaction: { to, data, gas: '288079', gasPrice: '1000000000', value } } }
}

/** What of a request isn't as documented. */
function faultOf({ apiKey, chainId }: StartZeroXParameters, request: StandInRequest): StandInAnswer | null {
  const { method, path, query, header } = request
  if (header('0x-api-key') !== apiKey) return { status: 401, body: { message: 'Invalid authentication credentials' } }
  const isQuote = path === '/swap/allowance-holder/quote'
  if (method !== 'GET' || (!isQuote && path !== '/swap/allowance-holder/price')) {
    return { status: 404, body: { message: 'no Route matched with those values' } }
  }
  if (header('0x-version') !== 'v2') return refused({ status: 400, name: 'INPUT_INVALID', field: '0x-version' })
  if (query.get('chainId') !== String(chainId)) return refused({ status: 400, name: 'INPUT_INVALID', field: 'chainId' })
  const isToken = (name: string) => isAddress(query.get(name) ?? '', { strict: false })
  const wanted = [
    'sellToken',
    'buyToken',
    ...(isQuote ? ['taker'] : []),
    ...(query.has('swapFeeBps') ? ['swapFeeRecipient'] : []),
  ]
  const missing = wanted.find((name) => !isToken(name))
  if (missing !== undefined) return refused({ status: 400, name: 'INPUT_INVALID', field: missing })
  const isWhole = (name: string, most: number) =>
    /^\d+$/.test(query.get(name) ?? '0') && (most === 0 || Number(query.get(name)) <= most)
  const odd = [
    ['sellAmount', 0],
    ['slippageBps', 10_000],
    ['swapFeeBps', 1_000],
  ] as const
  const wrong = odd.find(([name, most]) => !isWhole(name, most))
  if (wrong !== undefined) return refused({ status: 400, name: 'INPUT_INVALID', field: wrong[0] })
  const feeToken = query.get('swapFeeToken')
  if (feeToken !== null && feeToken !== query.get('sellToken') && feeToken !== query.get('buyToken')) {
    return refused({ status: 400, name: 'INPUT_INVALID', field: 'swapFeeToken' })
  }
  return query.get('sellAmount') === '0'
    ? refused({ status: 400, name: 'SELL_AMOUNT_TOO_SMALL', field: 'sellAmount' })
    : null
}

/** A call of the AllowanceHolder, in which a Settler is called; the coin is lent by nobody, as it is sent along. */
function calldata(request: {
  settler: Address
  taker: Address
  sell: Address
  buy: Address
  amount: bigint
  minBuyAmount: bigint
}): Hex {
  const { settler, taker, sell, buy, amount, minBuyAmount } = request
  const slippage = { recipient: taker, buyToken: buy, minAmountOut: minBuyAmount }
  const inside = encodeFunctionData({
    abi,
    functionName: 'execute',
    args: [slippage, ['0x01', `0x${'02'.repeat(70)}`], `0x${'0'.repeat(64)}`],
  })
  const lent = sell === native ? ([zeroAddress, zeroAddress, 0n] as const) : ([settler, sell, amount] as const)
  return encodeFunctionData({ abi, functionName: 'exec', args: [...lent, settler, inside] })
}
