import type { Output } from '@foyer/core/wire'
import { newId } from '@foyer/custody/bytes'
import { emailOf, personOf } from '@foyer/custody/person'
import type { Receipt } from '@foyer/custody/signed'
import type { beginLoginCall } from '@foyer/login/loginCalls'
import { UnconfirmedError } from '@foyer/service/errors/custodyRefusals'
import type { MailQueue } from '@foyer/service/mail/mailQueue'
import type { OwnersOf } from '@foyer/service/owners/ownerOf'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { loginCodes, loginDevices } from '../db/schema/index.js'
import type { Projects } from '../projects/projects.js'
import type { SiteNames } from '../projects/siteNames.js'
import type { CodeBudgets } from './codeBudgets.js'
import type { Codes } from './codes.js'
import { sendCodeAhead, takeCodeAhead } from './codesAhead.js'
import { type Confirmation, readConfirmation, spendCeremony } from './confirmation.js'
import { goesBy } from './earlierCodes.js'
import { isDevice, letIn } from './letIn.js'
import { isNearby } from './nearby.js'
import { CodeExpiredError } from './refusals.js'
import { refuseSite } from './refuseSite.js'
import { mostTries, requireCode } from './requireCode.js'
import { beginSession, type GivenSession, giveSession, type SessionsParameters } from './sessions.js'
import { writeCode } from './writeCode.js'

/** Facts of the asker, beside what they signed. */
export interface Asking {
  /** the key of the device that signed */
  readonly device: string
  /** as `clientKey` gives it */
  readonly client: string
}

export interface Logins {
  /**
   * Begins a login. A device that the person has, or that the keeper has confirmed for them, is sent a code after the answer. Any other learns nothing:
   * what it is answered, and what is done for that, is the same for every address. [F3]
   * @throws InvalidKeyError · OriginNotAllowedError · UnconfirmedError · TooManyCodesError · OverloadedError
   */
  begin(
    request: Asking & {
      readonly email: string
      readonly projectId: string | undefined
      readonly site: string
      readonly confirmation: Receipt | undefined
      /** such as `Firefox on Windows` */
      readonly browser: string
      /** BCP 47; what the visitor reads */
      readonly language?: string | undefined
    },
  ): Promise<Output<(typeof beginLoginCall)['reply']>>
  /**
   * Ends a login with its code, and lets its device in.
   * @throws CodeWrongError · CodeReplacedError · {@link CodeExpiredError} · TooManyTriesError · UnconfirmedError · TooManyCodesError
   */
  verify(request: Asking & { readonly login: string; readonly code: string }): Promise<GivenSession>
  /** Sends a code beside the keeper's mail, by its word. The same again is no fault, and sends nothing. @throws UnconfirmedError · OverloadedError */
  sendAhead(request: { readonly receipt: Receipt }): Promise<void>
}

export interface LoginsParameters extends SessionsParameters {
  readonly projects: Pick<Projects, 'find'>
  readonly siteNames: SiteNames
  readonly codes: Codes
  readonly codeBudgets: CodeBudgets
  readonly mails: Pick<MailQueue, 'add'>
  readonly ownersOf: OwnersOf
  readonly keeperKey: string
  readonly codeMinutes: number
  /** the wallet's */
  readonly origin: string
}

export function createLogins(parameters: LoginsParameters): Logins {
  return {
    begin: (request) => begin({ ...parameters, ...request }),
    verify: (request) => verify({ ...parameters, ...request }),
    sendAhead: (request) => sendCodeAhead({ ...parameters, ...request }),
  }
}

type Begin = LoginsParameters & Parameters<Logins['begin']>[0]

async function begin(request: Begin): ReturnType<Logins['begin']> {
  const { email, codeMinutes } = request
  await refuseSite(request)
  const person = personOf({ email })
  const entry = await entryOf({ ...request, person })
  // The page waits for the keeper, and asks again with its confirmation.
  const codeSeconds = codeMinutes * 60
  if (entry === null) return { login: newId(), action: 'VERIFY_DEVICE', codeSeconds }
  const ahead = entry.kind === 'confirmed' ? await takeCodeAhead({ ...request, person, confirmation: entry }) : null
  if (ahead !== null) return { ...ahead, action: 'VERIFY_OTP' }
  return { login: await sendCode({ ...request, person, entry }), action: 'VERIFY_OTP', codeSeconds }
}

/** Why a device may be sent a code: the person has it, or the keeper has confirmed it. */
type Entry = { readonly kind: 'known' } | ({ readonly kind: 'confirmed' } & Confirmation)

async function entryOf(request: Begin & { readonly person: string }): Promise<Entry | null> {
  const { orm, person, device, confirmation } = request
  const [known] = await orm
    .select({ device: loginDevices.device })
    .from(loginDevices)
    .where(isDevice({ person, device }))
  if (confirmation === undefined) return known === undefined ? null : { kind: 'known' }
  const reading = readConfirmation({ ...request, receipt: confirmation })
  if (known === undefined) return { kind: 'confirmed', ...(await reading) }
  // It needs none, so one that doesn't count keeps it from nothing; and one that does is used up, or would bring it back once it was removed.
  const needless = await reading.catch((error: unknown) => {
    if (error instanceof UnconfirmedError) return null
    throw error
  })
  if (needless !== null) await spendCeremony(orm, needless)
  return { kind: 'known' }
}

async function sendCode(request: Begin & { readonly person: string; readonly entry: Entry }): Promise<string> {
  const { codeBudgets, person, device, client, entry } = request
  const confirmation = entry.kind === 'confirmed' ? entry : null
  const isNew = confirmation !== null
  const asker = { person, device, client, isNew, isNearby: isNew && (await isNearby(request)) }
  await codeBudgets.takeCode(asker, { is: 'login' })
  const expiresAt = new Date(request.now() + request.codeMinutes * 60_000)
  const siteName = await request.siteNames.nameOf(request.site)
  return writeCode({ ...request, siteName, confirmation, expiresAt })
}

type Verify = LoginsParameters & Parameters<Logins['verify']>[0]

async function verify(request: Verify): Promise<GivenSession> {
  const { orm, codes, codeBudgets, login, code, device, client } = request
  const isGood = and(eq(loginCodes.isAhead, false), gt(loginCodes.expiresAt, new Date(request.now())))
  const isOpen = and(eq(loginCodes.device, device), isGood)
  const known = (await orm.select().from(loginCodes).where(isOpen)).find(goesBy(login))
  if (known === undefined) throw new CodeExpiredError()
  const { person, id } = known
  const isNew = known.ceremony !== null
  const asker = { person, device, client, isNew, isNearby: isNew && (await isNearby({ ...request, person })) }
  const countTry = async () => {
    const counted = orm
      .update(loginCodes)
      .set({ tries: sql`${loginCodes.tries} + 1` })
      .where(and(eq(loginCodes.id, id), isOpen, lt(loginCodes.tries, mostTries)))
      .returning()
    return (await counted)[0]
  }
  const row = await requireCode({ codes, codeBudgets, asker, id, code, countTry })
  const session = await orm.transaction(async (transaction) => {
    const used = await transaction.delete(loginCodes).where(eq(loginCodes.id, id)).returning({ id: loginCodes.id })
    if (used.length === 0) throw new CodeExpiredError()
    const { person, ceremony, actsFrom, wallet } = row
    const [network] = request.ownersOf(client)
    // The code has an end of its own: a receipt that was good when it was sent is good as long as it is.
    const confirmation = ceremony === null || actsFrom === null ? null : { ceremony, actsFrom, wallet }
    await letIn({ orm: transaction, row: { ...row, network, confirmation }, now: request.now })
    return beginSession({ ...request, orm: transaction, person, email: emailOf(person), userName: null })
  })
  return giveSession({ ...request, row: session })
}
