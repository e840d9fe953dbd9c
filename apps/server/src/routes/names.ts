import {
  GatewayBody,
  GatewayReply,
  limits,
  NameQuery,
  NameRecord,
  NamesReply,
  NameZoneReply,
  paths,
  RegistrationBody,
  RegistrationReply,
  SuggestionsQuery,
  SuggestionsReply,
} from '@foyer/core/wire'
import * as v from 'valibot'
import { NotFoundError } from '../errors/refusals.js'
import { NamesNotOfferedError } from '../names/refusals.js'
import { nftPictureTypes } from '../nfts/nftPicture.js'
import type { Services } from '../services.js'
import { AccountParam } from './accounts.js'
import { parseWith } from './parse.js'
import { route } from './route.js'
import { sendPicture } from './sendPicture.js'

const Name = v.object({ name: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.name)) })

/** The path of a gateway's call; clients put `.json` behind it. */
const GatewayCall = v.object({ sender: v.string(), data: v.string() })

const ofProject = { group: 'Names', access: 'project', feature: 'names' } as const
const ofAnyone = { group: 'Names', access: 'anyone' } as const

/** Names: resolving, finding by address, suggesting and registering. @see S7.14–S7.17 */
export const names = [
  route(
    {
      ...ofProject,
      id: 'resolveName',
      cost: 5,
      method: 'get',
      path: paths.name,
      summary: 'Resolves a name: one of the own zone, or of ENS.',
      takes: { param: Name, query: NameQuery },
      reply: { schema: NameRecord },
    },
    ({ services, param: { name }, signal }) => services.naming.names.resolve({ name, signal }),
  ),
  route(
    {
      ...ofProject,
      id: 'listNamesOfAddress',
      cost: 5,
      method: 'get',
      path: paths.namesOfAddress,
      summary: 'Lists the names of an address: of the own zone, or else the one that it chose in ENS.',
      takes: { param: AccountParam, query: NameQuery },
      reply: { schema: NamesReply },
    },
    ({ services, param: { address }, signal }) => services.naming.names.ofAddress({ address, signal }),
  ),
  route(
    {
      ...ofProject,
      id: 'getNameZone',
      method: 'get',
      path: paths.nameZone,
      summary: 'Says below which domain names are given; null where none are.',
      takes: {},
      reply: { schema: NameZoneReply },
    },
    ({ services }) => ({ zone: services.naming.names.zone }),
  ),
  route(
    {
      ...ofProject,
      id: 'suggestNames',
      cost: 5,
      method: 'get',
      path: paths.nameSuggestions,
      summary: 'Offers names like the one that is typed, and itself, where they are free.',
      takes: { param: Name, query: SuggestionsQuery },
      reply: { schema: SuggestionsReply },
    },
    async ({ services, param: { name }, query: { zone } }) => ({
      suggestions: await services.naming.names.suggest({ name, zone }),
    }),
  ),
  route(
    {
      ...ofAnyone,
      id: 'registerName',
      cost: 20,
      method: 'post',
      path: paths.registerName,
      summary: 'Gives a name to the account that signed for it.',
      takes: { body: RegistrationBody },
      reply: { schema: RegistrationReply },
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
      path: paths.nameAvatar,
      summary: "Gives the picture that a name's owner chose.",
      takes: { param: Name },
      reply: { mediaTypes: nftPictureTypes },
    },
    async ({ c, services, param: { name }, signal }) => {
      const picture = await services.naming.avatars.of({ name, signal })
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
      path: paths.nameGatewayCall,
      summary: 'Answers a resolver contract, signed (ERC-3668); `.json` may stand behind the data.',
      takes: { param: GatewayCall },
      reply: { schema: GatewayReply },
    },
    ({ services, param: { sender, data } }) => {
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
      path: paths.nameGateway,
      summary: 'Answers a resolver contract, signed (ERC-3668), for calls that are too long for a path.',
      takes: { body: GatewayBody },
      reply: { schema: GatewayReply },
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
