import type { NetworkId, TokenBalance } from '@foyer/core'
import { type Hex, isHex } from '@foyer/core/chain'
import { WalletAnswerError } from '@foyer/core/errors'
import * as v from 'valibot'
import { hexIdOf, isUnsupported, requestWallet } from '../connection/walletRequest.js'
import { cleanText } from './abi.js'
import { saidCapabilities } from './capabilities.js'
import type { WalletAction } from './sign.js'
import { parseAddress } from './transfers.js'

/** The capability of a wallet that lists what its account holds. */
const Discovery = v.object({ supported: v.literal(true) })

const Text = v.pipe(v.string(), v.transform(cleanText))

/** An asset as the wallet lists it [S3.13]. */
const WalletAsset = v.object({
  address: v.string(),
  balance: v.pipe(
    v.custom<Hex>((value) => isHex(value) && value.length > 2 && value.length <= 66),
    v.transform((hex) => BigInt(hex)),
  ),
  type: v.picklist(['ERC20', 'NATIVE']),
  metadata: v.object({
    symbol: Text,
    name: Text,
    decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
    price: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0))),
    iconUrl: v.optional(v.string()),
  }),
})

const AssetsByChain = v.record(v.string(), v.array(WalletAsset))

/**
 * Reads the account's balances on the wallet's network, by `wallet_getAssets` (ERC-7811), the network's own coin too.
 * Only a wallet whose capabilities carry `assetDiscovery` is asked, and one in a session only where that grants the
 * method.
 *
 * @returns undefined where the wallet lists nothing, or its answer can't be read
 */
export async function walletAssets(action: WalletAction): Promise<readonly TokenBalance[] | undefined> {
  const {
    wallet: { provider, account, networkId, channel },
    clock,
    signal,
  } = action
  if (channel && !channel.takes({ networkId, method: 'wallet_getAssets' })) return undefined
  try {
    const said = await saidCapabilities(action)
    if (!v.safeParse(Discovery, said?.[networkId]?.all.assetDiscovery).success) return undefined
    return await requestWallet({
      provider,
      signal,
      method: 'wallet_getAssets',
      params: [{ account: account.address, chainFilter: [hexIdOf(networkId)] }],
      parse: (answer) => parseWalletAssets({ answer, networkId }),
      expected: 'assets by chain id',
      clock,
    })
  } catch (error) {
    if (isUnsupported(error) || error instanceof WalletAnswerError) return undefined
    throw error
  }
}

/** Reads the assets of one chain; one that can't be read spoils them all, as a list that lacks something would be believed. */
export function parseWalletAssets({
  answer,
  networkId,
}: {
  readonly answer: unknown
  readonly networkId: NetworkId
}): readonly TokenBalance[] | undefined {
  const { success, output } = v.safeParse(AssetsByChain, answer)
  const assets = success ? output[hexIdOf(networkId)] : undefined
  const read = assets?.map(({ address, balance: value, type, metadata }): TokenBalance | undefined => {
    if (type === 'NATIVE') return { ...metadata, value }
    const contract = parseAddress(address)
    return contract && { ...metadata, address: contract, value }
  })
  const known = read?.flatMap((asset) => asset ?? [])
  return known?.length === read?.length ? known : undefined
}
