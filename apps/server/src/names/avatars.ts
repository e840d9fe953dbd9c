import type { Hex } from '@foyer/core/chain'
import { createSharedReads } from '../cache/sharedReads.js'
import type { Chains } from '../chains/chains.js'
import { UpstreamError } from '../chains/UpstreamError.js'
import type { Clock } from '../clock.js'
import { ChainUnavailableError } from '../errors/refusals.js'
import { type NftPicture, nftPictureTypes, readNftPicture } from '../nfts/nftPicture.js'
import { nftUri } from '../nfts/nftUri.js'
import { readMetadata } from '../nfts/readMetadata.js'
import { SafeFetchError } from '../safeFetch/SafeFetchError.js'
import type { SafeFetch } from '../safeFetch/safeFetch.js'
import { type AvatarNft, holdsNft, parseAvatarNft } from './avatarNft.js'
import type { Ens } from './ens.js'
import { normalizeName } from './labelRule.js'
import { NameNotFoundError, NameUnreadableError } from './refusals.js'
import type { Registry } from './registry.js'
import type { Zone } from './zone.js'

/** The pictures that the owners of names chose. */
export interface Avatars {
  /**
   * @param request.name - in any of the ways to write it
   * @throws {@link NameNotFoundError} where there is no picture, or none that can be had · {@link NameUnreadableError} ·
   * {@link ChainUnavailableError}
   */
  of(request: { name: string; signal: AbortSignal }): Promise<NftPicture>
}

export interface AvatarsParameters {
  /** null where the server gives no names */
  own: { readonly zone: Zone; readonly registry: Pick<Registry, 'find'> } | null
  /** null where no ENS is configured */
  ens: Pick<Ens, 'addressOf' | 'textOf'> | null
  chains: Chains
  safeFetch: SafeFetch
  clock: Clock
}

const maxBytes = 1024 * 1024
/** What is kept of all pictures together. That there is none takes room too, but pushes few pictures out. */
const mostBytes = 32 * 1024 * 1024
const sizeOf = (picture: NftPicture | undefined): number => 1_024 + (picture?.bytes.length ?? 0)

/** A host that is asked once in a while can't count visitors. */
const lifetimeMs = 5 * 60_000
const staleMs = 24 * 60 * 60_000
const timeoutMs = 20_000

interface Wanted {
  readonly name: string
  readonly signal: AbortSignal
}

/** A picture's URL is untrusted, so it is fetched by `safeFetch` only, and not for each visitor. */
export function createAvatars(parameters: AvatarsParameters): Avatars {
  const read = async (wanted: Wanted): Promise<readonly (readonly [string, NftPicture])[]> => {
    try {
      const url = await urlOf(parameters, wanted)
      const picture = url === null ? null : await fetchPicture({ ...parameters, url, signal: wanted.signal })
      return picture === null ? [] : [[wanted.name, picture]]
    } catch (error) {
      if (wanted.signal.aborted) throw new NameUnreadableError({ cause: error })
      if (error instanceof SafeFetchError) return [] // a page shows it like a name without a picture
      throw error
    }
  }
  const pictures = createSharedReads<string, NftPicture>({
    keyOf: (name) => name,
    load: async ({ items, signal }) => new Map((await Promise.all(items.map((name) => read({ name, signal })))).flat()),
    ...{ lifetimeMs, staleMs, timeoutMs, most: mostBytes, sizeOf, clock: parameters.clock },
  })
  return {
    async of({ name: text, signal }) {
      const name = normalizeName(text)
      const picture = name === null ? undefined : (await pictures.of({ items: [name], signal })).get(name)
      if (picture === undefined) throw new NameNotFoundError()
      return picture
    },
  }
}

/** @returns where the picture is, or the picture itself as `data:`; null where there is none */
async function urlOf(parameters: AvatarsParameters, { name, signal }: Wanted): Promise<string | null> {
  const { own, ens } = parameters
  const label = own?.zone.labelOf(name) ?? null
  // What is registered here is an address, never an NFT.
  if (own !== null && label !== null) return (await own.registry.find(label))?.avatar ?? null
  const text = ens === null ? null : await ens.textOf({ name, key: 'avatar', signal })
  const nft = text === null ? null : parseAvatarNft(text)
  if (ens === null || nft === null) return text
  const owner = await ens.addressOf({ name, signal })
  return owner === null ? null : nftUrl({ ...parameters, nft, owner, signal })
}

interface NftUrl {
  chains: Chains
  safeFetch: SafeFetch
  nft: AvatarNft
  owner: Hex
  signal: AbortSignal
}

/** @throws {@link SafeFetchError} · {@link ChainUnavailableError} */
async function nftUrl({ chains, safeFetch, nft: { chainId, id }, owner, signal }: NftUrl): Promise<string | null> {
  const chain = chains.all.find((each) => each.id === chainId)
  if (chain === undefined) return null
  try {
    if (!(await holdsNft({ chain, id, owner, signal }))) return null
    const uri = await nftUri({ chain, id, signal })
    const { image } = uri === null ? { image: null } : await readMetadata({ uri, safeFetch, signal })
    // Some NFTs have the picture where their metadata belongs.
    return image === null || typeof image === 'string' ? image : uri
  } catch (cause) {
    throw cause instanceof UpstreamError ? new ChainUnavailableError({ chainId, cause }) : cause
  }
}

interface FetchPicture {
  safeFetch: SafeFetch
  url: string
  signal: AbortSignal
}

/** @returns null for what is no picture by content. @throws {@link SafeFetchError} */
async function fetchPicture({ safeFetch, url, signal }: FetchPicture): Promise<NftPicture | null> {
  const accept = [...nftPictureTypes, 'application/octet-stream', 'binary/octet-stream']
  return readNftPicture((await safeFetch({ url, accept, maxBytes, signal })).bytes)
}
