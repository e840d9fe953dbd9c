import { limits, NftsQuery, NftsReply, paths } from '@foyer/core/wire'
import { Hono } from 'hono'
import * as v from 'valibot'
import { NotFoundError } from '../errors/refusals.js'
import { nftPictureTypes } from '../nfts/nftPicture.js'
import type { Services } from '../services.js'
import { AccountParam } from './accountParam.js'
import { authorize } from './authorize.js'
import { countClient } from './countClient.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'
import { parse } from './parse.js'
import { sendPicture } from './sendPicture.js'

/** 2^256 - 1 has 78 digits. */
const TokenId = v.pipe(v.string(), v.regex(/^\d{1,78}$/, "isn't a token's id in decimal digits"))

const Nft = v.object({
  chainId: v.pipe(v.string(), v.maxLength(limits.caip2)),
  contract: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/, "isn't an address of 40 hex digits after 0x")),
  tokenId: TokenId,
})

export const nftOperations: readonly Operation[] = [
  {
    id: 'listNfts',
    method: 'get',
    path: paths.nfts,
    group: 'Accounts',
    summary: 'Lists the NFTs that an account holds, as the chain has it now, and says whether the server knows of all.',
    access: 'project',
    feature: 'history',
    param: AccountParam,
    query: NftsQuery,
    reply: { schema: NftsReply },
  },
  {
    id: 'getNftImage',
    method: 'get',
    path: paths.nftImage,
    group: 'Images',
    summary: "Answers with an NFT's picture, as it was fetched from where its metadata says.",
    access: 'anyone',
    param: Nft,
    reply: { mediaTypes: nftPictureTypes },
  },
]

/**
 * NFTs of accounts; and their pictures from this server, so that a page requests nothing from third-party hosts. These are for anyone:
 * histories hold their address. @see S3.14
 */
export function nfts(services: Services): Hono<Env> {
  return new Hono<Env>()
    .get(
      paths.nfts,
      authorize({ services, origins: 'own', feature: 'history' }),
      parse('param', AccountParam),
      parse('query', NftsQuery),
      async (c) => {
        const { address } = c.req.valid('param')
        const page = await services.heldNfts.of({ address, ...c.req.valid('query'), signal: c.req.raw.signal })
        return c.json(page satisfies NftsReply)
      },
    )
    .get(paths.nftImage, countClient(services), parse('param', Nft), async (c) => {
      const { chainId, contract, tokenId } = c.req.valid('param')
      const picture = await services.nfts.picture({ chainId, contract, tokenId: BigInt(tokenId) })
      if (picture === null) throw new NotFoundError()
      return sendPicture({
        c,
        picture: { ...picture, mediaType: picture.contentType },
        cacheControl: 'public, max-age=3600',
      })
    })
}
