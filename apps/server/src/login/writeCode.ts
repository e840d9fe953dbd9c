import { newId } from '@foyer/custody/bytes'
import type { Orm } from '@foyer/service/db/database'
import { OverloadedError } from '@foyer/service/errors/refusals'
import { mailLanguageOf } from '@foyer/service/mail/mailLanguage'
import type { MailQueue } from '@foyer/service/mail/mailQueue'
import { and, eq } from 'drizzle-orm'
import { loginCodes } from '../db/schema/index.js'
import type { SiteNames } from '../projects/siteNames.js'
import { codeLetter } from './codeLetter.js'
import type { Codes } from './codes.js'
import type { Confirmation } from './confirmation.js'
import { replacedBy } from './earlierCodes.js'

export interface WriteCodeParameters {
  readonly codes: Codes
  readonly mails: Pick<MailQueue, 'add'>
  readonly siteNames: SiteNames
  /** the wallet's */
  readonly origin: string
  readonly now: () => number
}

interface WriteCode extends WriteCodeParameters {
  readonly orm: Pick<Orm, 'select' | 'insert'>
  readonly person: string
  readonly email: string
  readonly device: string
  readonly site: string
  /** as the operator's projects name it */
  readonly siteName: string | null
  readonly browser: string
  readonly language?: string | undefined
  /** by which the device is let in; null for one that is known, and before the keeper has given it */
  readonly confirmation: Confirmation | null
  /** the ceremony beside whose mail it is sent, where that is so */
  readonly ahead?: string | undefined
  readonly expiresAt: Date
}

/** Makes a code in the place of the one that the person was sent on that device before, and sends it after the answer. @returns its login @throws OverloadedError */
export async function writeCode(request: WriteCode): Promise<string> {
  const { orm, codes, mails, now, person, email, device, site, siteName, browser, confirmation, ahead, expiresAt } =
    request
  const [login, code] = [newId(), codes.create()]
  const isOwn = and(eq(loginCodes.person, person), eq(loginCodes.device, device))
  const [before] = await orm.select().from(loginCodes).where(isOwn)
  const language = mailLanguageOf(request.language)
  const fresh = {
    id: login,
    hash: codes.hash({ login, code }),
    tries: 0,
    earlier: replacedBy(before, now()),
    isAhead: ahead !== undefined,
    ceremony: ahead ?? confirmation?.ceremony ?? null,
    actsFrom: confirmation?.actsFrom ?? null,
    wallet: confirmation?.wallet ?? null,
    site,
    browser,
    expiresAt,
  }
  await orm
    .insert(loginCodes)
    .values({ person, device, ...fresh })
    .onConflictDoUpdate({ target: [loginCodes.person, loginCodes.device], set: fresh })
  const minutes = Math.round((expiresAt.getTime() - now()) / 60_000)
  const letter = codeLetter({ code, siteName, minutes, browser, language, walletOrigin: request.origin })
  if (!mails.add({ to: email, ...letter })) throw new OverloadedError()
  return login
}
