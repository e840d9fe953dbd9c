import { emailOf } from '@foyer/custody/person'
import type { Receipt } from '@foyer/custody/signed'
import { readCodeWord } from '@foyer/login/keeperWords'
import type { Orm } from '@foyer/service/db/database'
import { UnconfirmedError } from '@foyer/service/errors/custodyRefusals'
import { spendIn } from '@foyer/service/signedCalls/signedCalls'
import { and, eq, gt } from 'drizzle-orm'
import { loginCodes, loginDevices, usedNonces } from '../db/schema/index.js'
import type { Confirmation } from './confirmation.js'
import { isDevice } from './letIn.js'
import { codeMinutes } from './loginConfig.js'
import { orUnconfirmed } from './refusals.js'
import { type WriteCodeParameters, writeCode } from './writeCode.js'

/*
 * One visit to the mailbox: the code lies beside the keeper's mail. The keeper alone has it sent, once a ceremony, and never who asks this server; what is sent
 * so is counted with the keeper's mail, and in no budget of the person's. It lets no one in before its device brings the keeper's receipt.
 */

/** The time that a code has left has to be enough to type it in; else another is sent. */
const leastLeftMs = 60_000

interface SendCodeAhead extends WriteCodeParameters {
  readonly orm: Orm
  readonly keeperKey: string
  readonly receipt: Receipt
}

/** Sends a code by the keeper's word. @throws UnconfirmedError · OverloadedError, after which it may be said again */
export async function sendCodeAhead({ receipt, keeperKey: keeper, ...request }: SendCodeAhead): Promise<void> {
  const { orm, now } = request
  const word = await orUnconfirmed(readCodeWord({ receipt, keeper, now: now() }))
  const { person, device, ceremony } = word
  const email = emailOf(person)
  // The keeper is told any site; where no project allows it the login goes no further here, so that its code is of no use.
  const siteName = await request.siteNames.nameOf(word.site)
  if (email === null || siteName === null) throw new UnconfirmedError()
  const expiresAt = new Date(Math.min(word.expiresAt * 1000, now() + codeMinutes.most * 60_000))
  await orm.transaction(async (transaction) => {
    const spend = spendIn({ orm: transaction, table: usedNonces })
    if (!(await spend({ nonce: `code ${ceremony}`, expiresAt: new Date(word.expiresAt * 1000) }))) return
    // Where a code was sent when it was asked for, that one is typed: to a device of the person's, and one that the keeper has confirmed before this word came.
    const isTheirs = and(eq(loginCodes.person, person), eq(loginCodes.device, device), eq(loginCodes.isAhead, false))
    const isGood = and(isTheirs, gt(loginCodes.expiresAt, new Date(now())))
    const sent = await transaction.select({ id: loginCodes.id }).from(loginCodes).where(isGood)
    const known = await transaction.select().from(loginDevices).where(isDevice({ person, device }))
    if (sent.length > 0 || known.length > 0) return
    await writeCode({
      ...request,
      ...word,
      siteName,
      orm: transaction,
      email,
      confirmation: null,
      ahead: ceremony,
      expiresAt,
    })
  })
}

interface TakeCodeAhead {
  readonly orm: Pick<Orm, 'update'>
  readonly now: () => number
  readonly person: string
  readonly device: string
  readonly site: string
  readonly browser: string
  readonly confirmation: Confirmation
}

/** The code that was sent to a device before it was confirmed counts from now on; the next that it asks for is another. @returns null where there is none */
export async function takeCodeAhead(request: TakeCodeAhead): Promise<{ login: string; codeSeconds: number } | null> {
  const { orm, now, person, device, site, browser } = request
  const { ceremony, actsFrom, wallet } = request.confirmation
  const isTheirs = and(eq(loginCodes.person, person), eq(loginCodes.device, device), eq(loginCodes.isAhead, true))
  const [taken] = await orm
    .update(loginCodes)
    .set({ isAhead: false, ceremony, actsFrom, wallet, site, browser })
    .where(and(isTheirs, gt(loginCodes.expiresAt, new Date(now() + leastLeftMs))))
    .returning()
  if (taken === undefined) return null
  return { login: taken.id, codeSeconds: Math.floor((taken.expiresAt.getTime() - now()) / 1000) }
}
