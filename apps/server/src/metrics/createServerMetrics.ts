import { createMeters, createMetrics, type Meters } from '@foyer/service/metrics/createMetrics'
import { noMetrics } from '@foyer/service/metrics/metrics'
import type { ObservedRoom, RelayState, ServerMetrics } from './serverMetrics.js'

/** For a server without a token for them: metrics can't be read, so none are kept. */
export const noServerMetrics: ServerMetrics = {
  ...noMetrics,
  asked: () => {},
  unread: () => {},
  relayed: () => {},
  cached: () => {},
  observeRoom: () => {},
}

/** Figures of the API for Prometheus. */
export function createServerMetrics(): ServerMetrics {
  const meters = createMeters()
  const { histogram, counter } = meters
  const questions = histogram(
    'upstream',
    'Questions to nodes, by network, place in the configuration and outcome.',
    'chain',
    'upstream',
    'outcome',
  )
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
    ...createMetrics(meters),
    asked: ({ chainId, upstream, outcome, ms }) => questions.observe({ chain: chainId, upstream, outcome }, ms / 1000),
    unread: ({ provider, count }) => unread.inc({ provider }, count),
    relayed: ({ event }) => relayed.inc({ event }),
    cached: ({ cache, isHit }) => lookups.inc({ cache, result: isHit ? 'hit' : 'miss' }),
    observeRoom: (observed) => observeRoom(meters, observed),
  }
}

const relayGauges: readonly { name: string; help: string; read: (state: RelayState) => number }[] = [
  { name: 'sockets', help: 'Clients that are connected to the relay.', read: ({ sockets }) => sockets },
  { name: 'subscriptions', help: 'Topics that they listen to.', read: ({ subscriptions }) => subscriptions },
  { name: 'mailbox_messages', help: "Messages in this node's memory.", read: ({ kept }) => kept.messages },
  { name: 'mailbox_bytes', help: "What they take of this node's memory.", read: ({ kept }) => kept.bytes },
]

const indexerGauges = [
  ['head', 'head_blocks', 'The block up to which all is stored.'],
  ['lag', 'lag_blocks', 'Blocks that are not stored yet; nothing while the network can not be seen.'],
  ['failures', 'failed_rounds', 'Rounds that failed in a row.'],
  ['unread', 'unread_transactions', 'Transactions of which a part was too large or not given, indexed without it.'],
] as const

function observeRoom({ gauge }: Meters, observed: ObservedRoom): void {
  switch (observed.kind) {
    case 'nodes':
      gauge({
        name: 'upstream_health',
        help: 'How a node stands: 1 for the status that it has.',
        labelNames: ['chain', 'upstream', 'status'],
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
        name: 'delegate',
        help: 'What was found of the code that accounts are switched to: 1 for the finding that holds.',
        labelNames: ['chain', 'finding'],
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
        gauge({ name: `relay_${name}`, help, labelNames: [], read })
      }
      return
    case 'indexer':
      for (const [field, name, help] of indexerGauges) {
        const read = () =>
          observed.read().flatMap((state) => {
            const value = state[field]
            return value === null ? [] : [{ labels: { chain: state.chainId }, value }]
          })
        gauge({ name: `indexer_${name}`, help, labelNames: ['chain'], read })
      }
  }
}
