import type { WantedPayment } from '@foyer/core'
import { mostUint256 } from './abi.js'
import { parseAddress } from './transfers.js'

/**
 * A payment that a wallet reads from a code.
 *
 * @returns undefined for what the standard can't say: an NFT, or an amount that no contract could hold
 * @see https://eips.ethereum.org/EIPS/eip-681
 * @example paymentUri({ address, network, asset: { type: 'coin' }, amount: 1n }) // 'ethereum:0xd8dA…@1?value=1'
 */
export function paymentUri({ address, network, asset, amount }: WantedPayment): string | undefined {
  const receiver = parseAddress(address)
  if (!receiver || (amount !== undefined && (amount < 0n || amount > mostUint256))) return undefined
  const { id } = network
  if (asset.type === 'coin') return `ethereum:${receiver}@${id}${amount === undefined ? '' : `?value=${amount}`}`
  const token = asset.type === 'token' ? parseAddress(asset.address) : undefined
  if (!token) return undefined
  return `ethereum:${token}@${id}/transfer?address=${receiver}${amount === undefined ? '' : `&uint256=${amount}`}`
}
