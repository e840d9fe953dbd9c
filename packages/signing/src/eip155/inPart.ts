import type { SimulationReply } from '@foyer/core/wire'
import { words } from '../sentences.js'
import { type ReadBatch, readCalls } from './readCalls.js'

/**
 * Describes calls in turn where the network is seen to refuse one of them: what those before it do, and below that each
 * by itself. Of calls that are all carried out, as far as that is known, it is what they come to in one.
 */
export async function inPart({
  batch,
  simulation,
  ...by
}: Pick<Parameters<typeof readCalls>[0], 'calls' | 'from' | 'network'> & {
  readonly batch: ReadBatch
  readonly simulation: SimulationReply | undefined
}): Promise<ReadBatch> {
  const stopped = simulation?.status === 'known' ? simulation.failed?.index : undefined
  if (stopped === undefined) return batch
  const number = `${stopped + 1}`
  const done = await readCalls({ ...by, calls: by.calls.slice(0, stopped) })
  const listed = batch.listed.map((fact) =>
    fact.label.name === 'request.step' && fact.label.values.number === number
      ? { ...fact, label: words('request.stepRefused', { number }) }
      : fact,
  )
  return { ...batch, facts: [...(done.flow ? done.facts : []), ...listed], warnings: batch.alone.warnings }
}
