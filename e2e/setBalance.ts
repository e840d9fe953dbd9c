import { createTestClient, http, parseEther } from 'viem'
import type { ChainAddress } from './addresses.js'

/** Gives an account what it holds of a local chain's coin. */
export function setBalance({
  chain,
  address,
  ether,
}: {
  readonly chain: Pick<ChainAddress, 'url'>
  readonly address: `0x${string}`
  readonly ether: string
}): Promise<void> {
  return createTestClient({ mode: 'anvil', transport: http(chain.url) }).setBalance({
    address,
    value: parseEther(ether),
  })
}
