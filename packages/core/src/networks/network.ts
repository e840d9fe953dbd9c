import { type Family, isFamily, type NetworkId } from '../chain/ids.js'

/** A network's own coin. */
export interface NativeCurrency {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

export interface BlockExplorer {
  readonly name: string
  readonly url: string
  /** The paths of an account's page and a transaction's, below its address: for an explorer that has them elsewhere than its family's usual ones. */
  readonly paths?: { readonly account: string; readonly transaction: string } | undefined
}

/** The URLs of a network's JSON-RPC, in order of preference. */
export interface RpcUrls {
  readonly http: readonly string[]
  readonly webSocket?: readonly string[] | undefined
}

/** The reference part of a CAIP-2 id, as the networks of a family have it. */
export type ReferenceOf<F extends Family = Family> = F extends 'eip155' ? number : number | string

/**
 * A network as the kit works with it [S3.10]: plain, serialisable data.
 * Its field names are those that viem's `Chain` has, plus the CAIP ones.
 */
export interface Network<F extends Family = Family> {
  /** The family, under the name that the field's network objects have. */
  readonly chainNamespace: F
  /** CAIP-2, such as `eip155:1`. */
  readonly caipNetworkId: NetworkId<F>
  /** The reference part of the CAIP-2 id: a number for eip155, a string elsewhere. */
  readonly id: ReferenceOf<F>
  readonly name: string
  readonly nativeCurrency: NativeCurrency
  readonly rpcUrls: {
    readonly default: RpcUrls
    /** The URLs that a wallet receives when it doesn't know the network (EIP-3085): never the operator's proxy. */
    readonly chainDefault?: RpcUrls | undefined
  }
  readonly blockExplorers?: { readonly default: BlockExplorer } | undefined
  readonly assets?: { readonly imageId?: string | undefined; readonly imageUrl?: string | undefined } | undefined
  readonly testnet?: boolean | undefined
}

/** A network as a host may pass it: a {@link Network}, or a viem `Chain` (then of family `eip155`). */
export type NetworkInput = Omit<Network, 'chainNamespace' | 'caipNetworkId' | 'rpcUrls' | 'blockExplorers'> & {
  readonly chainNamespace?: Family | undefined
  readonly caipNetworkId?: NetworkId | undefined
  readonly rpcUrls: { readonly default: RpcUrls; readonly chainDefault?: RpcUrls | undefined }
  readonly blockExplorers?: { readonly default: BlockExplorer } | undefined
}

/** The family of a network that names none: viem's chains are of one. */
export const defaultFamily: Family = 'eip155'

/**
 * The kit's own form of what a host passed as a network: what the kit knows of it, with its CAIP-2 id. It checks nothing:
 * that is `defineNetwork`'s, which `createFoyer` runs while a dapp is developed, so that no visitor downloads the checks.
 */
export function toNetwork({
  chainNamespace,
  caipNetworkId,
  id,
  name,
  nativeCurrency,
  rpcUrls,
  blockExplorers,
  assets,
  testnet,
}: NetworkInput): Network {
  const namespace = caipNetworkId?.split(':')[0]
  const family = chainNamespace ?? (isFamily(namespace) ? namespace : defaultFamily)
  const networkId: NetworkId = caipNetworkId ?? `${family}:${id}`
  return {
    chainNamespace: family,
    caipNetworkId: networkId,
    id,
    name,
    nativeCurrency,
    rpcUrls,
    blockExplorers,
    assets,
    testnet,
  }
}
