import type { PaymentRequest, WantedPayment } from '@foyer/core'
import { formatAmount, InvalidAmountError, parseAmount } from '@foyer/core/chain'
import { networkOfForm } from '../addresses/networks.js'
import { isOnNetwork, readAddress } from '../addresses/readAddress.js'
import { mostSats } from '../addresses/sats.js'

const decimals = 8

/**
 * A payment that a wallet reads from a code: bech32 and the scheme in capitals, which make a code of fewer squares.
 *
 * @returns undefined for another asset than the coin, an address of another network, and more than there is
 * @see BIP-21, BIP-173
 * @example paymentUri({ address, network, asset: { type: 'coin' }, amount: 1_000n }) // 'BITCOIN:BC1Q…?amount=0.00001'
 */
export function paymentUri({ address, network, asset, amount }: WantedPayment): string | undefined {
  const read = readAddress(address)
  if (!read || !isOnNetwork(read, network.caipNetworkId) || asset.type !== 'coin') return undefined
  if (amount !== undefined && (amount <= 0n || amount > mostSats)) return undefined
  const isOld = read.type === 'p2pkh' || read.type === 'p2sh'
  const link = isOld ? `bitcoin:${read.address}` : `BITCOIN:${read.address.toUpperCase()}`
  return amount === undefined ? link : `${link}?amount=${formatAmount({ value: amount, decimals })}`
}

/**
 * Reads what a payment link asks for (BIP-21). One that wants something the kit doesn't know (`req-…`) is none.
 *
 * @example parsePaymentLink('bitcoin:bc1q…?amount=0.001&label=Coffee')
 */
export function parsePaymentLink(text: string): PaymentRequest | undefined {
  const match = /^bitcoin:([^?#]+)(?:\?([^#]*))?$/i.exec(text)
  if (!match || text.length > 2048) return undefined
  const [, address = '', query = ''] = match
  const read = readAddress(address)
  const values = [...new URLSearchParams(query)]
  if (!read || values.some(([name]) => /^req-/i.test(name))) return undefined
  const written = values.filter(([name]) => name.toLowerCase() === 'amount')
  const amount = written.length === 0 ? undefined : satsIn(written.map(([, value]) => value))
  if (amount === null) return undefined
  // Test networks can't be distinguished by their addresses.
  const networkId = read.form === 'test' ? undefined : networkOfForm(read.form)
  return { to: read.address, networkId, asset: { type: 'coin' }, amount }
}

/** A decimal number of bitcoin, once. @returns null for what is none */
function satsIn([text = '', ...others]: readonly string[]): bigint | null {
  if (others.length > 0 || !/^\d{1,8}(\.\d{1,8})?$/.test(text)) return null
  try {
    const { value } = parseAmount({ text, decimals })
    return value > 0n && value <= mostSats ? value : null
  } catch (error) {
    if (error instanceof InvalidAmountError) return null
    throw error
  }
}
