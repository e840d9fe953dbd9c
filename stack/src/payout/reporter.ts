import { createHmac, randomUUID } from 'node:crypto'

export interface Reporter {
  /** Reports a payout's status to the server. @returns whether it was accepted */
  report(message: Readonly<Record<string, unknown>>): Promise<boolean>
}

export interface CreateReporterParameters {
  /** the server's webhook for this desk or exchange */
  url: string
  secret: string
  /** milliseconds since 1970 */
  now: () => number
  log: (line: string) => void
}

/** Signs messages and posts them: each with an id and a time of its own, so that saying it again is no replay. */
export function createReporter({ url, secret, now, log }: CreateReporterParameters): Reporter {
  return {
    async report(message) {
      const body = JSON.stringify({ delivery: randomUUID(), ...message })
      const timestamp = Math.floor(now() / 1000)
      try {
        const answer = await fetch(url, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'Foyer-Timestamp': String(timestamp),
            'Foyer-Signature': createHmac('sha256', secret).update(`webhook.${timestamp}.${body}`).digest('hex'),
          },
          body,
          signal: AbortSignal.timeout(5_000),
        })
        if (!answer.ok) log(`the server didn't take a report: HTTP ${answer.status}`)
        return answer.ok
      } catch (error) {
        log(`the server wasn't reached: ${error instanceof Error ? error.name : 'unknown reason'}`)
        return false
      }
    },
  }
}
