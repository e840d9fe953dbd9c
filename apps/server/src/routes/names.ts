import {
  GatewayBody,
  GatewayReply,
  NameParams,
  nameCall,
  namesCall,
  nameZoneCall,
  registerNameCall,
  suggestionsCall,
} from '@foyer/core/wire'
import { NotFoundError } from '@foyer/service/errors/refusals'
import { parseWith } from '@foyer/service/route/parse'
import * as v from 'valibot'
import { avatarPath } from '../names/names.js'
import { NamesNotOfferedError } from '../names/refusals.js'
import { nftPictureTypes } from '../nfts/nftPicture.js'
import type { Services } from '../services.js'
import { route } from './route.js'
import { sendPicture } from './sendPicture.js'

/** The path of a gateway's call; clients put `.json` behind it. */
const GatewayCall = v.object({ sender: v.string(), data: v.string() })

const ofProject = { group: 'Names', access: 'project', feature: 'names' } as const
const ofAnyone = { group: 'Names', access: 'anyone' } as const

/** Names: resolving, finding by address, suggesting and registering. @see S7.14–S7.17 */
export const names = [
  route(
    {
      ...nameCall,
      ...ofProject,
      cost: 5,
      summary: 'Resolves a name: one of the own zone, or of ENS.',
    },
    ({ services, params: { name }, signal }) => services.naming.names.resolve({ name, signal }),
  ),
  route(
    {
      ...namesCall,
      ...ofProject,
      cost: 5,
      summary: 'Lists the names of an address: of the own zone, or else the one that it chose in ENS.',
    },
    ({ services, params: { address }, signal }) => services.naming.names.ofAddress({ address, signal }),
  ),
  route(
    {
      ...nameZoneCall,
      ...ofProject,
      summary: 'Says below which domain names are given; null where none are.',
    },
    ({ services }) => ({ zone: services.naming.names.zone }),
  ),
  route(
    {
      ...suggestionsCall,
      ...ofProject,
      cost: 5,
      summary: 'Offers names like the one that is typed, and itself, where they are free.',
    },
    async ({ services, params: { name }, query: { zone } }) => ({
      suggestions: await services.naming.names.suggest({ name, zone }),
    }),
  ),
  route(
    {
      ...registerNameCall,
      ...ofAnyone,
      cost: 20,
      summary: 'Gives a name to the account that signed for it.',
    },
    async ({ c, services: { naming }, body, client, signal }) => {
      if (naming.register === null) throw new NamesNotOfferedError()
      await naming.register({ body, client, origin: c.req.header('origin'), signal })
      return { success: true }
    },
  ),
  route(
    {
      ...ofAnyone,
      id: 'getNameAvatar',
      cost: 5,
      method: 'get',
      path: avatarPath,
      summary: "Gives the picture that a name's owner chose.",
      params: NameParams,
      mediaTypes: nftPictureTypes,
    },
    async ({ c, services, params: { name }, client, signal }) => {
      const picture = await services.naming.avatars.of({ name, client, signal })
      const sent = { ...picture, mediaType: picture.contentType }
      return sendPicture({ c, picture: sent, cacheControl: 'public, max-age=300' })
    },
  ),
  route(
    {
      ...ofAnyone,
      id: 'callNameGateway',
      cost: 5,
      method: 'get',
      path: '/v1/ccip/:sender/:data',
      summary: 'Answers a resolver contract, signed (ERC-3668); `.json` may stand behind the data.',
      params: GatewayCall,
      reply: GatewayReply,
    },
    ({ services, params: { sender, data } }) => {
      const question = parseWith({
        schema: GatewayBody,
        value: { sender, data: data.replace(/\.json$/, '') },
        whole: 'path',
      })
      return answerGateway(services, question)
    },
  ),
  route(
    {
      ...ofAnyone,
      id: 'postNameGateway',
      cost: 5,
      method: 'post',
      path: '/v1/ccip',
      summary: 'Answers a resolver contract, signed (ERC-3668), for calls that are too long for a path.',
      body: GatewayBody,
      reply: GatewayReply,
    },
    ({ services, body }) => answerGateway(services, body),
  ),
]

async function answerGateway(
  { naming: { gateway } }: Services,
  question: v.InferOutput<typeof GatewayBody>,
): Promise<GatewayReply> {
  if (gateway === null) throw new NotFoundError()
  return { data: await gateway.answer(question) }
}
