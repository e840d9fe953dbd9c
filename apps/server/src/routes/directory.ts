import { limits, paths, WalletsQuery, WalletsReply } from '@foyer/core/wire'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import type { PictureKind } from '../directory/pictures.js'
import { pictureTypes } from '../directory/pictures.js'
import { NotFoundError } from '../errors/refusals.js'
import type { Services } from '../services.js'
import { authorize } from './authorize.js'
import { countClient } from './countClient.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'
import { parse } from './parse.js'
import { sendPicture } from './sendPicture.js'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(limits.imageId))

/** Each kind of picture: its path, its parameter and what it is of. */
const pictures = [
  { kind: 'wallet', operation: 'getWalletImage', path: paths.walletImage, param: 'imageId', of: "a wallet's" },
  {
    kind: 'asset',
    operation: 'getAssetImage',
    path: paths.assetImage,
    param: 'imageId',
    of: "a network's or a connector's",
  },
  {
    kind: 'currency',
    operation: 'getCurrencyImage',
    path: paths.currencyImage,
    param: 'currencyId',
    of: "a currency's, by its code",
  },
  {
    kind: 'token',
    operation: 'getTokenImage',
    path: paths.tokenImage,
    param: 'symbol',
    of: "a token's, by its symbol",
  },
] as const satisfies readonly { kind: PictureKind; [name: string]: string }[]

export const directoryOperations: readonly Operation[] = [
  {
    id: 'getWallets',
    method: 'get',
    path: paths.wallets,
    group: 'Wallets',
    summary: 'Lists wallets: a page of those that match, and how many match in all.',
    access: 'project',
    query: WalletsQuery,
    reply: { schema: WalletsReply },
  },
  ...pictures.map(
    ({ operation, path, param, of }): Operation => ({
      id: operation,
      method: 'get',
      path,
      group: 'Images',
      summary: `Answers with a picture: ${of}. One is drawn where none was supplied.`,
      access: 'anyone',
      param: v.object({ [param]: id }),
      reply: { mediaTypes: pictureTypes },
    }),
  ),
]

/**
 * The directory. Pictures are for anyone: pages show them from addresses that other answers give, where no project stands.
 * @see S7.23–S7.26, S3.1, S9.3–S9.6
 */
export function directory(services: Services): Hono<Env> {
  const routes = new Hono<Env>().get(
    paths.wallets,
    authorize({ services, origins: 'own' }),
    parse('query', WalletsQuery),
    async (c) => c.json((await services.directory.list(c.req.valid('query'))) satisfies WalletsReply),
  )
  for (const { kind, path, param } of pictures) {
    routes.get(path, countClient(services), parse('param', v.object({ [param]: id })), (c) =>
      answerWith({ c, services, kind, id: c.req.param(param) ?? '' }),
    )
  }
  return routes
}

interface AnswerWith {
  c: Context<Env>
  services: Services
  kind: PictureKind
  id: string
}

async function answerWith({ c, services, kind, id }: AnswerWith): Promise<Response> {
  const picture = await services.directory.picture({ kind, id })
  if (picture === null) throw new NotFoundError()
  return sendPicture({ c, picture, cacheControl: 'public, max-age=604800, immutable' })
}
