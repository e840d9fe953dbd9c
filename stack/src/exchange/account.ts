import { type Address, createClient, erc20Abi, http } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import type { MarketChain } from '../startChains.js'

/** What the exchange has. */
export interface ExchangeAccount {
  /** @returns in the smallest unit */
  balance(request: { chainId: number; token: Address | null }): Promise<bigint>
}

export interface OpenAccountParameters {
  address: Address
  chains: readonly Pick<MarketChain, 'id' | 'url'>[]
}

export function openAccount({ address, chains }: OpenAccountParameters): ExchangeAccount {
  return {
    async balance({ chainId, token }) {
      const url = chains.find(({ id }) => id === chainId)?.url
      if (url === undefined) return 0n
      const client = createClient({ transport: http(url, { retryCount: 0, timeout: 5_000 }) })
      if (token === null) return getBalance(client, { address })
      return readContract(client, { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
    },
  }
}
