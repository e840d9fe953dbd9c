import { CustodyError, type Receipt, readReceipt } from '@foyer/embedded/custody'
import type { Confirmation } from './confirmation.js'
import { UnconfirmedError } from './refusals.js'

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
  const statement = await readReceipt({ receipt, keeper, is: 'confirmed', now: now() }).catch((cause: unknown) => {
    throw cause instanceof CustodyError ? new UnconfirmedError({ cause }) : cause
  })
  if (statement.person !== person || statement.device !== device) throw new UnconfirmedError()
  return { ceremony: statement.ceremony, actsFrom: new Date(statement.actsFrom * 1000) }
}
