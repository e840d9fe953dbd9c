import { emailOf } from '@foyer/custody/person'
import type { Receipt, StatementOf } from '@foyer/custody/signed'
import type { Orm } from '@foyer/service/db/database'
import { UnconfirmedError } from '@foyer/service/errors/custodyRefusals'
import type { MailQueue } from '@foyer/service/mail/mailQueue'
import { and, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import * as v from 'valibot'
import {
  loginCodes,
  loginDevices,
  loginDoors,
  loginEmailChanges,
  loginOwnDoors,
  loginSessions,
  loginWallets,
} from '../db/schema/index.js'
import type { SiteNames } from '../projects/siteNames.js'
import { changedLetter } from './codeLetter.js'
import { forgetDevicesBeyond } from './devices.js'
import { refuseTaken } from './emailChanges.js'

type Bound = StatementOf<'bound'>

export interface MovePersonParameters {
  readonly orm: Orm
  readonly mails: Pick<MailQueue, 'add'>
  readonly siteNames: SiteNames
  readonly now: () => number
  /** the wallet's */
  readonly origin: string
}

interface MovePerson extends MovePersonParameters {
  /** the keeper's word that the wallet is another mailbox's now */
  readonly receipt: Receipt
  readonly bound: Bound
  readonly moved: NonNullable<Bound['moved']>
}

/**
 * Makes a wallet, its doors and its person's devices and sessions those of the person's new mailbox, all at once. The keeper's word alone moves nothing: this
 * server was proved both mailboxes itself, or anyone who has the keeper would have every wallet. @returns whether there was something to move
 * @throws {@link UnconfirmedError} · EmailTakenError
 */
export async function movePerson({
  orm,
  mails,
  siteNames,
  now,
  origin,
  receipt,
  bound,
  moved,
}: MovePerson): Promise<boolean> {
  const { from } = moved
  const to = bound.person
  const email = emailOf(to)
  if (email === null) throw new UnconfirmedError()
  const written = await orm.transaction(async (rows) => {
    const isTheirs = and(eq(loginWallets.person, from), isNotNull(loginWallets.claimedAt))
    const [wallet] = await rows
      .select()
      .from(loginWallets)
      .where(and(eq(loginWallets.id, bound.wallet), isTheirs))
      .for('update')
    if (wallet === undefined) return null
    const isThis = and(eq(loginEmailChanges.person, from), eq(loginEmailChanges.email, email))
    const isProved = and(isNotNull(loginEmailChanges.provedAt), gt(loginEmailChanges.keptUntil, new Date(now())))
    const [proof] = await rows.select().from(loginEmailChanges).where(and(isThis, isProved))
    if (proof === undefined || moved.at <= movedAtOf(wallet.receipt)) throw new UnconfirmedError()
    await refuseTaken({ orm: rows, to: email })
    await rows.update(loginWallets).set({ person: to, receipt }).where(eq(loginWallets.id, wallet.id))
    await rows.update(loginDoors).set({ person: to }).where(eq(loginDoors.wallet, wallet.id))
    // By which their owner logs in alone: as the new address from now on.
    await rows.update(loginOwnDoors).set({ person: to, email }).where(eq(loginOwnDoors.wallet, wallet.id))
    await moveDevices({ orm: rows, from, to, email })
    await rows.delete(loginCodes).where(eq(loginCodes.person, from))
    await rows.delete(loginEmailChanges).where(eq(loginEmailChanges.person, from))
    return proof
  })
  if (written === null) return false
  const { site, browser, language } = written
  const change = { from: emailOf(from) ?? '', to: email }
  const siteName = await siteNames.nameOf(site)
  mails.add({ to: change.from, ...changedLetter({ siteName, browser, change, language, walletOrigin: origin }) })
  return true
}

/** The keeper's word for a wallet that it has moved. */
const Moved = v.pipe(v.string(), v.parseJson(), v.object({ moved: v.object({ at: v.number() }) }))

/** When the keeper had moved the wallet before; 0 where it hasn't. */
function movedAtOf(receipt: Receipt | null): number {
  const { success, output } = v.safeParse(Moved, receipt?.text)
  return success ? output.moved.at : 0
}

interface MoveDevices {
  readonly orm: Pick<Orm, 'select' | 'insert' | 'update' | 'delete'>
  readonly from: string
  readonly to: string
  readonly email: string
}

/** Devices follow with their sessions, in the place of what the same devices had at the new address: no visitor is logged out by it. */
async function moveDevices({ orm, from, to, email }: MoveDevices): Promise<void> {
  const devices = await orm.select().from(loginDevices).where(eq(loginDevices.person, from))
  if (devices.length === 0) return
  const keys = devices.map(({ device }) => device)
  await orm.delete(loginDevices).where(and(eq(loginDevices.person, to), inArray(loginDevices.device, keys)))
  await orm.insert(loginDevices).values(devices.map((row) => ({ ...row, person: to })))
  await orm.update(loginSessions).set({ person: to, email }).where(eq(loginSessions.person, from))
  await orm.delete(loginDevices).where(eq(loginDevices.person, from))
  await forgetDevicesBeyond({ orm, person: to })
}
