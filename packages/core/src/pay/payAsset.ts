import type { ReviewedRequest } from '../actions/send.js'
import { type Amount, parseAmount } from '../chain/amount.js'
import { type AssetId, formatFungible, UnsupportedAssetFamilyError } from '../chain/asset.js'
import { type Family, isFamily, type NetworkId } from '../chain/ids.js'
import { isNetworkId } from '../chain/wellWritten.js'
import { isAddress } from '../chain/writtenAddress.js'
import type { Asset, Transfer } from '../connector/family.js'
import { PayError } from '../errors/feature.js'

/** An asset to pay with: a network's own coin, or a token. */
export interface PayAsset {
  /** CAIP-2 */
  readonly networkId: NetworkId
  /** `native` for the network's own coin, else the token's address. */
  readonly asset: string
  readonly metadata: { readonly name: string; readonly symbol: string; readonly decimals: number }
}

/** Ether on Base. */
export const baseETH: PayAsset = {
  networkId: 'eip155:8453',
  asset: 'native',
  metadata: { name: 'Ethereum', symbol: 'ETH', decimals: 18 },
}

/** USD Coin on Base. */
export const baseUSDC: PayAsset = {
  networkId: 'eip155:8453',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  metadata: { name: 'USD Coin', symbol: 'USDC', decimals: 6 },
}

/** Ether on the test network of Base. */
export const baseSepoliaETH: PayAsset = {
  networkId: 'eip155:84532',
  asset: 'native',
  metadata: { name: 'Ethereum', symbol: 'ETH', decimals: 18 },
}

/** The token's address; null for the network's own coin. */
const tokenOf = ({ asset }: Pick<PayAsset, 'asset'>): string | null => (asset === 'native' ? null : asset)

/**
 * An asset's CAIP-19 id.
 *
 * @throws PayError `pay_wrong_family` for a family whose assets have no such id · `pay_invalid_asset`
 * @example payAssetId(baseUSDC) // 'eip155:8453/erc20:0x8335…'
 */
export function payAssetId(asset: Pick<PayAsset, 'networkId' | 'asset'>): AssetId {
  try {
    return formatFungible({ networkId: asset.networkId, token: tokenOf(asset) })
  } catch (cause) {
    if (cause instanceof UnsupportedAssetFamilyError) throw new PayError({ code: 'pay_wrong_family', cause })
    throw new PayError({ code: 'pay_invalid_asset', cause })
  }
}

/** As a family's actions take it. */
export function assetOf(asset: PayAsset): Asset {
  const token = tokenOf(asset)
  return token === null ? { type: 'coin' } : { type: 'token', address: token }
}

export interface PayRequest {
  readonly asset: PayAsset
  /** A plain address of the asset's family. */
  readonly recipient: string
  /** Decimal, in whole units of the asset: `12.5`. Never more digits than the asset has. */
  readonly amount: string
  /** Whether an exchange's page is opened in a tab of its own; true unless said. */
  readonly openInNewTab?: boolean | undefined
  /** The only exchanges to be offered, by id; all unless said. */
  readonly includeExchanges?: readonly string[] | undefined
  /** Exchanges that aren't offered, by id. */
  readonly excludeExchanges?: readonly string[] | undefined
}

/** A request that was checked: its amount is exact, in the asset's smallest unit. */
export interface CheckedPayRequest extends PayRequest {
  readonly family: Family
  readonly assetId: AssetId
  readonly exact: Amount
}

/**
 * Checks what a host wants to be paid.
 *
 * @throws PayError `pay_invalid_config` · `pay_wrong_family` · `pay_invalid_asset` · `pay_invalid_recipient` · `pay_invalid_amount`
 */
export function checkPayRequest(request: PayRequest): CheckedPayRequest {
  const { asset, recipient, amount } = request
  const { networkId, metadata } = asset
  const [family = ''] = networkId.split(':')
  if (!isNetworkId(networkId) || !isFamily(family))
    throw new PayError({ code: 'pay_invalid_config', why: 'the network is no CAIP-2 id.' })
  const assetId = payAssetId(asset)
  if (!isAddress({ family, address: recipient }))
    throw new PayError({ code: 'pay_invalid_recipient', facts: { family } })
  const exact = exactAmount({ text: amount, decimals: metadata.decimals })
  return { ...request, family, assetId, exact }
}

function exactAmount({ text, decimals }: { readonly text: string; readonly decimals: number }): Amount {
  try {
    const amount = parseAmount({ text, decimals })
    if (amount.value > 0n) return amount
  } catch (cause) {
    throw new PayError({ code: 'pay_invalid_amount', cause })
  }
  throw new PayError({ code: 'pay_invalid_amount', why: 'it must be more than nothing.' })
}

/** Returns the transfer that a wallet is asked for where it pays. */
export const paidTransfer = ({ asset, recipient, exact }: CheckedPayRequest): Transfer => ({
  ...{ to: recipient, asset: assetOf(asset), amount: exact.value },
})

/** The request to the wallet that pays: shown in words, estimated, and asked for. */
export const requestToPay = (
  paid: CheckedPayRequest,
  wallet: Pick<ReviewedRequest, 'address' | 'connectorId'>,
): ReviewedRequest => ({
  asked: { transfer: paidTransfer(paid) },
  networkId: paid.asset.networkId,
  ...wallet,
})
