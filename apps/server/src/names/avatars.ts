import type { Hex } from '@foyer/core/chain'
import { networkOf } from '@foyer/service/budget/clientAddress'
import type { Clock } from '@foyer/service/clock'
import { encodeFunctionData, getAddress, hexToBigInt, isAddressEqual, parseAbi, size, slice } from 'viem'
import { createSharedRead } from '../cache/sharedReads.js'
import type { Chain, Chains } from '../chains/chains.js'
import { orUnavailable } from '../chains/orUnavailable.js'
import { readContracts } from '../contracts/readContracts.js'
import { type Drawings, DrawingsBusyError } from '../drawings/drawings.js'
import type { NftId } from '../nfts/nft.js'
import { type NftPicture, nftPictureTypes, readNftPicture } from '../nfts/nftPicture.js'
import { nftUri } from '../nfts/nftUri.js'
import { readMetadata } from '../nfts/readMetadata.js'
import { SafeFetchError } from '../safeFetch/SafeFetchError.js'
import type { SafeFetch } from '../safeFetch/safeFetch.js'
import type { Ens } from './ens.js'
import { normalizeName, type Zone } from './labels.js'
import { NameNotFoundError, NameUnreadableError } from './refusals.js'
import type { RegisteredName } from './registry.js'

/** The pictures that the owners of names chose. */
export interface Avatars {
  /**
   * @param request.name - in any of the ways to write it
   * @param request.client - whose question it is, as `clientKey` gives it
   * @throws {@link NameNotFoundError} where there is no picture, or none that can be had · {@link NameUnreadableError} ·
   * ChainUnavailableError
   */
  of(request: { name: string; client: string; signal: AbortSignal }): Promise<NftPicture>
}

export interface AvatarsParameters {
  /** null where the server gives no names */
  own: {
    readonly zone: Zone
    readonly registry: { find(label: string): Promise<Pick<RegisteredName, 'avatar'> | null> }
  } | null
  /** null where no ENS is configured */
  ens: Pick<Ens, 'addressOf' | 'textOf'> | null
  chains: Chains
  safeFetch: SafeFetch
  drawings: Drawings
  clock: Clock
}

const maxBytes = 1024 * 1024
/** The most bytes of all kept pictures together. That there is none takes room too, but pushes few pictures out. */
const mostBytes = 32 * 1024 * 1024
const sizeOf = (picture: NftPicture | undefined): number => 1_024 + (picture?.bytes.length ?? 0)

/** A host that is asked once in a while can't count visitors. */
const lifetimeMs = 5 * 60_000
const staleMs = 24 * 60 * 60_000
const timeoutMs = 20_000

/** A picture's URL is untrusted, so it is fetched by `safeFetch` only, and not for each visitor. */
export function createAvatars(parameters: AvatarsParameters): Avatars {
  const { drawings } = parameters
  const waiting = createWaiting()
  const picture = createSharedRead<string, NftPicture>({
    async read(name, signal) {
      try {
        const url = await urlOf(parameters, { name, signal })
        if (url === null) return null
        const { bytes } = await parameters.safeFetch({ url, accept, maxBytes, signal })
        return await readNftPicture({ bytes, drawings, owners: waiting.networksOf(name), name })
      } catch (error) {
        if (signal.aborted || error instanceof DrawingsBusyError) throw new NameUnreadableError({ cause: error })
        if (error instanceof SafeFetchError) return null // a page shows it like a name without a picture
        throw error
      }
    },
    ...{ lifetimeMs, staleMs, timeoutMs, most: mostBytes, sizeOf, clock: parameters.clock },
  })
  return {
    async of({ name: text, client, signal }) {
      const name = normalizeName(text)
      if (name === null) throw new NameNotFoundError()
      const network = networkOf(client)
      const leave = waiting.add({ name, network })
      drawings.join({ name, owner: network })
      try {
        const found = await picture(name, signal)
        if (found === null) throw new NameNotFoundError()
        return found
      } finally {
        leave()
      }
    },
  }
}

/** The networks that wait for each picture: it is read in their turns, not in one of its own, of which a stranger could have as many as there are names. */
function createWaiting() {
  const all = new Map<string, Set<{ readonly network: string }>>()
  return {
    /** @returns its removal */
    add({ name, network }: { name: string; network: string }): () => void {
      const own = all.get(name) ?? new Set()
      const one = { network }
      all.set(name, own.add(one))
      return () => {
        own.delete(one)
        if (own.size === 0 && all.get(name) === own) all.delete(name)
      }
    },
    /** One at least: a picture for which nobody waits any more is still kept. */
    networksOf(name: string): readonly string[] {
      const networks = [...(all.get(name) ?? [])].map(({ network }) => network)
      return networks.length === 0 ? [''] : [...new Set(networks)]
    },
  }
}

/** @returns where the picture is, or the picture itself as `data:`; null where there is none */
async function urlOf(
  parameters: AvatarsParameters,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<string | null> {
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

interface NftUrl extends Pick<AvatarsParameters, 'chains' | 'safeFetch'> {
  nft: AvatarNft
  owner: Hex
  signal: AbortSignal
}

/** @throws {@link SafeFetchError} · ChainUnavailableError */
async function nftUrl({ chains, safeFetch, nft: { chainId, id }, owner, signal }: NftUrl): Promise<string | null> {
  const chain = chains.find(chainId)
  if (chain === undefined) return null
  if (!(await orUnavailable(chainId, holdsNft({ chain, id, owner, signal })))) return null
  const uri = await orUnavailable(chainId, nftUri({ chain, id, signal }))
  const { image } = uri === null ? { image: null } : await readMetadata({ uri, safeFetch, signal })
  // Some NFTs have the picture where their metadata belongs.
  return image === null || typeof image === 'string' ? image : uri
}

const accept = [...nftPictureTypes, 'application/octet-stream', 'binary/octet-stream']

/** An NFT that is used as a picture. */
interface AvatarNft {
  /** CAIP-2 */
  readonly chainId: string
  readonly id: NftId
}

/**
 * Reads an avatar that names an NFT, such as `eip155:1/erc721:0xb7F7…/2430`.
 * @returns null for any other text
 * @see ENSIP-12; CAIP-22, CAIP-29
 */
export function parseAvatarNft(text: string): AvatarNft | null {
  const found = /^(eip155:[1-9]\d{0,19})\/(erc721|erc1155):(0x[0-9a-fA-F]{40})\/(\d{1,78})$/.exec(text.trim())
  const [, chainId, standard, contract, tokenId] = found ?? []
  if (chainId === undefined || contract === undefined || tokenId === undefined) return null
  const id = { contract: contract.toLowerCase(), tokenId: BigInt(tokenId) }
  if (id.tokenId >= 2n ** 256n) return null
  return { chainId, id: { ...id, standard: standard === 'erc721' ? 'erc721' : 'erc1155' } }
}

const abi = parseAbi([
  'function ownerOf(uint256) view returns (address)',
  'function balanceOf(address, uint256) view returns (uint256)',
])

/** Whether an address has an NFT: only then is it the address's picture. @throws UpstreamError */
async function holdsNft(request: { chain: Chain; id: NftId; owner: Hex; signal: AbortSignal }): Promise<boolean> {
  const { chain, id, owner, signal } = request
  const to = getAddress(id.contract)
  const data =
    id.standard === 'erc721'
      ? encodeFunctionData({ abi, functionName: 'ownerOf', args: [id.tokenId] })
      : encodeFunctionData({ abi, functionName: 'balanceOf', args: [getAddress(owner), id.tokenId] })
  const [word] = await readContracts({ chain, reads: [{ kind: 'call', to, data }], signal })
  if (word === null || word === undefined || size(word) !== 32) return false
  return id.standard === 'erc721' ? isAddressEqual(slice(word, 12), owner) : hexToBigInt(word) > 0n
}
