import type { Clock } from '@foyer/core'
import { AbortedError } from '@foyer/core/errors'
import type { DappSession, Engine, EngineEvent, ProposedPairing, ProposeParameters } from '../engine/engine.js'
import type { Ciphers } from '../protocol/cipher/ciphers.js'
import { bytesToHex } from '../protocol/codec.js'
import { offeredUntil } from '../protocol/pairing.js'
import { awaited, type Settling } from '../waiting/awaited.js'
import type { DappConnectParameters } from './client.js'
import { endError } from './errors.js'

interface ConnectingParameters extends DappConnectParameters, Pick<ProposeParameters, 'authPayload'> {
  /** Called in place of resolving where a wallet answers with a sign-in. */
  readonly authenticated?: ((pairingTopic: string, result: unknown) => void) | undefined
}

export interface Connecting {
  /** @throws as `DappClient.connect` */
  connect(parameters: ConnectingParameters): Promise<DappSession>
  /** Settles what an event of the engine is about. */
  take(event: EngineEvent): void
  /** Aborts all calls. */
  stop(): void
}

/** A proposal, with the pairings that a wallet may still answer, the newest last. */
interface Attempt {
  readonly proposed: Omit<ProposeParameters, 'attempt'>
  readonly pairings: ProposedPairing[]
  /** The caller; none where it is kept for the next one. */
  caller?: Caller | undefined
  /** Settled while there was no caller. */
  session?: DappSession | undefined
  isProposing: boolean
  cancelRenewal(): void
}
interface Caller extends Pick<ConnectingParameters, 'offer' | 'authenticated'>, Settling<DappSession> {}

/** Proposes, renews, and settles the calls of `connect`. */
export function createConnecting({
  engine,
  clock,
  ciphers,
  reuse,
  report,
}: {
  readonly engine: Engine
  readonly clock: Clock
  readonly ciphers: Ciphers
  /** Whether a pairing outlives the connecting that it was made for, to be offered again [S4.5]. */
  readonly reuse: boolean
  readonly report: (error: unknown) => void
}): Connecting {
  const attempts = new Set<Attempt>()

  const withdraw = ({ pairingTopic }: ProposedPairing) => void engine.withdraw(pairingTopic).catch(report)
  /** Ends an attempt, and with it what wallets could still answer. @returns its caller */
  function close(attempt: Attempt): Caller | undefined {
    attempt.cancelRenewal()
    attempts.delete(attempt)
    attempt.pairings.splice(0).forEach(withdraw)
    return attempt.caller
  }
  /** Takes a pairing that is over out of its attempt. */
  function without(pairingTopic: string): Attempt | undefined {
    for (const attempt of attempts) {
      const at = attempt.pairings.findIndex((pairing) => pairing.pairingTopic === pairingTopic)
      if (at >= 0) {
        attempt.pairings.splice(at, 1)
        return attempt
      }
    }
    return undefined
  }

  /** Offers the newest pairing until its time is over, then another. The one before may be in a wallet already: it can still be answered. */
  function offer(attempt: Attempt): void {
    const pairing = attempt.pairings.at(-1)
    attempt.cancelRenewal()
    if (!attempt.caller) return
    const leftMs = pairing ? offeredUntil(pairing.madeAt) - clock.now() : 0
    if (pairing && leftMs > 0) {
      const { uri, madeAt } = pairing
      attempt.cancelRenewal = clock.setTimeout(() => offer(attempt), leftMs)
      attempt.caller.offer({ uri, madeAt })
    } else renew(attempt)
  }
  async function renew(attempt: Attempt): Promise<void> {
    if (attempt.isProposing) return
    attempt.isProposing = true
    try {
      const name = bytesToHex(ciphers.randomBytes(16))
      const pairing = await engine.propose({ ...attempt.proposed, attempt: name }).finally(() => {
        attempt.isProposing = false
      })
      if (!attempts.has(attempt)) return withdraw(pairing)
      // The one before the last has expired by now: two are alive at most.
      attempt.pairings.push(pairing)
      offer(attempt)
      // One of the pairings before may have led to a session whose event this page has missed.
      for (const session of await engine.sessions()) settled(session)
    } catch (error) {
      close(attempt)?.reject(error)
    }
  }
  function settled(session: DappSession): void {
    const attempt = without(session.pairingTopic)
    if (!attempt) return
    const caller = close(attempt)
    if (caller) caller.resolve(session)
    else {
      attempt.session = session
      attempts.add(attempt)
    }
  }

  return {
    connect({ offer: show, signal, authenticated, ...proposed }) {
      const unused = [...attempts].filter(({ caller }) => !caller)
      const kept = unused.find((each) => JSON.stringify(each.proposed) === JSON.stringify(proposed))
      for (const each of unused) if (each !== kept || each.session) close(each)
      if (kept?.session) return Promise.resolve(kept.session)
      const attempt: Attempt = kept ?? { proposed, pairings: [], isProposing: false, cancelRenewal() {} }
      const ended = () => {
        if (reuse) {
          attempt.caller = undefined
          attempt.cancelRenewal()
        } else close(attempt)
      }
      return awaited({ clock, signal, ended }, (settling) => {
        attempts.add(attempt)
        attempt.caller = { offer: show, authenticated, ...settling }
        offer(attempt)
      })
    },
    take(event) {
      const { type } = event
      // Emitted with each that is settled, and by a page that takes over from one that couldn't emit it any more.
      if (type === 'sessions') event.sessions.forEach(settled)
      if (type === 'ended')
        for (const attempt of [...attempts]) if (attempt.session?.topic === event.topic) close(attempt)
      if (type !== 'authenticated' && type !== 'notSettled') return
      const { pairingTopic } = event
      const attempt = without(pairingTopic)
      if (!attempt) return
      if (type === 'authenticated') close(attempt)?.authenticated?.(pairingTopic, event.result)
      else if (event.end.type !== 'expired') close(attempt)?.reject(endError(event.end))
      else if (attempt.caller && attempt.pairings.length === 0) renew(attempt)
    },
    stop() {
      for (const attempt of [...attempts]) {
        attempt.pairings.length = 0 // the next page may take them up
        close(attempt)?.reject(new AbortedError())
      }
    },
  }
}
