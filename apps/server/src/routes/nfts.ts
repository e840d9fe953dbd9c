import { limits, NftsQuery, NftsReply, paths } from '@foyer/core/wire'
import * as v from 'valibot'
import { NotFoundError } from '../errors/refusals.js'
import { nftPictureTypes } from '../nfts/nftPicture.js'
import { AccountParam } from './accountParam.js'
import { route } from './route.js'
import { sendPicture } from './sendPicture.js'

/** 2^256 - 1 has 78 digits. */
const TokenId = v.pipe(v.string(), v.regex(/^\d{1,78}$/, "isn't a token's id in decimal digits"))

const Nft = v.object({
  chainId: v.pipe(v.string(), v.maxLength(limits.caip2)),
  contract: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/, "isn't an address of 40 hex digits after 0x")),
  tokenId: TokenId,
})

/**
 * NFTs of accounts; and their pictures from this server, so that a page requests nothing from third-party hosts. These are for anyone:
 * histories hold their address. @see S3.14
 */
export const nfts = [
  route(
    {
      id: 'listNfts',
      cost: 10,
      method: 'get',
      path: paths.nfts,
      group: 'Accounts',
      summary:
        'Lists the NFTs that an account holds, as the chain has it now, and says whether the server knows of all.',
      access: 'project',
      feature: 'history',
      takes: { param: AccountParam, query: NftsQuery },
      reply: { schema: NftsReply },
    },
    ({ services, param: { address }, query, signal }) => services.heldNfts.of({ address, ...query, signal }),
  ),
  route(
    {
      id: 'getNftImage',
      cost: 5,
      method: 'get',
      path: paths.nftImage,
      group: 'Images',
      summary: "Answers with an NFT's picture, as it was fetched from where its metadata says.",
      access: 'anyone',
      takes: { param: Nft },
      reply: { mediaTypes: nftPictureTypes },
    },
    async ({ c, services, param: { chainId, contract, tokenId } }) => {
      const picture = await services.nfts.picture({ chainId, contract, tokenId: BigInt(tokenId) })
      if (picture === null) throw new NotFoundError()
      const sent = { ...picture, mediaType: picture.contentType }
      return sendPicture({ c, picture: sent, cacheControl: 'public, max-age=3600' })
    },
  ),
]
