import { entryPoint } from '@foyer/evm/delegate'
import * as v from 'valibot'
import type { ChainConfig } from '../chains/chain.js'
import type { Chain, RpcCall } from '../chains/chains.js'
import { type ChainsParameters, createChains } from '../chains/createChains.js'
import { Bytes } from '../rpc/bytes.js'
import { Quantity } from '../rpc/readQuantity.js'
import { resultOf } from '../rpc/resultOf.js'
import { hashOf, type Operation } from '../sponsor/operation.js'
import { rpcOperation } from './userOperation.js'

/** The gas of an operation, as its bundler estimates it. */
export interface GasEstimate {
  readonly preVerificationGas: bigint
  readonly verificationGasLimit: bigint
  readonly callGasLimit: bigint
  readonly paymasterVerificationGasLimit: bigint | undefined
  readonly paymasterPostOpGasLimit: bigint | undefined
}

/** The outcome of an operation; `sent` may come, of `unknown` nothing is known. */
export type CarriedOut =
  | { readonly is: 'unknown' | 'sent' }
  | { readonly is: 'included'; readonly transactionHash: string; readonly succeeded: boolean }

/** The bundler of a network's operations (ERC-4337), by the standard's calls. Each throws UpstreamError where it doesn't answer, and the signal's reason. */
export interface Bundler {
  /** @returns null where it refuses the operation */
  estimate(operation: Operation, signal: AbortSignal): Promise<GasEstimate | null>
  /** @returns false where it refuses the operation; the same again is taken */
  send(operation: Operation, signal: AbortSignal): Promise<boolean>
  read(hash: string, signal: AbortSignal): Promise<CarriedOut>
}

const Estimate = v.object({
  preVerificationGas: Quantity,
  verificationGasLimit: Quantity,
  callGasLimit: Quantity,
  paymasterVerificationGasLimit: v.nullish(Quantity),
  paymasterPostOpGasLimit: v.nullish(Quantity),
})
const Receipt = v.nullable(v.object({ success: v.boolean(), receipt: v.object({ transactionHash: Bytes }) }))
const Known = v.nullable(v.looseObject({}))

export interface BundlersParameters extends Omit<ChainsParameters, 'chains'> {
  readonly chains: readonly ChainConfig[]
}

/** The bundlers that the operator names, by their networks. Their addresses are the operator's word, as those of nodes. */
export function createBundlers({ chains, ...rest }: BundlersParameters): ReadonlyMap<string, Bundler> {
  const named = chains.flatMap(({ bundler, ...chain }) =>
    bundler === undefined ? [] : [{ ...chain, upstreams: [bundler] }],
  )
  return new Map(createChains({ chains: named, ...rest }).all.map((chain) => [chain.id, createBundler(chain)]))
}

function createBundler(chain: Chain): Bundler {
  const host = `the bundler of ${chain.id}`
  const ask = async (call: RpcCall, signal: AbortSignal) => {
    const [outcome] = await chain.request({ calls: [call], signal })
    return outcome
  }
  return {
    async estimate(operation, signal) {
      const params = [rpcOperation(operation), entryPoint]
      const outcome = await ask({ method: 'eth_estimateUserOperationGas', params }, signal)
      if (outcome !== undefined && 'error' in outcome) return null
      const { paymasterVerificationGasLimit, paymasterPostOpGasLimit, ...said } = resultOf({
        ...{ outcome, schema: Estimate, host },
      })
      return {
        ...said,
        paymasterVerificationGasLimit: paymasterVerificationGasLimit ?? undefined,
        paymasterPostOpGasLimit: paymasterPostOpGasLimit ?? undefined,
      }
    },
    async send(operation, signal) {
      const params = [rpcOperation(operation), entryPoint]
      const outcome = await ask({ method: 'eth_sendUserOperation', params }, signal)
      if (outcome === undefined || !('error' in outcome)) {
        resultOf({ outcome, schema: Bytes, host })
        return true
      }
      // The same again may be refused as known.
      return (await this.read(hashOf(operation), signal)).is !== 'unknown'
    },
    async read(hash, signal) {
      const asked = [hash]
      const [receipt, known] = await Promise.all([
        ask({ method: 'eth_getUserOperationReceipt', params: asked }, signal),
        ask({ method: 'eth_getUserOperationByHash', params: asked }, signal),
      ])
      const done = resultOf({ outcome: receipt, schema: Receipt, host })
      if (done !== null)
        return { is: 'included', transactionHash: done.receipt.transactionHash, succeeded: done.success }
      // Not every one knows operations by their hash before a block has them.
      const found = known !== undefined && 'result' in known ? v.safeParse(Known, known.result) : undefined
      return { is: found?.success && found.output !== null ? 'sent' : 'unknown' }
    },
  }
}
