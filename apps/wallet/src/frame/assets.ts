import { parseAmount } from '@foyer/core/chain'
import { replyOf } from '@foyer/core/reply'
import { requestOf } from '@foyer/core/request'
import { type Balance, balanceCall, type Output } from '@foyer/core/wire'
import type { WalletNetwork } from '@foyer/core/words'
import type { RpcRequest } from '@foyer/embedded/protocol'
import * as v from 'valibot'
import { WalletError } from '../errors.js'
import { RpcFailure } from './answering.js'
import { askNode, type RpcParameters } from './rpc.js'

const Hex = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]+$/))
const Chain = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{1,13}$/),
  v.transform((chain) => `eip155:${BigInt(chain)}`),
)
const Asked = v.union([v.string(), v.object({ address: v.string() })])

/** `[{account, assetFilter?, assetTypeFilter?, chainFilter?}]` (ERC-7811). */
const AssetsParams = v.pipe(
  v.looseTuple([
    v.object({
      account: Hex,
      assetFilter: v.optional(v.record(v.string(), v.array(Asked))),
      assetTypeFilter: v.optional(v.array(v.string())),
      chainFilter: v.optional(v.array(Chain)),
    }),
  ]),
  v.transform(([asked]) => asked),
)
type AskedAssets = Output<typeof AssetsParams>

/** An asset as it is answered [S3.13]. */
interface Asset {
  readonly address: string
  readonly balance: string
  readonly type: 'NATIVE' | 'ERC20'
  readonly metadata: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
    /** In US dollars; 0 where none is known. */
    readonly price: number
    readonly iconUrl: string
    readonly value?: number | undefined
  }
}

type Reading = Pick<RpcParameters, 'networks' | 'addressOn' | 'fetch'>

/** More tokens than these of a network aren't asked about. */
const mostTokens = 100

/** `wallet_getAssets`: the coin and the tokens that are known, by the chain itself; more of them, prices and pictures by the operator's server, where the page's host has one. */
export async function readAssets(
  parameters: Reading & { readonly request: RpcRequest },
): Promise<Readonly<Record<string, readonly Asset[]>>> {
  const { success, output: asked } = v.safeParse(AssetsParams, parameters.request.params)
  if (!success) throw new RpcFailure({ code: -32_602, message: 'The parameters don’t fit the method.' })
  if (asked.account.toLowerCase() !== parameters.addressOn('eip155').toLowerCase())
    throw new RpcFailure({ code: 4100, message: 'The account isn’t one of this session.' })
  const filtered = asked.assetFilter && Object.keys(asked.assetFilter).map(chainOf)
  const wanted = asked.chainFilter ?? filtered
  const networks = parameters.networks.filter(
    ({ chainId }) => chainId.startsWith('eip155:') && (wanted?.includes(chainId) ?? true),
  )
  const all = networks.map(
    async (network) => [hexOf(network.chainId), await assetsOn(parameters, network, asked)] as const,
  )
  return Object.fromEntries(await Promise.all(all))
}

const chainOf = (hex: string): string => (v.is(Chain, hex) ? v.parse(Chain, hex) : hex)
const hexOf = (chainId: string): string => `0x${BigInt(chainId.slice('eip155:'.length)).toString(16)}`

interface Known {
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly of: Balance | undefined
}

async function assetsOn(
  parameters: Reading,
  network: WalletNetwork,
  { account, assetFilter, assetTypeFilter }: AskedAssets,
): Promise<readonly Asset[]> {
  const server = await balancesOn(parameters, network, account)
  const of = (address: string | undefined) =>
    server?.find((each) => each.address?.split(':')[2]?.toLowerCase() === address?.toLowerCase())
  const { symbol, decimals } = network.currency
  const coin: Known = { address: 'native', name: of(undefined)?.name ?? symbol, symbol, decimals, of: of(undefined) }
  const listed = network.tokens.map(
    (token): Known => ({ ...token, name: token.name ?? token.symbol, of: of(token.address) }),
  )
  const beside = (server ?? []).flatMap((each): Known[] => {
    const [, , address = ''] = each.address?.split(':') ?? []
    const isListed = listed.some((token) => token.address.toLowerCase() === address.toLowerCase())
    if (!/^0x[0-9a-fA-F]{40}$/.test(address) || isListed) return []
    return [{ address, name: each.name, symbol: each.symbol, decimals: Number(each.quantity.decimals), of: each }]
  })
  const entry = Object.entries(assetFilter ?? {}).find(([chain]) => chainOf(chain) === network.chainId)
  const asked = entry?.[1].map((each) => (typeof each === 'string' ? each : each.address).toLowerCase())
  const isAsked = ({ address }: Known) =>
    (asked?.includes(address.toLowerCase()) ?? true) &&
    (assetTypeFilter?.includes(address === 'native' ? 'NATIVE' : 'ERC20') ?? true)
  const known = [coin, ...[...listed, ...beside].slice(0, mostTokens)].filter(isAsked)
  const assets = await Promise.all(known.map((each) => assetOf({ parameters, network, account, known: each })))
  // Of a token there is something, or it was asked for by name.
  return assets.filter(({ address, balance }) => address === 'native' || asked !== undefined || BigInt(balance) > 0n)
}

/** Reads the asset's balance of the chain, else of the operator's server. @throws WalletError where neither says */
async function assetOf({
  parameters,
  network,
  account,
  known: { address, name, symbol, decimals, of },
}: {
  readonly parameters: Reading
  readonly network: WalletNetwork
  readonly account: string
  readonly known: Known
}): Promise<Asset> {
  const isCoin = address === 'native'
  const data = `0x70a08231${account.slice(2).toLowerCase().padStart(64, '0')}`
  const request = isCoin
    ? { method: 'eth_getBalance', params: [account, 'latest'] }
    : { method: 'eth_call', params: [{ to: address, data }, 'latest'] }
  const said = await askNode({ ...parameters, chainId: () => network.chainId, request }).catch((error: unknown) => {
    if (!of) throw error
    return undefined
  })
  const balance = amountIn(said) ?? (of && parseAmount({ text: of.quantity.numeric, decimals }).value)
  if (balance === undefined) throw new WalletError({ sentence: 'error.node', rpcCode: -32_603 })
  return {
    ...{ address, balance: `0x${balance.toString(16)}`, type: isCoin ? 'NATIVE' : 'ERC20' },
    metadata: {
      ...{ name, symbol, decimals, price: of?.price ?? 0, iconUrl: of?.iconUrl ?? '' },
      ...(of?.value === undefined ? {} : { value: of.value }),
    },
  }
}

/** A number as a node or a contract says it. */
const amountIn = (said: unknown): bigint | undefined =>
  v.is(Hex, said) && said.length <= 66 ? BigInt(said) : undefined

/** Reads the balances of the operator's server; undefined where the page's host has none, or it doesn't answer. */
async function balancesOn(
  { fetch }: Pick<Reading, 'fetch'>,
  { chainId, rpcUrl }: WalletNetwork,
  address: string,
): Promise<readonly Balance[] | undefined> {
  const { origin, searchParams } = new URL(rpcUrl)
  const { url, ...init } = requestOf(balanceCall, {
    params: { address },
    query: { currency: 'usd', chainId },
    project: { projectId: searchParams.get('projectId') ?? '' },
  })
  try {
    const signal = AbortSignal.timeout(serverMs)
    const answer = await fetch(new URL(url, origin), { ...init, credentials: 'omit', signal })
    const { success, output } = replyOf(balanceCall, await answer.text())
    return success ? output.balances.filter((each) => each.chainId === chainId) : undefined
  } catch {
    return undefined // the chain says what there is, without prices
  }
}

/** Prices and pictures are waited for so long, in milliseconds. */
const serverMs = 5_000
