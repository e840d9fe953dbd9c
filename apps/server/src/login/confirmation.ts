import type { Receipt } from '@foyer/custody/signed'
import { readReceipt } from '@foyer/login/keeperWords'
import type { Orm } from '@foyer/service/db/database'
import { UnconfirmedError } from '@foyer/service/errors/custodyRefusals'
import { spendIn } from '@foyer/service/signedCalls/signedCalls'
import { usedNonces } from '../db/schema/index.js'
import { orUnconfirmed } from './refusals.js'

/** The keeper's word for a device, as its receipt has said it. */
export interface Confirmation {
  readonly ceremony: string
  /** from when on the device may change what is more than its own */
  readonly actsFrom: Date
  /** which wallet is the person's by then; null where none is */
  readonly wallet: string | null
}

/** The keeper gives receipts of a ceremony for 30 days after it has opened, and each counts for minutes; its clock may be another. In milliseconds. */
const rememberedMs = 31 * 86_400_000

/** Uses a ceremony up, for as long as the keeper may give receipts of it. @returns whether it was for the first time */
export const spendCeremony = (
  orm: Pick<Orm, 'insert'>,
  { ceremony, actsFrom }: Omit<Confirmation, 'wallet'>,
): Promise<boolean> =>
  spendIn({ orm, table: usedNonces })({
    nonce: `ceremony ${ceremony}`,
    expiresAt: new Date(actsFrom.getTime() + rememberedMs),
  })

interface ReadConfirmation {
  readonly receipt: Receipt
  readonly keeperKey: string
  /** whom this server has found by itself: neither's word is enough */
  readonly person: string | null
  readonly device: string
  readonly now: () => number
}

/** Reads the keeper's word for a person and a device. @throws UnconfirmedError where it is of others, is over, or isn't one */
export async function readConfirmation(request: ReadConfirmation): Promise<Confirmation> {
  const { receipt, keeperKey: keeper, person, device, now } = request
  const statement = await orUnconfirmed(readReceipt({ receipt, keeper, is: 'confirmed', now: now() }))
  if (statement.person !== person || statement.device !== device) throw new UnconfirmedError()
  const { ceremony, actsFrom, wallet } = statement
  return { ceremony, actsFrom: new Date(actsFrom * 1000), wallet }
}
