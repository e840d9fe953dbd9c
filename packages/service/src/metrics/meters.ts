import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Metrics } from './metrics.js'

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** A gauge's name, and what it is read from. */
export interface GaugeParameters {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
  readonly read: () => readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]
}

/** Makes the figures of one process, each with `foyer_` before its name, and reads them. */
export interface Meters extends Pick<Metrics, 'read'> {
  /** The seconds that requests of a kind took. */
  histogram<Label extends string>(name: string, help: string, ...labelNames: Label[]): Histogram<Label>
  counter<Label extends string>(name: string, help: string, ...labelNames: Label[]): Counter<Label>
  /** A gauge that is read when metrics are requested. */
  gauge(parameters: GaugeParameters): void
}

/**
 * The process's own figures come with them: memory, garbage collection, the event loop's delay.
 * @see https://prometheus.io/docs/practices/naming/
 */
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
