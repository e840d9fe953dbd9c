import type { SocialName } from '@foyer/custody/person'
import { and, eq, gt, type SQL } from 'drizzle-orm'
import { loginSocials } from '../db/schema/index.js'
import { forgetOldest } from './forgetOldest.js'
import { loginRooms, socialMs } from './loginLimits.js'
import { SocialUnknownError } from './refusals.js'
import type { SessionsParameters } from './sessions.js'

/** A login at a provider, as its own device asks for it. */
export interface OfDevice {
  readonly social: string
  /** the key of the device that signed */
  readonly device: string
}

/** The rows of logins at providers, for as long as they are open. */
export interface SocialRows {
  /** A device has eight at once: the oldest goes. @throws {@link SocialUnknownError} for an id that is there */
  add(login: OfDevice & { readonly provider: SocialName; readonly site: string }): Promise<void>
  isOpen(social: string): SQL | undefined
  isOwn(request: OfDevice): SQL | undefined
  /** @throws {@link SocialUnknownError} for one that is over or another device's */
  find(of: SQL | undefined): Promise<typeof loginSocials.$inferSelect>
}

export function createSocialRows({ orm, now }: Pick<SessionsParameters, 'orm' | 'now'>): SocialRows {
  const isOpen = (social: string) => and(eq(loginSocials.id, social), gt(loginSocials.expiresAt, new Date(now())))
  return {
    async add({ social, device, provider, site }) {
      const written = await orm
        .insert(loginSocials)
        .values({ id: social, device, provider, site, expiresAt: new Date(now() + socialMs) })
        .onConflictDoNothing()
        .returning({ id: loginSocials.id })
      if (written.length === 0) throw new SocialUnknownError()
      await forgetOldest({ orm, table: loginSocials, most: loginRooms.socials.most, id: social, device })
    },
    isOpen,
    isOwn: ({ social, device }) => and(isOpen(social), eq(loginSocials.device, device)),
    async find(of) {
      const [row] = await orm.select().from(loginSocials).where(of)
      if (row === undefined) throw new SocialUnknownError()
      return row
    },
  }
}
