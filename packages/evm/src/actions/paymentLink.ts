import type { Asset, PaymentRequest, WantedPayment } from '@foyer/core'
import { expandExponent, InvalidAmountError, isNetworkId } from '@foyer/core/chain'
import { mostUint256 } from './abi.js'
import { parseAddress } from './transfers.js'

/**
 * Reads what a payment link asks for (ERC-681): a payment in the network's coin, or the transfer of a token. Any other call isn't one that a form can
 * show, so it is none.
 *
 * @example parsePaymentLink('ethereum:0xd8dA…96045@8453?value=2.5e17')
 */
export function parsePaymentLink(text: string): PaymentRequest | undefined {
  const match = /^ethereum:(?:pay-)?(0x[0-9a-f]{40})(?:@(\d{1,16}))?(?:\/(\w+))?(?:\?(.*))?$/i.exec(text)
  if (!match || text.length > 2_048) return undefined
  const [, target = '', chain, call, query = ''] = match
  const values = new URLSearchParams(query)
  const networkId = chain === undefined ? undefined : `eip155:${BigInt(chain)}`
  if (networkId !== undefined && !isNetworkId(networkId)) return undefined
  if (call !== undefined && call !== 'transfer') return undefined
  const address = parseAddress(target)
  const asset: Asset | undefined = call === undefined ? { type: 'coin' } : address && { type: 'token', address }
  const to = call === undefined ? address : parseAddress(values.get('address') ?? '')
  if (!asset || !to) return undefined
  const written = values.get(call === undefined ? 'value' : 'uint256')
  const amount = written === null ? undefined : parseUnits(written)
  return amount === null ? undefined : { to, asset, networkId, amount }
}

/** A whole number, also with an exponent, as links have it. @returns null for what is none, or more than a contract holds */
function parseUnits(text: string): bigint | null {
  try {
    const digits = expandExponent(text)
    const value = /^\d+$/.test(digits) ? BigInt(digits) : undefined
    return value === undefined || value > mostUint256 ? null : value
  } catch (error) {
    if (error instanceof InvalidAmountError) return null
    throw error
  }
}

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
