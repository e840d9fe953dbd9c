import type { Orm } from '../db/database.js'
import { usedNonces } from '../db/schema/index.js'
import { spendIn } from '../signedCalls/nonces.js'

/** The keeper's word for a device, as its receipt has said it. */
export interface Confirmation {
  readonly ceremony: string
  /** from when on the device may change what is more than its own */
  readonly actsFrom: Date
}

/** The keeper gives receipts of a ceremony for 30 days after it has opened, and each counts for minutes; its clock may be another. In milliseconds. */
const rememberedMs = 31 * 86_400_000

/** Uses a ceremony up, for as long as the keeper may give receipts of it. @returns whether it was for the first time */
export const spendCeremony = (orm: Pick<Orm, 'insert'>, { ceremony, actsFrom }: Confirmation): Promise<boolean> =>
  spendIn({ orm, table: usedNonces })({
    nonce: `ceremony ${ceremony}`,
    expiresAt: new Date(actsFrom.getTime() + rememberedMs),
  })
