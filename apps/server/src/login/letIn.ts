import type { Orm } from '@foyer/service/db/database'
import { UnconfirmedError } from '@foyer/service/errors/custodyRefusals'
import { and, eq, isNotNull } from 'drizzle-orm'
import { loginDevices, loginWallets } from '../db/schema/index.js'
import { type Confirmation, spendCeremony } from './confirmation.js'
import { forgetDevicesBeyond } from './devices.js'

/** A device that has proved whose it is, and the keeper's ceremony that confirmed it; none where it was known. */
export interface ProvedDevice {
  readonly person: string
  readonly device: string
  readonly site: string
  readonly browser: string
  readonly confirmation: Confirmation | null
  /** a keyed name of the network that it is in; null where that isn't known */
  readonly network: string | null
}

interface LetIn {
  readonly orm: Pick<Orm, 'select' | 'insert' | 'update' | 'delete'>
  readonly row: ProvedDevice
  readonly now: () => number
}

export const isDevice = ({ person, device }: Pick<ProvedDevice, 'person' | 'device'>) =>
  and(eq(loginDevices.person, person), eq(loginDevices.device, device))

/**
 * A device that the person has is seen again, and is bound by nothing new. A new one becomes theirs by the keeper's confirmation, which counts once: a device that
 * was removed doesn't come back by the one that it came by. A code, or a provider's word, alone makes no device theirs. [F4]
 */
export async function letIn({ orm, row, now }: LetIn): Promise<void> {
  const { person, device, site, browser, confirmation, network } = row
  const time = new Date(now())
  const seen = await orm
    .update(loginDevices)
    .set({ site, browser, lastSeenAt: time, network })
    .where(isDevice({ person, device }))
    .returning({ device: loginDevices.device })
  // What confirmed it anew is used up with that: else it would bring the device back once that was removed.
  const isFirst = confirmation !== null && (await spendCeremony(orm, confirmation))
  if (seen.length > 0) return
  if (confirmation === null || !isFirst) throw new UnconfirmedError()
  await refuseOtherWallet({ orm, person, wallet: confirmation.wallet })
  const { ceremony, actsFrom } = confirmation
  const times = { firstSeenAt: time, lastSeenAt: time }
  await orm.insert(loginDevices).values({ person, device, site, browser, ...times, network, ceremony, actsFrom })
  await forgetDevicesBeyond({ orm, person })
}

interface OtherWallet extends Pick<LetIn, 'orm'> {
  readonly person: string
  /** that the keeper has let the device in for */
  readonly wallet: string | null
}

/**
 * Where the keeper has given a person's wallet to another mailbox, or deleted it, and this server wasn't notified yet, a person with the mailbox of before is let
 * in for what the keeper has of it, and this server has what isn't theirs any more. @throws {@link UnconfirmedError}
 */
async function refuseOtherWallet({ orm, person, wallet }: OtherWallet): Promise<void> {
  const isTheirs = and(eq(loginWallets.person, person), isNotNull(loginWallets.claimedAt))
  const [claimed] = await orm.select({ id: loginWallets.id }).from(loginWallets).where(isTheirs)
  if (claimed !== undefined && claimed.id !== wallet) throw new UnconfirmedError()
}
