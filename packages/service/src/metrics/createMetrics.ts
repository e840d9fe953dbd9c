import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Metrics } from './metrics.js'

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Makes the figures of one process, each with `foyer_` before its name, and reads them. */
export interface Meters extends Pick<Metrics, 'gauge' | 'read'> {
  /** The seconds that requests of a kind took. */
  histogram<Label extends string>(name: string, help: string, ...labelNames: Label[]): Histogram<Label>
  counter<Label extends string>(name: string, help: string, ...labelNames: Label[]): Counter<Label>
}

/** The process's own figures come with them: memory, garbage collection, the event loop's delay. @see https://prometheus.io/docs/practices/naming/ */
export function createMeters(): Meters {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    histogram: (name, help, ...labelNames) =>
      new Histogram({ name: `foyer_${name}_request_duration_seconds`, help, labelNames, buckets: seconds, registers }),
    counter: (name, help, ...labelNames) => new Counter({ name: `foyer_${name}_total`, help, labelNames, registers }),
    gauge({ name, help, labelNames, read }) {
      new Gauge({
        ...{ name: `foyer_${name}`, help, labelNames: [...labelNames], registers },
        collect() {
          this.reset()
          for (const { labels, value } of read()) this.set(labels, value)
        },
      })
    },
    read: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  }
}

/** An invented method doesn't create a series. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
const rejectionsHelp = 'Requests that were refused, by route and the code of the refusal.'

/** Figures for Prometheus that every program has. */
export function createMetrics({ histogram, counter, gauge, read }: Meters = createMeters()): Metrics {
  const requests = histogram('http', 'Requests answered, by route, method and status.', 'method', 'route', 'status')
  const refusals = counter('limit_refusals', 'How often a limit refused a request.', 'limit')
  const rejections = counter('refusals', rejectionsHelp, 'route', 'code')
  const mails = counter('mails', 'Mails, by queue and what became of them.', 'queue', 'outcome')
  const notes = counter('keeper_letters', 'What mailboxes were written about by the keeper, by occasion.', 'occasion')
  return {
    answered({ method, route, status, ms }) {
      const labels = { method: methods.has(method) ? method : 'other', route, status }
      requests.observe(labels, ms / 1000)
    },
    rejected: (rejection) => rejections.inc(rejection),
    mailed: (mail) => mails.inc(mail),
    noted: (note) => notes.inc(note),
    refused: (refusal) => refusals.inc(refusal),
    ...{ gauge, read },
  }
}
