// How long the tests wait: what they would on the machine that their limits were written on, times the pace of this one.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Handed down by whoever measured, so that all of a run are equally patient. */
const variable = 'FOYER_PACE'

/** A tenth of the loop that takes 0.47 s on a core of the machine that the limits were written on. */
const referenceMs = 47
const loop = `
const { parentPort } = require('node:worker_threads')
const begun = performance.now()
let x = 0
for (let i = 0; i < 3e7; i++) x = (x * 31 + i) | 0
parentPort.postMessage(performance.now() - begun)
`

/** The slowest of a few: many a machine lends its cores for a moment, or lends more of them at first than it keeps up. */
const tries = 4

/** Beyond this a limit would end nothing any more. */
const slowest = 20

const timeLoop = () =>
  new Promise((resolve, reject) => new Worker(loop, { eval: true }).once('message', resolve).once('error', reject))

/** @see pace.d.mts */
export async function measurePace() {
  const tookMs = []
  // All cores at once, so that a machine whose cores others use is seen as slow.
  for (let i = 0; i < tries; i += 1)
    tookMs.push(...(await Promise.all(Array.from({ length: availableParallelism() }, timeLoop))))
  return Math.min(slowest, Math.max(1, Math.max(...tookMs) / referenceMs))
}

/** @see pace.d.mts */
export async function settlePace() {
  process.env[variable] ??= (await measurePace()).toFixed(1)
  return limits()
}

/** @see pace.d.mts */
export function patience(ms) {
  const pace = Number(process.env[variable])
  if (!(pace >= 1))
    throw new Error(`${variable} is no number from 1 on: ${process.env[variable]}. Leave it out, and it is measured.`)
  return Math.round(ms * pace)
}

/** @see pace.d.mts */
export const limits = () => ({
  // What FOYER_FULL adds are hundred thousands of rounds.
  testMs: patience(process.env.FOYER_FULL ? 7_200_000 : 120_000),
  stateMs: patience(20_000),
})
