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
import { Hono } from 'hono'
import * as v from 'valibot'
import { NotFoundError } from '../errors/refusals.js'
import { NamesNotOfferedError } from '../names/refusals.js'
import { nftPictureTypes } from '../nfts/nftPicture.js'
import type { Services } from '../services.js'
import { AccountParam } from './accountParam.js'
import { authorize } from './authorize.js'
import { readJson, takeJson } from './body.js'
import { countClient } from './countClient.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'
import { parse, parseWith } from './parse.js'
import { sendPicture } from './sendPicture.js'

const limitBytes = 64 * 1024

const Name = v.object({ name: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.name)) })

/** The path of a gateway's call; clients put `.json` behind it. */
const GatewayCall = v.object({ sender: v.string(), data: v.string() })

const ofProject = { group: 'Names', access: 'project', feature: 'names' } as const
const ofAnyone = { group: 'Names', access: 'anyone' } as const

export const nameOperations: readonly Operation[] = [
  {
    ...ofProject,
    id: 'resolveName',
    method: 'get',
    path: paths.name,
    summary: 'Resolves a name: one of the own zone, or of ENS.',
    param: Name,
    query: NameQuery,
    reply: { schema: NameRecord },
  },
  {
    ...ofProject,
    id: 'listNamesOfAddress',
    method: 'get',
    path: paths.namesOfAddress,
    summary: 'Lists the names of an address: of the own zone, or else the one that it chose in ENS.',
    param: AccountParam,
    query: NameQuery,
    reply: { schema: NamesReply },
  },
  {
    ...ofProject,
    id: 'getNameZone',
    method: 'get',
    path: paths.nameZone,
    summary: 'Says below which domain names are given; null where none are.',
    reply: { schema: NameZoneReply },
  },
  {
    ...ofProject,
    id: 'suggestNames',
    method: 'get',
    path: paths.nameSuggestions,
    summary: 'Offers names like the one that is typed, and says which are taken.',
    param: Name,
    query: SuggestionsQuery,
    reply: { schema: SuggestionsReply },
  },
  {
    ...ofAnyone,
    id: 'registerName',
    method: 'post',
    path: paths.registerName,
    summary: 'Gives a name to the account that signed for it.',
    body: RegistrationBody,
    reply: { schema: RegistrationReply },
  },
  {
    ...ofAnyone,
    id: 'getNameAvatar',
    method: 'get',
    path: paths.nameAvatar,
    summary: "Gives the picture that a name's owner chose.",
    param: Name,
    reply: { mediaTypes: nftPictureTypes },
  },
  {
    ...ofAnyone,
    id: 'callNameGateway',
    method: 'get',
    path: paths.nameGatewayCall,
    summary: 'Answers a resolver contract, signed (ERC-3668); `.json` may stand behind the data.',
    param: GatewayCall,
    reply: { schema: GatewayReply },
  },
  {
    ...ofAnyone,
    id: 'postNameGateway',
    method: 'post',
    path: paths.nameGateway,
    summary: 'Answers a resolver contract, signed (ERC-3668), for calls that are too long for a path.',
    body: GatewayBody,
    reply: { schema: GatewayReply },
  },
]

/** Names: resolving, finding by address, suggesting and registering. @see S7.14–S7.17 */
export function names(services: Services): Hono<Env> {
  const { naming } = services
  const authorized = authorize({ services, origins: 'own', feature: 'names' })
  const counted = countClient(services)
  const json = takeJson({ limitBytes })
  return new Hono<Env>()
    .get(paths.name, authorized, parse('param', Name), parse('query', NameQuery), async (c) => {
      const { name } = c.req.valid('param')
      return c.json((await naming.names.resolve({ name, signal: c.req.raw.signal })) satisfies NameRecord)
    })
    .get(paths.namesOfAddress, authorized, parse('param', AccountParam), parse('query', NameQuery), async (c) => {
      const { address } = c.req.valid('param')
      return c.json((await naming.names.ofAddress({ address, signal: c.req.raw.signal })) satisfies NamesReply)
    })
    .get(paths.nameZone, authorized, (c) => c.json({ zone: naming.names.zone } satisfies NameZoneReply))
    .get(paths.nameSuggestions, authorized, parse('param', Name), parse('query', SuggestionsQuery), async (c) => {
      const { name } = c.req.valid('param')
      const { zone } = c.req.valid('query')
      return c.json({ suggestions: await naming.names.suggest({ name, zone }) } satisfies SuggestionsReply)
    })
    .post(paths.registerName, counted, json, async (c) => {
      const body = parseWith({ schema: RegistrationBody, value: readJson(await c.req.text()), whole: 'body' })
      if (naming.register === null) throw new NamesNotOfferedError()
      const origin = c.req.header('origin')
      await naming.register({ body, client: c.var.client, origin, signal: c.req.raw.signal })
      return c.json({ success: true } satisfies RegistrationReply)
    })
    .get(paths.nameAvatar, counted, parse('param', Name), async (c) => {
      const { name } = c.req.valid('param')
      const picture = await naming.avatars.of({ name, signal: c.req.raw.signal })
      const sent = { ...picture, mediaType: picture.contentType }
      return sendPicture({ c, picture: sent, cacheControl: 'public, max-age=300' })
    })
    .get(paths.nameGatewayCall, counted, parse('param', GatewayCall), async (c) => {
      const { sender, data } = c.req.valid('param')
      const question = { sender, data: data.replace(/\.json$/, '') }
      return c.json(await answerGateway(services, question))
    })
    .post(paths.nameGateway, counted, json, async (c) =>
      c.json(await answerGateway(services, readJson(await c.req.text()))),
    )
}

async function answerGateway({ naming: { gateway } }: Services, question: unknown): Promise<GatewayReply> {
  if (gateway === null) throw new NotFoundError()
  return { data: await gateway.answer(parseWith({ schema: GatewayBody, value: question, whole: 'body' })) }
}
