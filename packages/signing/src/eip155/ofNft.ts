import type { WalletNetwork } from '@foyer/core/words'
import { type Address, concat, getAddress, type Hex, size, slice, toHex } from 'viem'
import { call } from '../contracts/nodeReads.js'

// Calls by their selectors, of one id.
const selectors = { owner: '0x6352211e', approved: '0x081812fc' } as const

/** Reads the owner of an NFT, and who may take it alone; undefined where its contract doesn't say. */
export async function readOfNft(
  network: WalletNetwork,
  { token, id, what }: { readonly token: Address; readonly id: bigint; readonly what: keyof typeof selectors },
): Promise<Address | undefined> {
  const answer: Hex | undefined = await call(network, token, concat([selectors[what], toHex(id, { size: 32 })]))
  return answer !== undefined && size(answer) === 32 ? getAddress(slice(answer, 12)) : undefined
}
