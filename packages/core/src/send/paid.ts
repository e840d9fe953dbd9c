import * as v from 'valibot'
import { type Family, isFamily } from '../chain/ids.js'
import type { Persistence } from '../storage/persistence.js'
import { limits } from '../wire/limits.js'

/** Somebody who was paid from this browser. */
export interface PaidRecipient {
  readonly family: Family
  readonly address: string
}

/** The most that are kept. */
const most = 50

const Paid: v.GenericSchema<unknown, readonly PaidRecipient[]> = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({
      family: v.pipe(v.string(), v.guard(isFamily)),
      address: v.pipe(v.string(), v.maxLength(limits.address)),
    }),
  ),
)

/** Whom a family's accounts have paid from this browser, the last first; corrupt storage is empty storage [F20]. */
export function paidRecipients({ read }: Pick<Persistence, 'read'>, family: Family): readonly string[] {
  return stored({ read })
    .filter((each) => each.family === family)
    .map(({ address }) => address)
}

/** Keeps a recipient, so that the next one who looks alike is noticed. */
export function rememberPaid({ read, write }: Pick<Persistence, 'read' | 'write'>, paid: PaidRecipient): void {
  const others = stored({ read }).filter(({ family, address }) => family !== paid.family || address !== paid.address)
  write('paid_recipients', JSON.stringify([paid, ...others].slice(0, most)))
}

function stored({ read }: Pick<Persistence, 'read'>): readonly PaidRecipient[] {
  const { success, output } = v.safeParse(Paid, read('paid_recipients'))
  return success ? output : []
}
