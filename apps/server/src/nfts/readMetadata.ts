import * as v from 'valibot'
import { SafeFetchError } from '../safeFetch/SafeFetchError.js'
import type { Fetched, SafeFetch } from '../safeFetch/safeFetch.js'
import { showableText } from '../tokens/showableText.js'

/** The part of an NFT's metadata that is passed on. */
export interface NftMetadata {
  /** '' for none */
  readonly name: string
  /** a URL, or the picture itself where the metadata's address is that of a picture */
  readonly image: string | Fetched | null
}

const text = v.fallback(v.nullish(v.string()), null)

/** ERC-721's schema, and what a large market adds to it. Everything in it may be missing or of another kind. */
const Metadata = v.object({ name: text, image: text, image_url: text, image_data: text })

const accept = [
  'application/json',
  'text/plain',
  'text/json',
  'application/octet-stream',
  'binary/octet-stream',
  'image/*',
]
const maxBytes = 1024 * 1024
const longestName = 100

/**
 * Fetches and reads an NFT's metadata.
 * @throws {@link SafeFetchError}, for what isn't metadata too
 * @see EIP-721, EIP-1155
 */
export async function readMetadata({
  uri,
  safeFetch,
  signal,
}: {
  uri: string
  safeFetch: SafeFetch
  signal: AbortSignal
}): Promise<NftMetadata> {
  // Some contracts give the JSON itself.
  if (uri.trimStart().startsWith('{')) return parse(uri.slice(0, maxBytes))
  const fetched = await safeFetch({ url: withScheme(uri), accept, maxBytes, signal })
  if (fetched.contentType.startsWith('image/')) return { name: '', image: fetched }
  return parse(new TextDecoder().decode(fetched.bytes))
}

/** Some contracts give a bare content id. */
const withScheme = (uri: string): string =>
  /^(Qm[1-9A-Za-z]{44}|baf[a-z2-7]{50,})(?=$|\/)/.test(uri) ? `ipfs://${uri}` : uri

function parse(json: string): NftMetadata {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Metadata), json)
  if (!parsed.success) throw new SafeFetchError({ code: 'type' })
  const { name, image, image_url, image_data } = parsed.output
  // Some put the drawing itself where its address belongs.
  const drawn = image_data?.trimStart().startsWith('<svg')
    ? `data:image/svg+xml;base64,${Buffer.from(image_data).toString('base64')}`
    : null
  const picture = [image, image_url, drawn].find((url) => url !== null && url !== undefined && url.trim() !== '')
  return {
    name: showableText({ text: name ?? '', longest: longestName }),
    image: picture === null || picture === undefined ? null : withScheme(picture.trim()),
  }
}
