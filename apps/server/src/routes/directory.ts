import { imageCalls, walletsCall } from '@foyer/core/wire'
import { NotFoundError } from '@foyer/service/errors/refusals'
import { send } from '@foyer/service/route/send'
import { whenThere } from '@foyer/service/soon'
import type { PictureKind } from '../directory/pictures.js'
import { pictureTypes } from '../directory/pictures.js'
import { route } from './route.js'
import { sendPicture } from './sendPicture.js'

/** Kinds of pictures, and what each is of. */
const pictures = [
  { kind: 'wallet', of: "a wallet's" },
  { kind: 'asset', of: "a network's or a connector's" },
  { kind: 'currency', of: "a currency's, by its code" },
  { kind: 'token', of: "a token's, by its symbol" },
] as const satisfies readonly { kind: PictureKind; of: string }[]

/**
 * The directory. Pictures are for anyone: pages show them from addresses that other answers give, where no project stands.
 * @see S7.23–S7.26, S3.1, S9.3–S9.6
 */
export const directory = [
  route(
    {
      ...walletsCall,
      cost: 2,
      group: 'Wallets',
      summary: 'Lists wallets: a page of those that match, and how many match in all.',
      access: 'project',
    },
    ({ c, services, query }) =>
      whenThere(services.directory.write(query), (body) => send({ c, body, type: 'application/json' })),
  ),
  ...pictures.map(({ kind, of }) =>
    route(
      {
        ...imageCalls[kind],
        group: 'Images',
        summary: `Answers with a picture: ${of}. One is drawn where none was supplied.`,
        access: 'anyone',
        mediaTypes: pictureTypes,
      },
      async ({ c, services, params }) => {
        const [id = ''] = Object.values(params)
        const picture = await services.directory.picture({ kind, id })
        if (picture === null) throw new NotFoundError()
        return sendPicture({ c, picture, cacheControl: 'public, max-age=604800, immutable' })
      },
    ),
  ),
]
