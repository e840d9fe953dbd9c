import { type AssetId, formatAssetId, InvalidAssetIdError, parseAssetId, UnsupportedAssetFamilyError } from './asset.js'
import { addressPattern } from './caip.js'
import { UnknownFamilyError } from './errors.js'
import { type Family, isFamily, type NetworkId } from './ids.js'

/** A coin or a token of a network: what can be paid and bought. */
export interface Fungible {
  readonly networkId: NetworkId
  readonly family: Family
  /** The token's address, as it was written; null for the network's own coin. */
  readonly token: string | null
}

/** How each family writes its coin and its tokens in CAIP-19, and a token's address where that is narrower than an account's. */
const grammars: {
  readonly [Name in Family]?: { readonly coin: string; readonly tokens: string; readonly tokenAddress?: RegExp }
} = {
  eip155: { coin: '60', tokens: 'erc20', tokenAddress: /^0x/ },
  solana: { coin: '501', tokens: 'token' },
}

function grammarOf(family: Family): { readonly coin: string; readonly tokens: string } {
  const grammar = grammars[family]
  if (!grammar) throw new UnsupportedAssetFamilyError({ family })
  return grammar
}

/**
 * Reads a CAIP-19 id as a coin or a token: `slip44:60` and `erc20:…` on eip155 networks, `slip44:501` and `token:…` on Solana.
 *
 * @throws {@link InvalidAssetIdError} · UnknownFamilyError · {@link UnsupportedAssetFamilyError}
 * @see CAIP-19
 * @example parseFungible('eip155:1/slip44:60').token // null
 */
export function parseFungible(text: string): Fungible {
  const { networkId, family, assetNamespace, assetReference, tokenId } = parseAssetId(text)
  const { coin, tokens } = grammarOf(family)
  if (tokenId !== undefined) throw new InvalidAssetIdError({ fault: 'asset' })
  if (assetNamespace === 'slip44' && assetReference === coin) return { networkId, family, token: null }
  const isToken = assetNamespace === tokens && isTokenAddress({ family, address: assetReference })
  if (!isToken) throw new InvalidAssetIdError({ fault: 'asset' })
  return { networkId, family, token: assetReference }
}

/**
 * Writes a coin or a token as a CAIP-19 id; the inverse of {@link parseFungible}.
 *
 * @throws {@link InvalidAssetIdError} · {@link UnknownFamilyError} · {@link UnsupportedAssetFamilyError}
 * @example formatFungible({ networkId: 'eip155:1', token: null }) // 'eip155:1/slip44:60'
 */
export function formatFungible({ networkId, token }: Pick<Fungible, 'networkId' | 'token'>): AssetId {
  const [family = ''] = networkId.split(':')
  if (!isFamily(family)) throw new UnknownFamilyError({ family })
  const { coin, tokens } = grammarOf(family)
  if (token === null) return formatAssetId({ networkId, assetNamespace: 'slip44', assetReference: coin })
  if (!isTokenAddress({ family, address: token })) throw new InvalidAssetIdError({ fault: 'asset' })
  return formatAssetId({ networkId, assetNamespace: tokens, assetReference: token })
}

function isTokenAddress({ family, address }: { family: Family; address: string }): boolean {
  return isAddress({ family, address }) && (grammars[family]?.tokenAddress?.test(address) ?? true)
}

/** How each family writes an address, where it is narrower than what CAIP-10 allows. */
const addressPatterns: { readonly [Name in Family]?: RegExp } = {
  eip155: /^(0x)?[0-9a-fA-F]{40}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
}

/**
 * Whether a text is written as an address of its family: 40 hex digits, `0x` or not, for eip155 [S5.18]; 32 to 44 base58
 * letters for solana [S5.19]; for the others what CAIP-10 allows, as their adapters know more.
 *
 * @example isAddress({ family: 'eip155', address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }) // true
 */
export function isAddress({ family, address }: { family: Family; address: string }): boolean {
  return (addressPatterns[family] ?? addressPattern).test(address)
}
