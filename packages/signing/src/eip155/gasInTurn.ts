import type { WalletNetwork } from '@foyer/core/words'
import * as v from 'valibot'
import { type Address, numberToHex } from 'viem'
import { anyGas, estimated, nodeOf, roomy } from './chain.js'
import { type AskedTransaction, Quantity } from './requestParams.js'

const Blocks = v.looseTuple([
  v.looseObject({ calls: v.array(v.looseObject({ status: v.string(), gasUsed: Quantity })) }),
])

interface GasInTurn {
  readonly network: WalletNetwork
  readonly calls: readonly (AskedTransaction & { readonly to: Address })[]
}

/** Returns a limit of gas for each of several calls of one account that are carried out one after the other. */
export async function gasInTurn({ network, calls }: GasInTurn): Promise<readonly bigint[]> {
  const taken = await takenInTurn({ network, calls })
  return Promise.all(
    calls.map(async (asked, index) => {
      const gas = taken[index]
      // Some of it may be given back at the end, and a call within takes a part of what is left.
      if (gas !== undefined) return gas === 21_000n ? gas : gas * 2n
      // One that its account can't pay yet is estimated no better.
      const estimate = await estimated({ network, asked }).catch(() => 'unknown')
      return typeof estimate === 'bigint' ? roomy(estimate) : anyGas
    }),
  )
}

/** Returns the gas that each takes after those before it; undefined for one that fails so, and where the node has no simulation. */
async function takenInTurn({ network, calls }: GasInTurn): Promise<readonly (bigint | undefined)[]> {
  const asked = calls.map(({ from, to, value = 0n, data }) => ({
    from,
    to,
    value: numberToHex(value),
    ...(data === undefined ? {} : { data }),
  }))
  const answer = await nodeOf(network, { retryCount: 0 })
    .request({ method: 'eth_simulateV1', params: [{ blockStateCalls: [{ calls: asked }] }, 'latest'] })
    // Many nodes have no such method.
    .catch(() => undefined)
  const { success, output } = v.safeParse(Blocks, answer)
  if (!success) return []
  return output[0].calls.map(({ status, gasUsed }) => (status === '0x1' ? gasUsed : undefined))
}
