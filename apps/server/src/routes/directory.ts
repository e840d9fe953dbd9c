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
      sendPicture({ c, services, kind, id: c.req.param(param) ?? '' }),
    )
  }
  return routes
}

interface SendPicture {
  c: Context<Env>
  services: Services
  kind: PictureKind
  id: string
}

/** A picture that a stranger may have drawn is shown, and does nothing else: not even its own scripts or styles run. */
async function sendPicture({ c, services, kind, id }: SendPicture): Promise<Response> {
  const picture = await services.directory.picture({ kind, id })
  if (picture === null) throw new NotFoundError()
  // The same for every page, so that one copy serves all of them from any cache on the way.
  c.header('Access-Control-Allow-Origin', '*')
  c.header('Vary', undefined)
  c.header('Cache-Control', 'public, max-age=604800, immutable')
  c.header('ETag', `"${picture.digest}"`)
  c.header('Content-Security-Policy', "sandbox; default-src 'none'")
  c.header('Cross-Origin-Resource-Policy', 'cross-origin')
  if (isKnown({ tags: c.req.header('if-none-match'), digest: picture.digest })) return c.body(null, 304)
  return c.body(new Uint8Array(picture.bytes), 200, { 'Content-Type': picture.mediaType })
}

/** Whether a cache says that it has it. A weak tag is as good: the comparison is of content. */
function isKnown({ tags, digest }: { tags: string | undefined; digest: string }): boolean {
  return tags?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${digest}"`) ?? false
}
