import type { PaymentRequest, WantedPayment } from '@foyer/core'
import { formatAmount, InvalidAmountError, parseAmount } from '@foyer/core/chain'
import { parseAddress } from '../transaction/address.js'

/** The decimals of SOL. */
const coinDecimals = 9

/**
 * Reads a transfer that a link asks for (Solana Pay). A link gives the amount in whole tokens, which only the mint's decimals make an amount of: that of a
 * token is left to the visitor. One that leads to a server instead (`solana:https://…`) asks to sign what the visitor hasn't seen, and is none.
 *
 * @see https://docs.solanapay.com/spec
 * @example parsePaymentLink('solana:7EqQ…?amount=1.5')?.amount // 1500000000n
 */
export function parsePaymentLink(text: string): PaymentRequest | undefined {
  const match = /^solana:([1-9A-HJ-NP-Za-km-z]{32,44})(?:\?(.*))?$/.exec(text)
  if (!match || text.length > 2_048) return undefined
  const [, recipient = '', query = ''] = match
  const to = parseAddress(recipient)
  if (!to) return undefined
  const values = new URLSearchParams(query)
  const mint = values.get('spl-token')
  const written = values.get('amount')
  if (mint !== null) {
    const address = parseAddress(mint)
    return address && (written === null || decimalForm.test(written))
      ? { to, asset: { type: 'token', address } }
      : undefined
  }
  const amount = written === null ? undefined : lamportsOf(written)
  return amount === null ? undefined : { to, asset: { type: 'coin' }, amount }
}

/** Digits with a leading one before the point, and no exponent. */
const decimalForm = /^\d{1,20}(?:\.\d+)?$/

/** @returns null for what is no amount of SOL */
function lamportsOf(text: string): bigint | null {
  if (!decimalForm.test(text)) return null
  try {
    const { value } = parseAmount({ text, decimals: coinDecimals })
    return value < 2n ** 64n ? value : null
  } catch (error) {
    if (error instanceof InvalidAmountError) return null
    throw error
  }
}

/**
 * A payment that a wallet reads from a code (Solana Pay).
 *
 * @returns undefined for what the standard can't say: an NFT, or an amount of a token whose decimals aren't known
 * @example paymentUri({ address, network, asset: { type: 'coin' }, amount: 1_500_000_000n }) // 'solana:7EqQ…?amount=1.5'
 */
export function paymentUri({ address, asset, amount, decimals }: WantedPayment): string | undefined {
  const receiver = parseAddress(address)
  if (!receiver || asset.type === 'nft' || (amount !== undefined && amount < 0n)) return undefined
  const mint = asset.type === 'token' ? parseAddress(asset.address) : undefined
  if (asset.type === 'token' && !mint) return undefined
  const places = asset.type === 'coin' ? coinDecimals : decimals
  if (amount !== undefined && places === undefined) return undefined
  const parts = [
    ...(amount === undefined || places === undefined
      ? []
      : [`amount=${formatAmount({ value: amount, decimals: places })}`]),
    ...(mint ? [`spl-token=${mint}`] : []),
  ]
  return `solana:${receiver}${parts.length > 0 ? `?${parts.join('&')}` : ''}`
}
