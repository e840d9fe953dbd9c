import type { Output } from '@foyer/core/wire'
import { newId } from '@foyer/custody/bytes'
import { emailOf, personOf } from '@foyer/custody/person'
import type { beginEmailChangeCall, verifyEmailChangeCall } from '@foyer/login/loginEmailCalls'
import type { Orm } from '@foyer/service/db/database'
import { OverloadedError } from '@foyer/service/errors/refusals'
import { mailLanguageOf } from '@foyer/service/mail/mailLanguage'
import type { MailQueue } from '@foyer/service/mail/mailQueue'
import type { OwnersOf } from '@foyer/service/owners/ownerOf'
import { and, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import { loginEmailChanges, loginWallets } from '../db/schema/index.js'
import type { SiteNames } from '../projects/siteNames.js'
import type { CodeBudgets } from './codeBudgets.js'
import { codeLetter } from './codeLetter.js'
import type { Codes } from './codes.js'
import { goesBy, replacedBy } from './earlierCodes.js'
import { isNearby } from './nearby.js'
import { CodeExpiredError, EmailSameError, EmailTakenError, NotByEmailError } from './refusals.js'
import { mostTries, requireCode } from './requireCode.js'
import type { LoginSession } from './sessions.js'

interface Asking {
  readonly by: LoginSession
  /** as `clientKey` gives it */
  readonly client: string
  /** such as `Firefox on Windows` */
  readonly browser: string
  /** BCP 47; what the visitor reads */
  readonly language?: string | undefined
}

/** A person goes from one mailbox to another: each is proved by a code. However old the session is, the code to the old mailbox is as good as a login. */
export interface EmailChanges {
  /**
   * Sends a code to the mailbox that the wallet has; to the new one where the first was proved just before.
   * @throws {@link EmailSameError} · {@link NotByEmailError} · TooManyCodesError · OverloadedError
   */
  begin(
    request: Asking & { readonly email: string; readonly site: string },
  ): Promise<Output<(typeof beginEmailChangeCall)['reply']>>
  /**
   * Takes the code of one mailbox. Whether the new address has a wallet is answered to who has proved its mailbox alone. [F3]
   * @throws CodeWrongError · CodeReplacedError · {@link CodeExpiredError} · TooManyTriesError · TooManyCodesError · {@link EmailTakenError} · OverloadedError
   */
  verify(
    request: Asking & { readonly change: string; readonly code: string },
  ): Promise<Output<(typeof verifyEmailChangeCall)['reply']>>
}

export interface EmailChangesParameters {
  readonly orm: Orm
  readonly codes: Codes
  readonly codeBudgets: CodeBudgets
  readonly mails: Pick<MailQueue, 'add'>
  readonly siteNames: SiteNames
  readonly ownersOf: OwnersOf
  readonly codeMinutes: number
  readonly now: () => number
  /** the wallet's */
  readonly origin: string
}

/** The lifetime of the proof of both mailboxes: longer than a keeper may make it wait, and the wallet is asked for afterwards. */
const provedMs = 90 * 86_400_000

type Row = typeof loginEmailChanges.$inferSelect

export function createEmailChanges(parameters: EmailChangesParameters): EmailChanges {
  return {
    begin: (request) => begin({ ...parameters, ...request }),
    verify: (request) => verify({ ...parameters, ...request }),
  }
}

type Begin = EmailChangesParameters & Parameters<EmailChanges['begin']>[0]

async function begin(request: Begin): ReturnType<EmailChanges['begin']> {
  const { orm, by, email, site, now, codeMinutes } = request
  const { person, device } = by
  const from = emailOf(person)
  if (from === null) throw new NotByEmailError()
  if (email === from) throw new EmailSameError()
  const isThis = and(eq(loginEmailChanges.person, person), eq(loginEmailChanges.email, email))
  const [there] = await orm.select().from(loginEmailChanges).where(isThis)
  const time = new Date(now())
  const isProved = there?.device === device && there.sentTo === 'to' && there.expiresAt > time
  const sentTo = isProved || (there?.provedAt ?? null) !== null ? 'to' : 'from'
  const provedAt = there?.provedAt ?? null
  const isAgain = there?.sentTo === 'to' && there.device === device && there.hash !== ''
  const change = await sendCode({ ...request, from, to: email, person, sentTo, provedAt, site, isAgain })
  return {
    change,
    action: sentTo === 'from' ? 'VERIFY_PRIMARY_OTP' : 'VERIFY_SECONDARY_OTP',
    codeSeconds: codeMinutes * 60,
  }
}

interface SendCode extends EmailChangesParameters, Asking, Pick<Row, 'person' | 'sentTo' | 'provedAt' | 'site'> {
  readonly from: string
  readonly to: string
  /** whether the new mailbox was sent a code of this change before */
  readonly isAgain: boolean
}

/** One code of a change counts: the one that was sent last. @returns the id that it goes by */
async function sendCode(request: SendCode): Promise<string> {
  const { orm, codes, codeBudgets, mails, codeMinutes, now, by, client, browser, site } = request
  const { person, from, to, sentTo, provedAt, isAgain } = request
  const mailbox = sentTo === 'from' ? from : to
  const asker = { person, device: by.device, client, isNew: false }
  // Anyone with a wallet may name the new mailbox: what comes to it takes nothing from its owner's logins. [F2]
  if (sentTo === 'from') await codeBudgets.takeCode({ ...asker, isNearby: true }, { is: 'changeFrom' })
  else {
    const isTheirs = await isNearby({ ...request, person: personOf({ email: to }) })
    await codeBudgets.takeCode({ ...asker, isNearby: isTheirs }, { is: 'changeTo', mailbox: to, isAgain })
  }
  const [id, code] = [newId(), codes.create()]
  const expiresAt = new Date(now() + codeMinutes * 60_000)
  const keptUntil = provedAt === null ? expiresAt : keptAfter(provedAt)
  const hash = codes.hash({ login: id, code })
  const language = mailLanguageOf(request.language)
  const isThis = and(eq(loginEmailChanges.person, person), eq(loginEmailChanges.email, to))
  const isOwn = and(isThis, eq(loginEmailChanges.device, by.device), eq(loginEmailChanges.sentTo, sentTo))
  const [before] = await orm.select().from(loginEmailChanges).where(isOwn)
  const earlier = replacedBy(before, now())
  const fresh = {
    id,
    device: by.device,
    sentTo,
    hash,
    tries: 0,
    earlier,
    site,
    browser,
    language,
    expiresAt,
    keptUntil,
  }
  await orm
    .insert(loginEmailChanges)
    .values({ person, email: to, ...fresh })
    .onConflictDoUpdate({ target: [loginEmailChanges.person, loginEmailChanges.email], set: fresh })
  const siteName = await request.siteNames.nameOf(site)
  const about = { siteName, browser, language, change: { from, to }, walletOrigin: request.origin }
  const letter = codeLetter({ ...about, code, minutes: codeMinutes })
  if (!mails.add({ to: mailbox, ...letter })) throw new OverloadedError()
  return id
}

type Verify = EmailChangesParameters & Parameters<EmailChanges['verify']>[0]

async function verify(request: Verify): ReturnType<EmailChanges['verify']> {
  const { orm, change, by, client, now } = request
  const isOpen = isOwnOpen(request)
  const known = (await orm.select().from(loginEmailChanges).where(isOpen)).find(goesBy(change))
  const from = emailOf(by.person)
  if (known === undefined || from === null) throw new CodeExpiredError()
  const isThis = and(eq(loginEmailChanges.id, known.id), isOpen)
  const countTry = async () => {
    const counted = orm
      .update(loginEmailChanges)
      .set({ tries: sql`${loginEmailChanges.tries} + 1` })
      .where(and(isThis, lt(loginEmailChanges.tries, mostTries)))
      .returning()
    return (await counted)[0]
  }
  const asker = { person: by.person, device: by.device, client, isNew: false, isNearby: true }
  const row = await requireCode({ ...request, asker, id: known.id, countTry })
  const { email: to, sentTo, provedAt } = row
  // The code is used up, whatever follows: what counts is that its mailbox is proved.
  const time = new Date(now())
  const proved = sentTo === 'from' ? { sentTo: 'to' as const } : { provedAt: time, keptUntil: keptAfter(time) }
  const used = await orm
    .update(loginEmailChanges)
    .set({ id: newId(), hash: '', earlier: [], ...proved })
    .where(isThis)
    .returning({ id: loginEmailChanges.id })
  if (used.length === 0) throw new CodeExpiredError()
  if (sentTo === 'from')
    return { change: await sendCode({ ...request, ...row, from, to, sentTo: 'to', provedAt, isAgain: false }) }
  await refuseTaken({ orm, to })
  return { change: null }
}

const keptAfter = (provedAt: Date) => new Date(provedAt.getTime() + provedMs)

const isOwnOpen = ({ by, now }: Pick<Verify, 'by' | 'now'>) =>
  and(
    eq(loginEmailChanges.person, by.person),
    eq(loginEmailChanges.device, by.device),
    gt(loginEmailChanges.expiresAt, new Date(now())),
  )

/** @throws {@link EmailTakenError} */
export async function refuseTaken({ orm, to }: { readonly orm: Pick<Orm, 'select'>; readonly to: string }) {
  const isClaimed = and(eq(loginWallets.person, personOf({ email: to })), isNotNull(loginWallets.claimedAt))
  const [taken] = await orm.select({ id: loginWallets.id }).from(loginWallets).where(isClaimed)
  if (taken !== undefined) throw new EmailTakenError()
}
