import type { AdapterHost, Network } from '@foyer/core'
import { InvalidResponseError } from '@foyer/core/errors'
import { createReaders } from '@foyer/core/rpc'
import * as v from 'valibot'
import type { Level } from '../commitment.js'

/** A network's nodes, asked by JSON-RPC: never through the wallet, so that what the page shows doesn't depend on it. */
export interface Chain {
  readonly network: Network
  readonly commitment: Level
  /**
   * Asks once, and reads what a node answers.
   *
   * @throws JsonRpcError · InvalidResponseError · AbortedError and what the transport throws
   */
  ask<T>(request: {
    readonly method: string
    readonly params?: readonly unknown[] | undefined
    readonly schema: v.GenericSchema<unknown, T>
    readonly signal?: AbortSignal | undefined
  }): Promise<T>
}

/** Which nodes are asked, and until when. */
export interface Asking {
  readonly chain: Chain
  readonly signal?: AbortSignal | undefined
}

/** The way to each network's nodes. @throws NoRpcUrlError */
export function createChains({
  host,
  commitment,
}: {
  readonly host: AdapterHost
  readonly commitment: Level
}): (network: Network) => Chain {
  const readerOf = createReaders(host)
  return (network) => {
    const read = readerOf(network)
    return {
      network,
      commitment,
      async ask({ method, params = [], schema, signal }) {
        const { success, output } = v.safeParse(schema, await read({ method, params, signal }))
        if (!success) throw new InvalidResponseError({ expected: `what ${method} returns`, context: { method } })
        return output
      },
    }
  }
}

/** Reads a transaction that is in a block, as far as a schema has it. @returns null where the node doesn't keep it */
export function readTransaction<T>({
  chain,
  hash,
  schema,
  signal,
}: Asking & { readonly hash: string; readonly schema: v.GenericSchema<unknown, T> }): Promise<T> {
  // Nodes take no `processed` here: what isn't confirmed may be another tomorrow.
  const commitment = chain.commitment === 'finalized' ? 'finalized' : 'confirmed'
  const params = [hash, { commitment, encoding: 'json', maxSupportedTransactionVersion: 0 }]
  return chain.ask({ method: 'getTransaction', params, schema, signal })
}
