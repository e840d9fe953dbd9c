import { displayUsd, usdValue } from '../chain/display.js'
import type { TokenBalance } from '../connector/family.js'
import type { WalletRequest, WordsNetwork, WordsRequest } from '../connector/words.js'
import type { FoyerContext } from '../context.js'
import type { Network } from '../networks/network.js'
import { rpcUrlsFor } from '../networks/networkUrls.js'

/** A wallet's request with what the kit knows around it. */
export function wordsRequest({
  context: { store, clock, options, adapterHost },
  request,
  network,
  tokens,
  paid,
}: {
  readonly context: Pick<FoyerContext, 'store' | 'clock' | 'options' | 'adapterHost'>
  readonly request: WalletRequest
  readonly network: Network
  /** What the account holds: they are known by name. */
  readonly tokens: readonly TokenBalance[]
  /** Whom the account has paid before. */
  readonly paid: readonly string[]
}): WordsRequest {
  const price = priceOf(tokens)
  const known = tokens.flatMap(({ address, symbol, decimals }) =>
    address === undefined ? [] : [{ address, symbol, decimals }],
  )
  const described = (each: Network): WordsNetwork => {
    const { caipNetworkId: chainId, name, nativeCurrency } = each
    const { symbol, decimals } = nativeCurrency
    const [rpcUrl = ''] = rpcUrlsFor({ network: each, ...adapterHost.rpc })
    return { chainId, name, currency: { symbol, decimals }, rpcUrl, tokens: each === network ? known : [] }
  }
  return {
    ...request,
    network: described(network),
    networkOf(chainId) {
      const other = store.getState().networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
      return other && described(other)
    },
    peerUrl: globalThis.location?.origin ?? '',
    now: BigInt(Math.floor(clock.now() / 1_000)),
    outside: {
      paid,
      worthOf(value) {
        const worth = usdValue({ amount: { value, decimals: network.nativeCurrency.decimals }, price })
        return worth && displayUsd({ amount: worth, locale: options.locale.tag })
      },
    },
  }
}

/** US dollars for one whole coin of the network; on the wire a price of 0 says that none is known. */
export const priceOf = (tokens: readonly TokenBalance[]): number | undefined =>
  tokens.find(({ address }) => address === undefined)?.price || undefined
