import * as v from 'valibot'
import { type Address, decodeFunctionResult, encodeFunctionData, erc20Abi, type Hex, isHex, numberToHex } from 'viem'
import type { Chain, RpcOutcome } from '../chains/chains.js'
import { ChainUnavailableError } from '../chains/refusals.js'
import { readContracts } from '../contracts/readContracts.js'
import { refuseNodesFault } from '../contracts/refuseNodesFault.js'
import { readQuantity } from '../rpc/readQuantity.js'
import { WouldFailError } from './refusals.js'
import type { SwapCall } from './venue.js'

/** The time that a swap may wait to be signed and mined, in seconds. */
const patienceSeconds = 20n * 60n

const Block = v.object({ timestamp: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{1,16}$/)) })

/**
 * The last block time at which a swap may happen. A block's time is what contracts go by, but a network that stood still
 * makes its next block now, so it is the later of the two.
 * @throws {@link ChainUnavailableError} · UpstreamError
 */
export async function readDeadline(request: { chain: Chain; now: () => number; signal: AbortSignal }): Promise<bigint> {
  const { chain, now, signal } = request
  const [outcome] = await chain.request({
    calls: [{ method: 'eth_getBlockByNumber', params: ['latest', false] }],
    signal,
  })
  const parsed = v.safeParse(Block, outcome !== undefined && 'result' in outcome ? outcome.result : null)
  if (!parsed.success) {
    throw new ChainUnavailableError({ chainId: chain.id, cause: new Error('The node gave no block.') })
  }
  const ofBlock = BigInt(parsed.output.timestamp)
  const ofServer = BigInt(Math.floor(now() / 1000))
  return (ofBlock > ofServer ? ofBlock : ofServer) + patienceSeconds
}

/**
 * Reads the gas of a swap, with what the network may not have seen, and a third more: prices move until it is mined, and
 * a contract keeps a 64th of what it has from those it calls (EIP-150).
 * @throws {@link WouldFailError} where it would revert · UpstreamError
 */
export async function readGas(request: {
  chain: Chain
  account: Address
  call: SwapCall
  /** as the quote gave it */
  unseenGas: bigint
  signal: AbortSignal
}): Promise<bigint> {
  const { chain, account, call, unseenGas, signal } = request
  const transaction = { from: account, to: call.to, data: call.data, value: numberToHex(call.value) }
  const [outcome] = await chain.request({ calls: [{ method: 'eth_estimateGas', params: [transaction] }], signal })
  refuseNodesFault({ chain, outcome })
  const estimate = readQuantity(outcome)
  if (estimate === null) throw new WouldFailError()
  return ((estimate + unseenGas) * 4n) / 3n
}

interface Approval {
  chain: Chain
  token: Address
  account: Address
  spender: Address
  signal: AbortSignal
}

/** Reads the amount that a contract may take, in base units; 0 of what is no token. @throws UpstreamError @see S7.9 */
export async function readAllowance({ chain, token, account, spender, signal }: Approval): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [account, spender] })
  const [answer] = await readContracts({ chain, reads: [{ kind: 'call', to: token, data }], signal })
  if (answer === null || answer === undefined || answer.length < 66) return 0n
  return decodeFunctionResult({ abi: erc20Abi, functionName: 'allowance', data: answer })
}

/** An approval that the network says would go through. */
export interface BuiltApproval {
  readonly data: Hex
  readonly gas: bigint
}

/**
 * Builds the approval of exactly an amount. Some tokens (USDT) only change an approval by way of zero: for them, what is built
 * while an old one stands takes that back, and what is built after it is the approval itself; a client asks again anyway, as
 * the allowance doesn't suffice yet.
 * @throws {@link WouldFailError} · UpstreamError
 */
export async function buildApproval({ amount, ...rest }: Approval & { amount: bigint }): Promise<BuiltApproval> {
  const exact = await tryApproval({ amount, ...rest })
  if (exact !== null) return exact
  const reset = (await readAllowance(rest)) > 0n ? await tryApproval({ amount: 0n, ...rest }) : null
  if (reset === null) throw new WouldFailError()
  return reset
}

async function tryApproval(request: Approval & { amount: bigint }): Promise<BuiltApproval | null> {
  const { chain, token, account, spender, amount, signal } = request
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
  const transaction = { from: account, to: token, data }
  const [answer, estimate] = await chain.request({
    calls: [
      { method: 'eth_call', params: [transaction, 'latest'] },
      { method: 'eth_estimateGas', params: [transaction] },
    ],
    signal,
  })
  for (const outcome of [answer, estimate]) refuseNodesFault({ chain, outcome })
  const gas = readQuantity(estimate)
  return gas === null || !isAgreed(answer) ? null : { data, gas: (gas * 6n) / 5n }
}

/** True, or nothing at all, as tokens that are older than the rule give. */
function isAgreed(outcome: RpcOutcome | undefined): boolean {
  if (outcome === undefined || 'error' in outcome) return false
  const { result } = outcome
  return isHex(result) && (result === '0x' || (result.length === 66 && BigInt(result) === 1n))
}
