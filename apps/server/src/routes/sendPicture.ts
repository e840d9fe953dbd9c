import type { Env } from '@foyer/service/route/env'
import { send } from '@foyer/service/route/send'
import type { Context } from 'hono'

export interface SendPicture {
  c: Context<Env>
  picture: { readonly mediaType: string; readonly bytes: Uint8Array; readonly digest: string }
  /** how long caches may keep it */
  cacheControl: string
}

/** An untrusted picture is served so that none of its scripts or styles run. */
export function sendPicture({ c, picture, cacheControl }: SendPicture): Response {
  // The same for every page, so that one copy serves all of them from any cache on the way.
  const { Vary: _, ...head } = c.env.visit.head
  c.env.visit.head = head
  const headers = {
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': cacheControl,
    ETag: `"${picture.digest}"`,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }
  if (isKnown({ tags: c.req.header('if-none-match'), digest: picture.digest })) return send({ c, status: 304, headers })
  return send({ c, body: new Uint8Array(picture.bytes), type: picture.mediaType, headers })
}

/** Whether a cache has it. A weak tag matches too: the tags are of content. */
function isKnown({ tags, digest }: { tags: string | undefined; digest: string }): boolean {
  return tags?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${digest}"`) ?? false
}
