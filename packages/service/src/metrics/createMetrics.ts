import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Metrics, Observed, RelayState } from './metrics.js'

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** An invented method doesn't create a series. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/**
 * Figures for Prometheus. The process's own come with them: memory, garbage collection, the event loop's delay.
 * @see https://prometheus.io/docs/practices/naming/
 */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const histogram = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Histogram({ name: `foyer_${name}_request_duration_seconds`, help, labelNames, buckets: seconds, registers })
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `foyer_${name}_total`, help, labelNames, registers })
  const requests = histogram('http', 'Requests answered, by route, method and status.', 'method', 'route', 'status')
  const questions = histogram(
    'upstream',
    'Questions to nodes, by network, place in the configuration and outcome.',
    'chain',
    'upstream',
    'outcome',
  )
  const refusals = counter('limit_refusals', 'How often a limit refused a request.', 'limit')
  const rejections = counter(
    'refusals',
    'Requests that were refused, by route and the code of the refusal.',
    'route',
    'code',
  )
  const mails = counter('mails', 'Mails, by queue and what became of them.', 'queue', 'outcome')
  const notes = counter('keeper_letters', 'What mailboxes were written about by the keeper, by occasion.', 'occasion')
  const unread = counter(
    'provider_unread_rows',
    'Rows of answers that could not be read, and were left out, by provider.',
    'provider',
  )
  const relayed = counter(
    'relay_messages',
    'Messages of the relay, by what became of them; `refused` are requests that were answered with an error.',
    'event',
  )
  const lookups = counter('cache_lookups', 'Questions to caches, by whether they knew the answer.', 'cache', 'result')
  return {
    answered({ method, route, status, ms }) {
      const labels = { method: methods.has(method) ? method : 'other', route, status }
      requests.observe(labels, ms / 1000)
    },
    rejected: ({ route, code }) => rejections.inc({ route, code }),
    mailed: ({ queue, outcome }) => mails.inc({ queue, outcome }),
    noted: ({ occasion }) => notes.inc({ occasion }),
    asked: ({ chainId, upstream, outcome, ms }) => questions.observe({ chain: chainId, upstream, outcome }, ms / 1000),
    unread: ({ provider, count }) => unread.inc({ provider }, count),
    refused: ({ limit }) => refusals.inc({ limit }),
    relayed: ({ event }) => relayed.inc({ event }),
    cached: ({ cache, isHit }) => lookups.inc({ cache, result: isHit ? 'hit' : 'miss' }),
    observe: (observed) => observe({ observed, registers }),
    read: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  }
}

const relayGauges: readonly { name: string; help: string; read: (state: RelayState) => number }[] = [
  { name: 'sockets', help: 'Clients that are connected to the relay.', read: ({ sockets }) => sockets },
  { name: 'subscriptions', help: 'Topics that they listen to.', read: ({ subscriptions }) => subscriptions },
  { name: 'mailbox_messages', help: "Messages in this node's memory.", read: ({ kept }) => kept.messages },
  { name: 'mailbox_bytes', help: "What they take of this node's memory.", read: ({ kept }) => kept.bytes },
]

function observe({ observed, registers }: { observed: Observed; registers: Registry[] }): void {
  switch (observed.kind) {
    case 'redis':
      gauge({
        name: 'foyer_redis_up',
        help: 'Whether Redis answered the last time it was asked.',
        labelNames: [],
        registers,
        read: () => [{ labels: {}, value: observed.isUp() ? 1 : 0 }],
      })
      return
    case 'connections':
      gauge({
        name: 'foyer_database_connections',
        help: 'Connections to PostgreSQL, by state; `waiting` are requests that wait for one.',
        labelNames: ['state'],
        registers,
        read: () => Object.entries(observed.read()).map(([state, value]) => ({ labels: { state }, value })),
      })
      return
    case 'nodes':
      gauge({
        name: 'foyer_upstream_health',
        help: 'How a node stands: 1 for the status that it has.',
        labelNames: ['chain', 'upstream', 'status'],
        registers,
        read: () =>
          observed.read().flatMap(({ chainId, upstream, status }) =>
            observed.statuses.map((each) => ({
              labels: { chain: chainId, upstream: String(upstream), status: each },
              value: each === status ? 1 : 0,
            })),
          ),
      })
      return
    case 'delegates':
      gauge({
        name: 'foyer_delegate',
        help: 'What was found of the code that accounts are switched to: 1 for the finding that holds.',
        labelNames: ['chain', 'finding'],
        registers,
        read: () =>
          observed.read().flatMap(({ chainId, finding }) =>
            observed.findings.map((each) => ({
              labels: { chain: chainId, finding: each },
              value: each === finding ? 1 : 0,
            })),
          ),
      })
      return
    case 'relay':
      for (const { name, help, read: readFrom } of relayGauges) {
        const read = () => [{ labels: {}, value: readFrom(observed.read()) }]
        gauge({ name: `foyer_relay_${name}`, help, labelNames: [], registers, read })
      }
      return
    case 'indexer':
      for (const [field, name, help] of indexerGauges) {
        const read = () =>
          observed.read().flatMap((state) => {
            const value = state[field]
            return value === null ? [] : [{ labels: { chain: state.chainId }, value }]
          })
        gauge({ name: `foyer_indexer_${name}`, help, labelNames: ['chain'], registers, read })
      }
  }
}

const indexerGauges = [
  ['head', 'head_blocks', 'The block up to which all is stored.'],
  ['lag', 'lag_blocks', 'Blocks that are not stored yet; nothing while the network can not be seen.'],
  ['failures', 'failed_rounds', 'Rounds that failed in a row.'],
] as const

interface GaugeParameters {
  name: string
  help: string
  labelNames: string[]
  registers: Registry[]
  read: () => readonly { labels: Record<string, string>; value: number }[]
}

/** A gauge that is read when metrics are requested. */
function gauge({ read, ...parameters }: GaugeParameters): void {
  new Gauge({
    ...parameters,
    collect() {
      this.reset()
      for (const { labels, value } of read()) this.set(labels, value)
    },
  })
}
