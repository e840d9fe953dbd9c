import {
  approvalsCall,
  balanceCall,
  historyCall,
  identityCall,
  limits,
  nftsCall,
  simulationCall,
  supportedChainsCall,
} from '@foyer/core/wire'
import { NotFoundError } from '@foyer/service/errors/refusals'
import * as v from 'valibot'
import { nftPictureTypes } from '../nfts/nftPicture.js'
import { nftImagePath } from '../nfts/nfts.js'
import { route } from './route.js'
import { sendPicture } from './sendPicture.js'

/** 2^256 - 1 has 78 digits. */
const TokenId = v.pipe(v.string(), v.regex(/^\d{1,78}$/, "isn't a token's id in decimal digits"))

const Nft = v.object({
  chainId: v.pipe(v.string(), v.maxLength(limits.caip2)),
  contract: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/, "isn't an address of 40 hex digits after 0x")),
  tokenId: TokenId,
})

const ofAccount = { group: 'Accounts', access: 'project' } as const
const ofHistory = { ...ofAccount, feature: 'history', cost: 10 } as const

/**
 * The routes of accounts. The pictures of NFTs are for anyone, since histories hold their address: a page requests nothing
 * from third-party hosts.
 * @see S3.14, S7.3, S7.4, S7.5, S7.13
 */
export const accounts = [
  route(
    {
      ...supportedChainsCall,
      ...ofAccount,
      group: 'Networks',
      summary: 'Lists the networks that this server reaches, as CAIP-2 ids.',
    },
    ({ services: { chains } }) => ({ http: chains.all.map(({ id }) => id), ws: [] }),
  ),
  route(
    {
      ...identityCall,
      ...ofAccount,
      cost: 5,
      summary: 'Returns the name and the picture that an address chose.',
    },
    ({ services, params: { address }, signal }) => services.naming.names.identityOf({ address, signal }),
  ),
  route(
    {
      ...balanceCall,
      ...ofAccount,
      cost: 10,
      summary: 'Lists what an account holds, priced in US dollars.',
    },
    async ({ services, params: { address }, query: { chainId, forceUpdate }, client, signal }) => ({
      balances: await services.balances.of({ address, chainId, fresh: forceUpdate?.split(','), client, signal }),
    }),
  ),
  route(
    {
      ...approvalsCall,
      ...ofHistory,
      summary: 'Lists what others may take of an account, as the chain has it now, and says whether that is all.',
    },
    ({ services, params: { address }, query: { chainId }, client, signal }) =>
      services.approvals.of({ address, chainId, client, signal }),
  ),
  route(
    {
      ...historyCall,
      ...ofHistory,
      summary: 'Lists what an account did and had done to it, and what it bought, newest first.',
    },
    ({ services, params: { address }, query, client, signal }) =>
      services.history.of({ address, ...query, client, signal }),
  ),
  route(
    {
      ...nftsCall,
      ...ofHistory,
      summary:
        'Lists the NFTs that an account holds, as the chain has it now, and says whether the server knows of all.',
    },
    ({ services, params: { address }, query, client, signal }) =>
      services.heldNfts.of({ address, ...query, client, signal }),
  ),
  route(
    {
      ...simulationCall,
      ...ofAccount,
      cost: 60,
      limitBytes: 512 * 1024,
      summary:
        'Says what calls or a transaction would change for an account, as a node carries them out; nothing is sent.',
    },
    ({ services, params: { address }, body, client, signal }) =>
      services.simulation.of({ address, body, client, signal }),
  ),
  route(
    {
      id: 'getNftImage',
      cost: 5,
      method: 'get',
      path: nftImagePath,
      group: 'Images',
      summary: "Answers with an NFT's picture, as it was fetched from where its metadata says.",
      access: 'anyone',
      params: Nft,
      mediaTypes: nftPictureTypes,
    },
    async ({ c, services, params: { chainId, contract, tokenId } }) => {
      const picture = await services.nfts.picture({ chainId, contract, tokenId: BigInt(tokenId) })
      if (picture === null) throw new NotFoundError()
      const sent = { ...picture, mediaType: picture.contentType }
      return sendPicture({ c, picture: sent, cacheControl: 'public, max-age=3600' })
    },
  ),
]
