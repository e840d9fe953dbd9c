import * as v from 'valibot'
import { InvalidInputError } from '../errors/refusals.js'
import type { NftId } from './nft.js'

/** Where an NFT stands among those that an account holds. */
export interface HeldNftPlace extends NftId {
  readonly blockNumber: number
}

const Written = v.strictTuple([
  v.literal(1),
  v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/)),
  v.pipe(v.string(), v.regex(/^\d{1,78}$/)),
  v.picklist(['erc721', 'erc1155']),
])

/** @returns what clients hand back and don't read */
export function formatHeldNftCursor({ blockNumber, contract, tokenId, standard }: HeldNftPlace): string {
  return Buffer.from(JSON.stringify([1, blockNumber, contract, String(tokenId), standard])).toString('base64url')
}

/** @throws {@link InvalidInputError} */
export function parseHeldNftCursor(text: string): HeldNftPlace {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Written), Buffer.from(text, 'base64url').toString())
  if (!parsed.success) {
    throw new InvalidInputError({ reasons: [{ name: 'cursor', description: "Isn't the `next` of a page." }] })
  }
  const [, blockNumber, contract, tokenId, standard] = parsed.output
  return { blockNumber, contract, tokenId: BigInt(tokenId), standard }
}
