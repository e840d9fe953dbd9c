import { createMeters, type Meters } from './meters.js'
import type { Metrics, Observed } from './metrics.js'

/** An invented method doesn't create a series. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/** Figures for Prometheus that every program has. */
export function createMetrics(meters: Meters = createMeters()): Metrics {
  const { histogram, counter } = meters
  const requests = histogram('http', 'Requests answered, by route, method and status.', 'method', 'route', 'status')
  const refusals = counter('limit_refusals', 'How often a limit refused a request.', 'limit')
  const rejections = counter(
    'refusals',
    'Requests that were refused, by route and the code of the refusal.',
    'route',
    'code',
  )
  const mails = counter('mails', 'Mails, by queue and what became of them.', 'queue', 'outcome')
  const notes = counter('keeper_letters', 'What mailboxes were written about by the keeper, by occasion.', 'occasion')
  return {
    answered({ method, route, status, ms }) {
      const labels = { method: methods.has(method) ? method : 'other', route, status }
      requests.observe(labels, ms / 1000)
    },
    rejected: ({ route, code }) => rejections.inc({ route, code }),
    mailed: ({ queue, outcome }) => mails.inc({ queue, outcome }),
    noted: ({ occasion }) => notes.inc({ occasion }),
    refused: ({ limit }) => refusals.inc({ limit }),
    observe: (observed) => observe(meters, observed),
    read: meters.read,
  }
}

function observe({ gauge }: Meters, observed: Observed): void {
  if (observed.kind === 'redis')
    gauge({
      name: 'redis_up',
      help: 'Whether Redis answered the last time it was asked.',
      labelNames: [],
      read: () => [{ labels: {}, value: observed.isUp() ? 1 : 0 }],
    })
  else
    gauge({
      name: 'database_connections',
      help: 'Connections to PostgreSQL, by state; `waiting` are requests that wait for one.',
      labelNames: ['state'],
      read: () => Object.entries(observed.read()).map(([state, value]) => ({ labels: { state }, value })),
    })
}
