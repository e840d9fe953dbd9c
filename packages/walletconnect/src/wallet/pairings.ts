import { expireRecords } from '../exchange/expiry.js'
import { isCallMethod } from '../protocol/calls.js'
import type { Ciphers } from '../protocol/cipher/ciphers.js'
import { bytesToHex } from '../protocol/codec.js'
import { InvalidPairingUriError } from '../protocol/errors.js'
import * as peerFailures from '../protocol/failures.js'
import { isPairingGenuine, type PairingUri, parsePairingUri } from '../protocol/pairing.js'
import { type IncomingCall, proposedBy, type WalletContext } from './context.js'
import { PairingUsedError } from './errors.js'

/** The pairings of a wallet: how an application and a wallet meet. */
export interface Pairings {
  /** @param unlock - takes what came before its key */
  pair(parameters: { readonly uri: string; readonly unlock: () => void }): Promise<void>
  /** Calls about the pairing itself. */
  take(call: IncomingCall): void
  /** Lets go of pairings whose time is over and that nothing waits on. @returns when the next one's is */
  expire(now: number): number | undefined
}

export function createPairings(context: WalletContext): Pairings {
  const { records, transport, ciphers, clock, outbox, timesChanged } = context
  return {
    async pair({ uri, unlock }) {
      const pairing = await readPairing({ uri, ciphers, now: clock.now() })
      const { topic, methods } = pairing
      const known = records.pairings.get(topic)
      if (known?.answeredKey !== undefined) throw new PairingUsedError()
      // A user who scans the same code again hasn't seen what it brought, or has lost it.
      if (known) for (const each of proposedBy(context, topic)) each.emit()
      else {
        const symKey = bytesToHex(pairing.symKey)
        records.pairings.set(topic, { symKey, methods, expiresAt: pairing.expiryTimestamp * 1_000 })
        timesChanged()
        unlock()
      }
      try {
        await transport.watch([topic])
      } catch (error) {
        if (!known) withdraw(context, topic)
        throw error
      }
    },
    take({ topic, symKey, id, method }) {
      if (method === 'wc_pairingDelete') withdraw(context, topic)
      else if (method === 'wc_pairingPing') outbox.reply({ topic, symKey, id, method, result: true })
      else if (!isCallMethod(method)) outbox.reply({ topic, symKey, id, method, failure: peerFailures.unsupportedCall })
    },
    expire: (now) =>
      expireRecords({
        records: records.pairings,
        now,
        expiresAt: ({ expiresAt }) => expiresAt,
        isBusy: (topic) => proposedBy(context, topic).length > 0,
        end: (topic) => forget(context, topic),
      }),
  }
}

function forget({ records, transport }: WalletContext, topic: string): void {
  records.pairings.delete(topic)
  transport.unwatch([topic])
}

function withdraw(context: WalletContext, topic: string): void {
  for (const each of proposedBy(context, topic)) each.end('withdrawn')
  forget(context, topic)
}

async function readPairing({
  uri,
  ciphers,
  now,
}: {
  readonly uri: string
  readonly ciphers: Ciphers
  readonly now: number
}): Promise<PairingUri> {
  const pairing = parsePairingUri({ text: uri, now })
  if (pairing.relay.protocol !== 'irn') throw new InvalidPairingUriError({ field: 'relay-protocol' })
  if (!(await isPairingGenuine({ ciphers, pairing }))) throw new InvalidPairingUriError({ field: 'topic' })
  return pairing
}
