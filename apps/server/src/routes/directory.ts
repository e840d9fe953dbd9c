import { limits, paths, WalletsQuery, WalletsReply } from '@foyer/core/wire'
import * as v from 'valibot'
import type { PictureKind } from '../directory/pictures.js'
import { pictureTypes } from '../directory/pictures.js'
import { NotFoundError } from '../errors/refusals.js'
import { whenThere } from '../soon.js'
import { route } from './route.js'
import { send } from './send.js'
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

/**
 * The directory. Pictures are for anyone: pages show them from addresses that other answers give, where no project stands.
 * @see S7.23–S7.26, S3.1, S9.3–S9.6
 */
export const directory = [
  route(
    {
      id: 'getWallets',
      cost: 2,
      method: 'get',
      path: paths.wallets,
      group: 'Wallets',
      summary: 'Lists wallets: a page of those that match, and how many match in all.',
      access: 'project',
      takes: { query: WalletsQuery },
      reply: { schema: WalletsReply },
    },
    ({ c, services, query }) =>
      whenThere(services.directory.write(query), (body) => send({ c, body, type: 'application/json' })),
  ),
  ...pictures.map(({ kind, operation, path, param: named, of }) =>
    route(
      {
        id: operation,
        method: 'get',
        path,
        group: 'Images',
        summary: `Answers with a picture: ${of}. One is drawn where none was supplied.`,
        access: 'anyone',
        takes: { param: v.object({ [named]: id }) },
        reply: { mediaTypes: pictureTypes },
      },
      async ({ c, services, param }) => {
        const picture = await services.directory.picture({ kind, id: param[named] ?? '' })
        if (picture === null) throw new NotFoundError()
        return sendPicture({ c, picture, cacheControl: 'public, max-age=604800, immutable' })
      },
    ),
  ),
]
