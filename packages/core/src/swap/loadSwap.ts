import type { Api } from '../api/project.js'
import { gasPrices, swapTokens } from '../api/swaps.js'
import { parseAccountId } from '../chain/caip.js'
import { usdPrice } from '../chain/display.js'
import { familyTraits } from '../chain/families.js'
import type { AccountId, NetworkId } from '../chain/ids.js'
import { isAccountId } from '../chain/wellWritten.js'
import type { TokenBalance } from '../connector/family.js'
import type { FoyerContext } from '../context.js'
import { SwapNotSupportedError } from '../errors/feature.js'
import type { Network } from '../networks/network.js'
import { type SwapQuote, type SwapToken, swapNetworks } from '../wire/swap.js'
import type { Quote, SwapAccount, SwapAsset } from './swapFigures.js'

/** The sources of a swap: the server, the account, and how its family compares addresses. */
export interface SwapReader {
  readonly context: FoyerContext
  readonly api: Api
  readonly account: SwapAccount
  readonly network: Network
  readonly isSame: (one: string, other: string) => boolean
  /** Tokens that a swap of this page changed, whose balances must be fresh. */
  readonly changed: readonly AccountId[]
  readonly signal: AbortSignal
}

/** The tokens that can be swapped on the network, with what the account holds of them; none where nothing is swapped [S7.7]. */
export async function loadTokens(reader: SwapReader): Promise<readonly SwapAsset[]> {
  const { api, account, network, signal } = reader
  const [{ tokens }, held] = await Promise.all([
    swapTokens(api, { networkId: account.networkId, signal }),
    readBalances(reader),
  ])
  return withBalances({ tokens: tokens.flatMap((token) => assetOf({ token, network })), held, isSame: reader.isSame })
}

/** The same tokens with today's balances and prices; the chosen ones are priced by name, as the account may hold none of them. */
export async function refreshTokens(
  reader: SwapReader,
  { tokens, priced }: { readonly tokens: readonly SwapAsset[]; readonly priced: readonly AccountId[] },
): Promise<readonly SwapAsset[]> {
  const [held, found] = await Promise.all([readBalances(reader), readPrices(reader, { tokens, priced })])
  return withPrices(withBalances({ tokens, held, isSame: reader.isSame }), found)
}

/** The prices of the chosen tokens [S7.8]. */
export async function priceTokens(
  reader: SwapReader,
  { tokens, priced }: { readonly tokens: readonly SwapAsset[]; readonly priced: readonly AccountId[] },
): Promise<(tokens: readonly SwapAsset[]) => readonly SwapAsset[]> {
  const found = await readPrices(reader, { tokens, priced })
  return (now) => withPrices(now, found)
}

/** Reads the price of a unit of gas; undefined where the server can't say [S7.10 S8.15]. */
export async function loadGasPrice({ api, account, signal, context }: SwapReader): Promise<bigint | undefined> {
  try {
    return (await gasPrices(api, { networkId: account.networkId, signal })).fast
  } catch (error) {
    // The swap goes on without: the wallet says what the fee is.
    if (!signal.aborted && !(error instanceof SwapNotSupportedError)) context.report(error)
    return undefined
  }
}

/** Which of the kit's networks have swaps, as the server lists them; where it doesn't answer, those of the twelve [S9.15]. */
export async function networksWithSwaps({
  api,
  networks,
  signal,
}: Pick<SwapReader, 'api' | 'signal'> & { readonly networks: readonly Network[] }): Promise<readonly NetworkId[]> {
  const candidates = networks.filter(({ chainNamespace }) =>
    swapNetworks.some((each) => each.startsWith(`${chainNamespace}:`)),
  )
  const found = await Promise.all(
    candidates.map(async ({ caipNetworkId: networkId }): Promise<readonly NetworkId[]> => {
      try {
        const { tokens } = await swapTokens({ ...api, network: () => networkId }, { networkId, signal })
        return tokens.length > 0 ? [networkId] : []
      } catch {
        return swapNetworks.filter((each) => each === networkId) // what the server can't say is as it is by default
      }
    }),
  )
  return found.flat()
}

async function readBalances({
  context,
  account,
  network,
  changed,
  signal,
}: SwapReader): Promise<readonly TokenBalance[]> {
  const { listTokens } = await context.queries()
  const forceUpdate = changed.length > 0 ? changed : undefined
  return listTokens({ context, subject: { address: account.address, network }, forceUpdate, signal })
}

async function readPrices(
  { context, api, signal }: SwapReader,
  { tokens, priced }: { readonly tokens: readonly SwapAsset[]; readonly priced: readonly AccountId[] },
): Promise<ReadonlyMap<AccountId, bigint>> {
  const asked = tokens.filter(({ address }) => priced.includes(address))
  if (asked.length === 0) return new Map()
  const { prices } = await context.queries()
  const { fungibles } = await prices(api, { addresses: asked.map(({ address }) => address), signal })
  return new Map(
    asked.flatMap(({ address }): [AccountId, bigint][] => {
      const price = usdPrice(fungibles.find((each) => each.address === address)?.price)
      return price === undefined || price === 0n ? [] : [[address, price]]
    }),
  )
}

/** A token as the wire has it; one of another network isn't offered. */
function assetOf({ token, network }: { readonly token: SwapToken; readonly network: Network }): SwapAsset[] {
  if (!isAccountId(token.address)) return []
  const { networkId, address } = parseAccountId(token.address)
  if (networkId !== network.caipNetworkId) return []
  const native = familyTraits(network.chainNamespace).nativeToken
  const isNative = address.toLowerCase() === native?.toLowerCase()
  // What the network's own coin has is the network's word, and not the server's.
  const decimals = isNative ? network.nativeCurrency.decimals : token.decimals
  return [
    {
      ...token,
      address: token.address,
      decimals,
      contract: isNative ? undefined : address,
      held: 0n,
      price: undefined,
    },
  ]
}

function withBalances({
  tokens,
  held,
  isSame,
}: {
  readonly tokens: readonly SwapAsset[]
  readonly held: readonly TokenBalance[]
} & Pick<SwapReader, 'isSame'>): readonly SwapAsset[] {
  return tokens.map((token) => {
    const { contract } = token
    const own = held.find(({ address }) =>
      contract === undefined ? address === undefined : address !== undefined && isSame(address, contract),
    )
    // Another unit would make another amount of it.
    const value = own?.decimals === token.decimals ? own.value : 0n
    const price = usdPrice(own?.price)
    return { ...token, held: value, price: price === undefined || price === 0n ? token.price : price }
  })
}

const withPrices = (tokens: readonly SwapAsset[], found: ReadonlyMap<AccountId, bigint>): readonly SwapAsset[] =>
  tokens.map((token) => ({ ...token, price: found.get(token.address) ?? token.price }))

/** A quote of the wire, as the swap keeps it. */
export const quoteOf = ({ toAmount, fee, priceImpactBps, target, spender }: SwapQuote): Quote => ({
  received: BigInt(toAmount),
  feeBps: fee?.bps,
  priceImpactBps,
  target,
  spender,
})
