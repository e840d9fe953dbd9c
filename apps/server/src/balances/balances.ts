import { formatAccountId, formatAmount, isAddress } from '@foyer/core/chain'
import type { Balance } from '@foyer/core/wire'
import type { TokenConfig } from '../chains/chain.js'
import type { Chain, Chains } from '../chains/chains.js'
import { contractCall, readQuantity, readWords } from '../chains/contractCall.js'
import { UpstreamError } from '../chains/UpstreamError.js'
import { ChainUnavailableError, InvalidInputError } from '../errors/refusals.js'
import { type Prices, priceDecimals, uniswapV2Prices } from '../prices/uniswapV2.js'

export interface Balances {
  /**
   * Reads what an account holds, from the network itself at the time of asking.
   * @param request.chainId - CAIP-2; without it, every network that has such addresses
   * @returns each network's own coin, then the configured tokens that the account has some of
   * @throws {@link InvalidInputError} · UnknownChainError · {@link ChainUnavailableError} when one of the networks
   * doesn't answer: a list that silently lacks a network would look like an empty account
   * @see S7.13
   */
  of(request: { address: string; chainId?: string | undefined; signal: AbortSignal }): Promise<readonly Balance[]>
}

export function createBalances({ chains }: { chains: Chains }): Balances {
  return {
    async of({ address, chainId, signal }) {
      const asked = chainId === undefined ? chains.all.filter(isEvm) : [chains.get(chainId)]
      if (!asked.every(isEvm)) throw new InvalidInputError({ reasons: [onlyEvm] })
      if (!isAddress({ family: 'eip155', address })) throw new InvalidInputError({ reasons: [noAddress] })
      const account = address.startsWith('0x') ? address : `0x${address}`
      const lists = await Promise.all(asked.map((chain) => onChain({ chain, account, signal })))
      return lists.flat()
    },
  }
}

const onlyEvm = { name: 'chainId', description: 'Balances are read of eip155 networks only.' }
const noAddress = { name: 'address', description: "Isn't an address of 40 hex digits." }
const isEvm = ({ id }: Chain) => id.startsWith('eip155:')

interface OnChain {
  chain: Chain
  account: string
  signal: AbortSignal
}

async function onChain({ chain, account, signal }: OnChain): Promise<readonly Balance[]> {
  try {
    const [held, prices] = await Promise.all([readHoldings({ chain, account, signal }), readPrices({ chain, signal })])
    return held.map((holding) => toBalance({ chain, holding, prices }))
  } catch (cause) {
    if (cause instanceof UpstreamError) throw new ChainUnavailableError({ chainId: chain.id, cause })
    throw cause
  }
}

/** An amount of a token, or of the network's own coin. */
interface Holding {
  readonly token: TokenConfig | null
  readonly amount: bigint
}

const balanceOf = '0x70a08231' // balanceOf(address)

async function readHoldings({ chain, account, signal }: OnChain): Promise<readonly Holding[]> {
  const calls = [
    { method: 'eth_getBalance', params: [account, 'latest'] },
    ...chain.tokens.map(({ address }) => contractCall({ to: address, selector: balanceOf, addresses: [account] })),
  ]
  const [native, ...ofTokens] = await chain.request({ calls, signal })
  const amount = readQuantity(native)
  if (amount === null) {
    throw new ChainUnavailableError({ chainId: chain.id, cause: new Error('The node gave no native balance.') })
  }
  // A token that can't be read, such as one that isn't deployed there, is none that the account has.
  const tokens = chain.tokens.map((token, index) => {
    const [held = 0n] = readWords({ outcome: ofTokens[index], count: 1 }) ?? []
    return { token, amount: held }
  })
  return [{ token: null, amount }, ...tokens.filter((holding) => holding.amount > 0n)]
}

async function readPrices({ chain, signal }: { chain: Chain; signal: AbortSignal }): Promise<Prices> {
  const { uniswapV2: market, tokens } = chain
  return market === undefined ? new Map() : uniswapV2Prices({ chain, market, tokens, signal })
}

function toBalance({ chain, holding, prices }: { chain: Chain; holding: Holding; prices: Prices }): Balance {
  const { token, amount } = holding
  const { name, symbol, decimals } = token ?? chain.nativeCurrency
  const pricedAs = token?.address ?? chain.uniswapV2?.weth
  const price = pricedAs === undefined ? undefined : prices.get(pricedAs.toLowerCase())
  return {
    name,
    symbol,
    chainId: chain.id,
    ...(token !== null && { address: formatAccountId({ networkId: chain.id, address: token.address }) }),
    ...worth({ amount, decimals, price }),
    quantity: { decimals: String(decimals), numeric: formatAmount({ value: amount, decimals }) },
    iconUrl: token?.iconUrl ?? chain.iconUrl,
  }
}

/**
 * The wire has numbers here, so this is where exact amounts end: for showing, never for sending. A price that isn't known
 * can't be left out there, so it is 0 and there is no `value`; a known price always comes with a `value`.
 */
function worth({ amount, decimals, price }: { amount: bigint; decimals: number; price: bigint | undefined }) {
  if (price === undefined) return { price: 0 }
  const value = (amount * price) / 10n ** BigInt(decimals)
  const toNumber = (exact: bigint) => Number(formatAmount({ value: exact, decimals: priceDecimals }))
  return { price: toNumber(price), value: toNumber(value) }
}
