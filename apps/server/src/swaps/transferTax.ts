import * as v from 'valibot'
import { type Address, decodeFunctionResult, encodeFunctionData, erc20Abi, type Hex, isHex } from 'viem'
import type { Chain, RpcOutcome } from '../chains/chains.js'
import { refuseNodesFault } from '../contracts/refuseNodesFault.js'
import type { Path } from './candidatePaths.js'
import type { Pool } from './venue.js'

/** Finds tokens that keep a part of what is transferred: what the pools say of them isn't what arrives. */
export interface TransferTaxes {
  /**
   * Tries each token of a way out, with tokens of the pools themselves: from the pool and back to it.
   * @throws UpstreamError when the network doesn't answer
   */
  isTaxed(request: { path: Path; pools: readonly Pool[]; signal: AbortSignal }): Promise<boolean>
}

/** A token's owner can introduce a tax at any time, so that a result holds for a short time. */
const knownForMs = 10 * 60_000

/** An account that never had a balance. */
const unusedAccount: Address = '0xf0ee000000000000000000000000000000007a11'

/**
 * The transfers are simulated by `eth_simulateV1`, so that no signature is needed. With a node that doesn't have it, a
 * token is taken for what most are. The minimum, which the contracts enforce, holds either way.
 */
export function createTransferTaxes({ chain, now }: { chain: Chain; now: () => number }): TransferTaxes {
  const known = new Map<Address, { taxed: boolean; until: number }>()
  const check = async ({ token, pool, signal }: { token: Address; pool: Address; signal: AbortSignal }) => {
    const before = known.get(token)
    if (before !== undefined && now() < before.until) return before.taxed
    const taxed = await tryTransfers({ chain, token, pool, signal })
    known.set(token, { taxed, until: now() + knownForMs })
    return taxed
  }
  return {
    async isTaxed({ path, pools, signal }) {
      const checks = path.map((token, index) => {
        const pool = pools[Math.max(0, index - 1)]
        return pool === undefined ? Promise.resolve(false) : check({ token, pool: pool.address, signal })
      })
      return (await Promise.all(checks)).includes(true)
    },
  }
}

const Simulated = v.tuple([
  v.object({ calls: v.array(v.object({ status: v.string(), returnData: v.custom<Hex>(isHex) })) }),
])

async function tryTransfers(request: {
  chain: Chain
  token: Address
  pool: Address
  signal: AbortSignal
}): Promise<boolean> {
  const { chain, token, pool, signal } = request
  const simulate = async (calls: readonly Call[]) => {
    const [outcome] = await chain.request({
      calls: [{ method: 'eth_simulateV1', params: [{ blockStateCalls: [{ calls }] }, 'latest'] }],
      signal,
    })
    refuseNodesFault({ chain, outcome })
    return balances(outcome)
  }
  const held = balanceOf({ token, account: pool })
  const [stock] = await simulate([held])
  // Without an answer there is nothing to simulate, or no node that can.
  if (stock === undefined || stock < 2n) return false
  const amount = stock / 2n
  const [, out, , back] = await simulate([
    transfer({ token, from: pool, to: unusedAccount, amount }),
    balanceOf({ token, account: unusedAccount }),
    transfer({ token, from: unusedAccount, to: pool, amount }),
    held,
  ])
  return out !== amount || back !== stock
}

interface Call {
  readonly from?: Address
  readonly to: Address
  readonly data: Hex
}

const balanceOf = ({ token, account }: { token: Address; account: Address }): Call => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
})

const transfer = (request: { token: Address; from: Address; to: Address; amount: bigint }): Call => ({
  from: request.from,
  to: request.token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [request.to, request.amount] }),
})

/** Reads what each call gave as a number; undefined for what failed or gave none. */
function balances(outcome: RpcOutcome | undefined) {
  if (outcome === undefined || 'error' in outcome) return []
  const parsed = v.safeParse(Simulated, outcome.result)
  if (!parsed.success) return []
  return parsed.output[0].calls.map(({ status, returnData }) =>
    status === '0x1' && returnData.length === 66
      ? decodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', data: returnData })
      : undefined,
  )
}
