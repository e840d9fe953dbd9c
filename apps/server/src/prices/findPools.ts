import { type Address, decodeAbiParameters, getAddress, type Hex, zeroAddress } from 'viem'
import type { Chain } from '../chains/chains.js'
import { readContracts } from '../contracts/readContracts.js'
import type { Couple } from './market.js'

/** A couple's pool. */
export type Pool = Couple & { readonly pool: Address }

export interface FindPools {
  chain: Chain
  factory: string
  /** what the factory is asked for each couple: a call that gives an address, the zero address for no pool */
  questions: readonly { readonly couple: Couple; readonly data: Hex }[]
  signal: AbortSignal
}

/**
 * Reads a factory's pools in one call; pools that don't exist are left out.
 * @throws UpstreamError when the network doesn't answer
 */
export async function findPools({ chain, factory, questions, signal }: FindPools): Promise<readonly Pool[]> {
  const to = getAddress(factory)
  const reads = questions.map(({ data }) => ({ kind: 'call', to, data }) as const)
  const answers = await readContracts({ chain, reads, signal })
  return questions.flatMap(({ couple }, index) => {
    const answer = answers[index] ?? '0x'
    if (answer.length !== 66) return []
    const [pool] = decodeAbiParameters([{ type: 'address' }], answer)
    return pool === zeroAddress ? [] : [{ ...couple, pool }]
  })
}
