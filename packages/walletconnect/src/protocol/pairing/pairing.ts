import type { Ciphers } from '../cipher/ciphers.js'
import { topicOf } from '../cipher/ids.js'
import type { PairingUri } from './pairingUri.js'
import { pairingTimes } from './times.js'

/** A pairing that nobody has scanned yet, for one attempt to connect: its key is drawn anew, its topic belongs to it. */
export async function newPairing({
  ciphers,
  now,
  methods = [],
}: {
  readonly ciphers: Ciphers
  /** ms since 1970 */
  readonly now: number
  readonly methods?: readonly string[] | undefined
}): Promise<PairingUri> {
  const symKey = ciphers.randomBytes(32)
  const topic = await topicOf({ ciphers, key: symKey })
  const expiryTimestamp = Math.floor(now / 1_000) + pairingTimes.lifetimeSeconds
  return { topic, symKey, relay: { protocol: 'irn' }, expiryTimestamp, methods }
}

/** Whether a pairing's topic belongs to its key: another one would be a topic that somebody else listens to. */
export async function isPairingGenuine({
  ciphers,
  pairing,
}: {
  readonly ciphers: Ciphers
  readonly pairing: Pick<PairingUri, 'topic' | 'symKey'>
}): Promise<boolean> {
  return (await topicOf({ ciphers, key: pairing.symKey })) === pairing.topic
}
