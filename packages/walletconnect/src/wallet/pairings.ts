import { expireRecords } from '../exchange/expiry.js'
import {
  bytesToHex,
  type Ciphers,
  InvalidPairingUriError,
  isCallMethod,
  isPairingGenuine,
  type PairingUri,
  parsePairingUri,
  peerFailures,
} from '../protocol/index.js'
import type { IncomingCall, WalletContext } from './context.js'
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

export function createPairings({
  records,
  transport,
  ciphers,
  clock,
  tell,
  outbox,
  timesChanged,
}: WalletContext): Pairings {
  const proposalsOn = (topic: string) =>
    records.proposals.all().flatMap(([, { proposal }]) => (proposal.pairingTopic === topic ? [proposal] : []))
  const authenticationsOn = (topic: string) =>
    records.authentications
      .all()
      .flatMap(([, { authentication }]) => (authentication.pairingTopic === topic ? [authentication] : []))

  function forget(topic: string): void {
    records.pairings.delete(topic)
    transport.unwatch([topic])
  }

  /** What came was told already; who scans again hasn't seen it, or has lost it. */
  function tellAgain(topic: string): void {
    for (const proposal of proposalsOn(topic)) tell({ type: 'proposed', proposal })
    for (const authentication of authenticationsOn(topic)) tell({ type: 'authenticate', authentication })
  }

  function withdraw(topic: string): void {
    for (const { id } of proposalsOn(topic)) {
      records.proposals.delete(id)
      tell({ type: 'proposalEnded', id, why: 'withdrawn' })
    }
    for (const { id } of authenticationsOn(topic)) {
      records.authentications.delete(id)
      tell({ type: 'proposalEnded', id, why: 'withdrawn' })
    }
    forget(topic)
  }

  return {
    async pair({ uri, unlock }) {
      const pairing = await readPairing({ uri, ciphers, now: clock.now() })
      const { topic, methods } = pairing
      const known = records.pairings.get(topic)
      if (known?.answeredKey !== undefined) throw new PairingUsedError()
      if (known) tellAgain(topic)
      else {
        const symKey = bytesToHex(pairing.symKey)
        records.pairings.set(topic, { symKey, methods, expiresAt: pairing.expiryTimestamp * 1_000 })
        timesChanged()
        unlock()
      }
      try {
        await transport.watch([topic])
      } catch (error) {
        if (!known) withdraw(topic)
        throw error
      }
    },
    take({ topic, symKey, id, method }) {
      if (method === 'wc_pairingDelete') withdraw(topic)
      else if (method === 'wc_pairingPing') outbox.answerLater({ topic, symKey, id, method, result: true })
      else if (!isCallMethod(method))
        outbox.answerLater({ topic, symKey, id, method, failure: peerFailures.unsupportedCall })
    },
    expire: (now) =>
      expireRecords({
        records: records.pairings,
        now,
        expiresAt: ({ expiresAt }) => expiresAt,
        isBusy: (topic) => proposalsOn(topic).length + authenticationsOn(topic).length > 0,
        end: forget,
      }),
  }
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
