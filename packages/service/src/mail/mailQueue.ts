import type { Clock } from '../clock.js'
import type { Log } from '../log/createLog.js'
import type { Metrics } from '../metrics/metrics.js'
import type { BackgroundWork } from '../repeatedWork.js'
import type { Mail, Mailer } from './mail.js'
import { MailError } from './mail.js'

/** Of a mail that stands elsewhere too, and is tried again from there. */
export interface OwedMail {
  /** when it is another's to send; one whose turn comes later is dropped */
  readonly sendBy: number
  /** Says how its one try went. A node that leaves waits for what is done then. */
  readonly settled: (outcome: 'sent' | 'refused' | 'failed') => Promise<void>
}

export interface MailQueueParameters {
  readonly mailer: Mailer
  readonly log: Pick<Log, 'warn' | 'error'>
  readonly clock: Clock
  readonly metrics: Pick<Metrics, 'mailed'>
  readonly name: string
  readonly most?: number | undefined
}

/** A minute's worth of a mail server that takes 16 a second. */
const usualMost = 1_000
const mostAtOnce = 4
const tries = 3
/** Before the second and the third try. */
const pausesMs = [2_000, 10_000] as const
/** The time for which a node that leaves goes on sending what waits. */
const lastMs = 8_000

export type MailQueue = ReturnType<typeof createMailQueue>

/**
 * Sends mails after the answers to those who caused them, so that no answer's time says whether a mail was sent [F3]. They are in memory alone: one that a crash loses is asked for again, or is owed by a row that has no secret of it. A code that lies in a table is a code
 * that can be read there.
 */
export function createMailQueue(parameters: MailQueueParameters) {
  const { mailer, log, metrics, clock, name, most = usualMost } = parameters
  const waiting: { readonly mail: Mail; readonly owed: OwedMail | undefined }[] = []
  const sending = new Set<Promise<void>>()
  const leaving = new AbortController()
  let isStarted = false
  const isStopped = () => leaving.signal.aborted
  const next = () => {
    while (isStarted && !isStopped() && sending.size < mostAtOnce) {
      const turn = waiting.shift()
      if (turn === undefined) return
      const { mail, owed } = turn
      if (owed && clock.now() > owed.sendBy) {
        metrics.mailed({ queue: name, outcome: 'dropped' })
        continue
      }
      const asked = { mail, most: owed === undefined ? tries : 1, leaving: leaving.signal }
      const sent = sendOne({ ...parameters, ...asked }).then(async (outcome) => {
        metrics.mailed({ queue: name, outcome: outcome === 'refused' ? 'failed' : outcome })
        await owed?.settled(outcome)
        sending.delete(sent)
        next()
      })
      sending.add(sent)
    }
  }
  return {
    /** @returns false where the queue is full; nothing of the mail is kept then */
    add(mail: Mail, owed?: OwedMail): boolean {
      if (waiting.length + sending.size >= most || isStopped()) {
        log.error({ queue: name, length: waiting.length }, 'a mail was dropped: the queue is full')
        metrics.mailed({ queue: name, outcome: 'dropped' })
        return false
      }
      waiting.push({ mail, owed })
      // In a turn of its own: the answer that caused it goes first.
      setImmediate(next)
      return true
    },
    /** how many wait or are being sent */
    get length(): number {
      return waiting.length + sending.size
    },
    work: {
      name,
      start() {
        isStarted = true
        next()
      },
      async stop() {
        const limit = { clock, ms: lastMs, leaving: leaving.signal }
        if (isStarted && !isStopped()) await Promise.race([drain({ next, sending }), pause(limit)])
        // A timer that is left would keep the process.
        leaving.abort()
        if (waiting.length > 0) log.error({ queue: name, left: waiting.length }, 'mails were not sent')
        waiting.length = 0
        mailer.close()
      },
    } satisfies BackgroundWork,
  }
}

/** Sends what waits, and waits for what is being sent. */
async function drain({ next, sending }: { next: () => void; sending: ReadonlySet<Promise<void>> }): Promise<void> {
  next()
  while (sending.size > 0) await Promise.race(sending)
}

interface SendOne extends Pick<MailQueueParameters, 'mailer' | 'log' | 'name' | 'clock'> {
  readonly mail: Mail
  readonly most: number
  readonly leaving: AbortSignal
}

async function sendOne(request: SendOne): Promise<'sent' | 'refused' | 'failed'> {
  const { mail, mailer, log, name, most, clock, leaving } = request
  for (let tried = 1; ; tried += 1) {
    try {
      await mailer.send(mail)
      return 'sent'
    } catch (error) {
      const known = error instanceof MailError ? error : new MailError({ code: 'unknown', isLasting: true })
      const pauseMs = pausesMs[tried - 1]
      if (known.isLasting || tried >= most || pauseMs === undefined || leaving.aborted) {
        log.error({ queue: name, code: known.code, tried }, 'a mail was not sent')
        return known.isLasting ? 'refused' : 'failed'
      }
      log.warn({ queue: name, code: known.code, tried }, 'a mail was not sent yet')
      await pause({ clock, ms: pauseMs, leaving })
    }
  }
}

/** Waits, but where the node leaves. */
function pause({ clock, ms, leaving }: Pick<SendOne, 'clock' | 'leaving'> & { readonly ms: number }): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel()
      leaving.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.setTimeout(end, ms)
    leaving.addEventListener('abort', end)
  })
}
