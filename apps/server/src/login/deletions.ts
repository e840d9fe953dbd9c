import type { Output } from '@foyer/core/wire'
import type { DeletionStatement } from '@foyer/custody/keeperWord'
import type { Receipt } from '@foyer/custody/signed'
import { readDeletion } from '@foyer/login/keeperWords'
import type { readDeletionCall } from '@foyer/login/loginDeletionCalls'
import type { Budgets, WindowBudget } from '@foyer/service/budget/budget'
import { createWindows } from '@foyer/service/budget/limit'
import type { Orm } from '@foyer/service/db/database'
import { DeletionOverError, UnconfirmedError } from '@foyer/service/errors/custodyRefusals'
import { OverloadedError, refuseAt } from '@foyer/service/errors/refusals'
import { deletionLetter } from '@foyer/service/mail/deletionLetter'
import { mailLanguageOf } from '@foyer/service/mail/mailLanguage'
import type { MailQueue } from '@foyer/service/mail/mailQueue'
import { and, eq, gt, inArray, isNotNull, lte, or, type SQL } from 'drizzle-orm'
import {
  loginCodes,
  loginDeletions,
  loginDevices,
  loginDoors,
  loginEmailChanges,
  loginOwnDoors,
  loginSessions,
  loginWallets,
} from '../db/schema/index.js'
import { clocksApartMs } from './clocks.js'
import { refuseUnlessTheirs } from './doors.js'
import { loginLimits } from './loginLimits.js'
import { orUnconfirmed, SessionOverError } from './refusals.js'
import { type LoginSession, refuseOldLogin } from './sessions.js'

interface OfWallet {
  readonly by: LoginSession
  readonly wallet: string
}

/** The end of a wallet. The keeper decides; this server lets it, and may be asked to stop it until the keeper has asked for the last time. */
export interface Deletions {
  /** Lets the keeper's word in for ten minutes. @throws LoginTooOldError · WalletUnknownError · RateLimitedError */
  allow(request: OfWallet & { readonly browser: string; readonly language?: string | undefined }): Promise<void>
  read(request: OfWallet): Promise<Output<(typeof readDeletionCall)['reply']>>
  /** Cancels it. One that isn't there is no fault. @throws {@link DeletionOverError} once the keeper has asked for the last time */
  stop(request: OfWallet): Promise<void>
  /** The keeper begins to wait: this server writes to the person as well. @throws {@link UnconfirmedError} · RateLimitedError · OverloadedError */
  notice(request: { readonly receipt: Receipt; readonly link: string }): Promise<void>
  /** The wait is over. @throws {@link UnconfirmedError} where it isn't by this server's clock · {@link DeletionOverError} where somebody has cancelled it */
  close(request: { readonly receipt: Receipt }): Promise<void>
  /** The keeper has deleted what it had. The same again is no fault. @throws {@link UnconfirmedError} */
  finish(request: { readonly receipt: Receipt }): Promise<void>
  /** Nothing comes of it. One that isn't there is no fault. @throws {@link UnconfirmedError} */
  end(request: { readonly receipt: Receipt }): Promise<void>
}

export interface DeletionsParameters {
  readonly orm: Orm
  readonly budgets: Budgets
  readonly mails: Pick<MailQueue, 'add'>
  readonly keeperKey: string
  /** of the wallet's page */
  readonly origin: string
  readonly now: () => number
}

const allowedMs = 600_000
/** After the end of the wait, for a keeper that is away. */
const keptMs = 90 * 86_400_000

export function createDeletions(parameters: DeletionsParameters): Deletions {
  const { orm, budgets, now } = parameters
  const windowOf = createWindows(budgets)
  const [limit, notices] = [windowOf(loginLimits.deletions), windowOf(loginLimits.notices)]
  return {
    async allow({ by, wallet, browser, language }) {
      refuseOldLogin({ loggedInAt: by.loggedInAt, now: now() })
      refuseAt(await limit.take({ key: by.person }))
      await orm.transaction(async (transaction) => {
        await refuseUnlessTheirs({ orm: transaction, by, wallet })
        const isSession = eq(loginSessions.id, by.id)
        const [session] = await transaction.select({ email: loginSessions.email }).from(loginSessions).where(isSession)
        if (session === undefined) throw new SessionOverError()
        const { person, device } = by
        const allowedUntil = new Date(now() + allowedMs)
        const said = { person, device, browser, language: mailLanguageOf(language), email: session.email, allowedUntil }
        const made = { wallet, ...said, status: 'allowed' as const, keptUntil: allowedUntil }
        // What waits already goes on as it is.
        await transaction
          .insert(loginDeletions)
          .values(made)
          .onConflictDoUpdate({ target: loginDeletions.wallet, set: said })
      })
    },
    async read({ by, wallet }) {
      const [row] = await orm
        .select()
        .from(loginDeletions)
        .where(and(isOf({ by, wallet }), isWaiting))
      return { opensAt: row?.opensAt ? Math.floor(row.opensAt.getTime() / 1000) : null }
    },
    async stop({ by, wallet }) {
      const isIts = isOf({ by, wallet })
      const stopped = await stopDeletions({ orm, isTheirs: isIts })
      if (stopped.length > 0) return
      const [there] = await orm.select().from(loginDeletions).where(isIts)
      if (there !== undefined) throw new DeletionOverError()
    },
    notice: (request) => notice({ ...parameters, ...request, notices }),
    close: (request) => close({ ...parameters, ...request }),
    finish: (request) => finish({ ...parameters, ...request }),
    end: (request) => end({ ...parameters, ...request }),
  }
}

const isWaiting = inArray(loginDeletions.status, ['noticed', 'closed'])
const isOf = ({ by, wallet }: OfWallet) => and(eq(loginDeletions.wallet, wallet), eq(loginDeletions.person, by.person))

/** Stops deletions of which the keeper hasn't asked for the last time. @returns those that are stopped now */
export const stopDeletions = ({ orm, isTheirs }: { orm: Pick<Orm, 'update'>; isTheirs: SQL | undefined }) =>
  orm
    .update(loginDeletions)
    .set({ status: 'stopped', allowedUntil: new Date(0) })
    .where(and(isTheirs, inArray(loginDeletions.status, ['allowed', 'noticed', 'stopped'])))
    .returning({ wallet: loginDeletions.wallet })

interface Received extends DeletionsParameters {
  readonly receipt: Receipt
}

const readWord = (
  { receipt, keeperKey, now }: Received,
  stage: DeletionStatement['stage'],
): Promise<DeletionStatement> => orUnconfirmed(readDeletion({ receipt, keeper: keeperKey, stage, now: now() }))

interface Notice extends Received {
  readonly link: string
  readonly notices: WindowBudget
}

/** The keeper's word alone deletes nothing: a session of the same device has asked just before. Said once more, as its answer was lost, it has another link. */
async function notice({ link, notices, ...request }: Notice): Promise<void> {
  const { orm, mails, origin, now } = request
  const { wallet, person, device, deletion, at } = await readWord(request, 'asked')
  // Anyone who has the word may say it for as long as it counts.
  refuseAt(await notices.take({ key: person }))
  const opensAt = new Date(at * 1000)
  const isAllowed = and(eq(loginDeletions.device, device), gt(loginDeletions.allowedUntil, new Date(now())))
  const isThis = and(eq(loginDeletions.deletion, deletion), eq(loginDeletions.status, 'noticed'))
  const [row] = await orm
    .update(loginDeletions)
    .set({ deletion, opensAt, status: 'noticed', keptUntil: new Date(opensAt.getTime() + keptMs) })
    .where(and(eq(loginDeletions.wallet, wallet), eq(loginDeletions.person, person), or(isAllowed, isThis)))
    .returning()
  if (row === undefined) throw new UnconfirmedError()
  const { email, browser, language } = row
  if (email === null) return
  const letter = deletionLetter({
    ...{
      is: 'deleting',
      at: opensAt,
      siteName: new URL(origin).host,
      browser,
      place: null,
      language,
      link,
      walletOrigin: origin,
    },
  })
  if (!mails.add({ to: email, ...letter })) throw new OverloadedError()
}

async function close(request: Received): Promise<void> {
  const { orm, now } = request
  const { wallet, deletion } = await readWord(request, 'due')
  const isThis = and(eq(loginDeletions.wallet, wallet), eq(loginDeletions.deletion, deletion))
  const isOver = lte(loginDeletions.opensAt, new Date(now() + clocksApartMs))
  const closed = await orm
    .update(loginDeletions)
    .set({ status: 'closed' })
    .where(and(isThis, isWaiting, isOver))
    .returning({ wallet: loginDeletions.wallet })
  if (closed.length === 0) throw new DeletionOverError()
}

/** Of this deletion alone: another that was allowed meanwhile goes on. */
async function end(request: Received): Promise<void> {
  const { wallet, deletion } = await readWord(request, 'ended')
  const isThis = and(eq(loginDeletions.wallet, wallet), eq(loginDeletions.deletion, deletion))
  await request.orm.update(loginDeletions).set({ status: 'stopped' }).where(and(isThis, isWaiting))
}

/** Deletes the wallet with all doors, and what its person has had up to then: a wallet that the same mailbox has made meanwhile is another. */
async function finish(request: Received): Promise<void> {
  const { orm } = request
  const { wallet, person, deletion, at } = await readWord(request, 'done')
  const deletedAt = new Date(at * 1000 + 999)
  await orm.transaction(async (rows) => {
    const isIts = and(eq(loginWallets.id, wallet), eq(loginWallets.person, person), isNotNull(loginWallets.claimedAt))
    const [there] = await rows.select({ id: loginWallets.id }).from(loginWallets).where(isIts).for('update')
    if (there === undefined) return
    const isThis = and(eq(loginDeletions.wallet, wallet), eq(loginDeletions.deletion, deletion))
    const [closed] = await rows
      .select()
      .from(loginDeletions)
      .where(and(isThis, eq(loginDeletions.status, 'closed')))
    if (closed === undefined) throw new UnconfirmedError()
    await rows.delete(loginDoors).where(eq(loginDoors.wallet, wallet))
    await rows.delete(loginOwnDoors).where(eq(loginOwnDoors.wallet, wallet))
    await rows.delete(loginWallets).where(eq(loginWallets.id, wallet))
    // Their sessions go with them.
    const isOld = and(eq(loginDevices.person, person), lte(loginDevices.firstSeenAt, deletedAt))
    await rows.delete(loginDevices).where(isOld)
    await rows.delete(loginCodes).where(eq(loginCodes.person, person))
    await rows.delete(loginEmailChanges).where(eq(loginEmailChanges.person, person))
    await rows.delete(loginDeletions).where(eq(loginDeletions.wallet, wallet))
  })
}
