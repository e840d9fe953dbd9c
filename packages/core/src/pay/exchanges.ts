import type { Api } from '../api/createApi.js'
import { formatAccountId } from '../chain/caip.js'
import { contextOf, type FoyerContext } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import { PayError, type PayErrorCode } from '../errors/pay.js'
import type { Foyer } from '../foyer.js'
import { isWebAddress } from '../links/walletLink.js'
import type { PayExchangesResult, PayStatusResult, PayUrlResult } from '../wire/payments.js'
import { checkPayRequest, type PayAsset, type PayRequest, payAssetId } from './payAsset.js'

export interface AvailableExchangesParameters {
  /** From 0. */
  readonly page?: number | undefined
  /** Only those that pay with it; all unless said. */
  readonly asset?: Pick<PayAsset, 'networkId' | 'asset'> | undefined
  /** Decimal, in whole units of the asset. */
  readonly amount?: string | undefined
  /** Only these, by id. */
  readonly include?: readonly string[] | undefined
  /** All but these, by id. */
  readonly exclude?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * The exchanges that a visitor can pay from; none where the host named no server.
 *
 * @throws PayError `pay_no_exchanges` · `pay_wrong_family` · `pay_invalid_asset` · AbortedError
 * @example
 * const { exchanges } = await availableExchanges(foyer, { asset: baseUSDC, amount: '12.5' })
 */
export async function availableExchanges(
  foyer: Foyer,
  { page = 0, asset, amount, include, exclude, signal }: AvailableExchangesParameters = {},
): Promise<PayExchangesResult> {
  const context = contextOf(foyer)
  if (!context.api) return { exchanges: [], total: 0 }
  const assetId = asset && payAssetId(asset)
  return asked({
    code: 'pay_no_exchanges',
    context,
    ask: ({ payExchanges }, server) =>
      payExchanges(server, { page, asset: assetId, amount, includeOnly: include, exclude, signal }),
  })
}

export interface PayUrlParameters extends Pick<PayRequest, 'asset' | 'recipient' | 'amount'> {
  readonly exchangeId: string
  readonly signal?: AbortSignal | undefined
}

/**
 * The page of an exchange where the visitor pays, and the session by which {@link exchangeBuyStatus} follows the payment.
 *
 * @throws PayError `pay_asset_not_supported` · `pay_no_url`, and what the request itself is refused for · AbortedError
 * @example
 * const { url, sessionId } = await payUrl(foyer, { exchangeId, asset: baseUSDC, amount: '12.5', recipient })
 */
export async function payUrl(
  foyer: Foyer,
  { exchangeId, signal, ...request }: PayUrlParameters,
): Promise<PayUrlResult> {
  const { assetId, asset, recipient, amount } = checkPayRequest(request)
  const account = formatAccountId({ networkId: asset.networkId, address: recipient })
  const code = 'pay_no_url'
  const result = await asked({
    code,
    context: contextOf(foyer),
    ask: (calls, server) => calls.payUrl(server, { exchangeId, asset: assetId, amount, recipient: account, signal }),
  })
  // The visitor is sent there: nothing but a page of the web [F29].
  if (!isWebAddress(result.url)) throw new PayError({ code, why: 'the server’s answer is no web address.' })
  return result
}

export interface ExchangeBuyStatusParameters {
  readonly exchangeId: string
  readonly sessionId: string
  readonly signal?: AbortSignal | undefined
}

/**
 * How far a payment from an exchange is. The operator's server says SUCCESS only for one that the network shows.
 *
 * @throws PayError `pay_no_status` · AbortedError
 * @example
 * const { status, txHash } = await exchangeBuyStatus(foyer, { exchangeId, sessionId })
 */
export async function exchangeBuyStatus(
  foyer: Foyer,
  parameters: ExchangeBuyStatusParameters,
): Promise<PayStatusResult> {
  return asked({
    code: 'pay_no_status',
    context: contextOf(foyer),
    ask: ({ payStatus }, server) => payStatus(server, parameters),
  })
}

type Calls = Awaited<ReturnType<FoyerContext['queries']>>

async function asked<Answer>({
  code,
  context: { api, queries },
  ask,
}: {
  readonly code: PayErrorCode
  readonly context: Pick<FoyerContext, 'api' | 'queries'>
  readonly ask: (calls: Calls, server: Api) => Promise<Answer>
}): Promise<Answer> {
  if (!api) throw new PayError({ code, why: 'the host named no server: set `api`.' })
  try {
    const [calls, server] = await Promise.all([queries(), api()])
    return await ask(calls, server)
  } catch (cause) {
    if (cause instanceof AbortedError) throw cause
    const isUnsupported = cause instanceof Error && cause.message.includes('is not supported')
    throw new PayError({ code: isUnsupported ? 'pay_asset_not_supported' : code, cause })
  }
}
