import type { Orm } from '@foyer/service/db/database'
import { lt } from 'drizzle-orm'
import { webhookDeliveries as table } from '../db/schema/index.js'
import { WebhookReplayedError } from './refusals.js'
import { signatureHoldsSeconds } from './signature.js'

export interface TakeDelivery {
  /** the transaction that what the message says is written in, so that a message is either taken whole or can come again */
  orm: Pick<Orm, 'insert' | 'delete'>
  sender: string
  delivery: string
  /** milliseconds since 1970 */
  now: number
}

/**
 * Takes a message once. Older ones are forgotten as soon as their signature holds no more.
 * @throws {@link WebhookReplayedError}
 */
export async function takeDelivery({ orm, sender, delivery, now }: TakeDelivery): Promise<void> {
  await orm.delete(table).where(lt(table.receivedAt, new Date(now - 3 * signatureHoldsSeconds * 1000)))
  const row = { sender, delivery, receivedAt: new Date(now) }
  const taken = await orm.insert(table).values(row).onConflictDoNothing().returning({ delivery: table.delivery })
  if (taken.length === 0) throw new WebhookReplayedError()
}
