import {
  ApprovalsQuery,
  ApprovalsReply,
  BalanceQuery,
  BalanceReply,
  HistoryQuery,
  HistoryReply,
  IdentityQuery,
  IdentityReply,
  limits,
  NftsQuery,
  NftsReply,
  paths,
  SupportedChainsReply,
} from '@foyer/core/wire'
import * as v from 'valibot'
import { NotFoundError } from '../errors/refusals.js'
import { nftPictureTypes } from '../nfts/nftPicture.js'
import { route } from './route.js'
import { sendPicture } from './sendPicture.js'

/** An account in a path, of whichever family: the characters that CAIP-10 gives an address. */
export const AccountParam: v.GenericSchema<unknown, { address: string }> = v.object({
  address: v.pipe(v.string(), v.maxLength(limits.address), v.regex(/^[-.%a-zA-Z0-9]+$/, "isn't an address")),
})

/** 2^256 - 1 has 78 digits. */
const TokenId = v.pipe(v.string(), v.regex(/^\d{1,78}$/, "isn't a token's id in decimal digits"))

const Nft = v.object({
  chainId: v.pipe(v.string(), v.maxLength(limits.caip2)),
  contract: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/, "isn't an address of 40 hex digits after 0x")),
  tokenId: TokenId,
})

const ofAccount = { method: 'get', group: 'Accounts', access: 'project' } as const
const ofHistory = { ...ofAccount, feature: 'history', cost: 10 } as const

/**
 * What the networks know of accounts. The pictures of NFTs are for anyone, since histories hold their address: a page requests nothing
 * from third-party hosts.
 * @see S3.14, S7.3, S7.4, S7.5, S7.13
 */
export const accounts = [
  route(
    {
      ...ofAccount,
      id: 'listSupportedChains',
      path: paths.supportedChains,
      group: 'Networks',
      summary: 'Lists the networks that this server reaches, as CAIP-2 ids.',
      takes: {},
      reply: { schema: SupportedChainsReply },
    },
    ({ services: { chains } }) => ({ http: chains.all.map(({ id }) => id), ws: [] }),
  ),
  route(
    {
      ...ofAccount,
      id: 'getIdentity',
      cost: 5,
      path: paths.identity,
      summary: 'Returns the name and the picture that an address chose.',
      takes: { param: AccountParam, query: IdentityQuery },
      reply: { schema: IdentityReply },
    },
    ({ services, param: { address }, signal }) => services.naming.names.identityOf({ address, signal }),
  ),
  route(
    {
      ...ofAccount,
      id: 'getBalance',
      cost: 10,
      path: paths.balance,
      summary: 'Lists what an account holds, priced in US dollars.',
      takes: { param: AccountParam, query: BalanceQuery },
      reply: { schema: BalanceReply },
    },
    async ({ services, param: { address }, query: { chainId, forceUpdate }, client, signal }) => ({
      balances: await services.balances.of({ address, chainId, fresh: forceUpdate?.split(','), client, signal }),
    }),
  ),
  route(
    {
      ...ofHistory,
      id: 'listApprovals',
      path: paths.approvals,
      summary: 'Lists what others may take of an account, as the chain has it now, and says whether that is all.',
      takes: { param: AccountParam, query: ApprovalsQuery },
      reply: { schema: ApprovalsReply },
    },
    ({ services, param: { address }, query: { chainId }, client, signal }) =>
      services.approvals.of({ address, chainId, client, signal }),
  ),
  route(
    {
      ...ofHistory,
      id: 'getHistory',
      path: paths.history,
      summary: 'Lists what an account did and had done to it, and what it bought, newest first.',
      takes: { param: AccountParam, query: HistoryQuery },
      reply: { schema: HistoryReply },
    },
    ({ services, param: { address }, query, client, signal }) =>
      services.history.of({ address, ...query, client, signal }),
  ),
  route(
    {
      ...ofHistory,
      id: 'listNfts',
      path: paths.nfts,
      summary:
        'Lists the NFTs that an account holds, as the chain has it now, and says whether the server knows of all.',
      takes: { param: AccountParam, query: NftsQuery },
      reply: { schema: NftsReply },
    },
    ({ services, param: { address }, query, client, signal }) =>
      services.heldNfts.of({ address, ...query, client, signal }),
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
