import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { systemClock } from '@foyer/service/clock'
import { handClock } from '@foyer/service-testing/handClock'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDrawings, DrawingsBusyError, mostDrawingBytes } from './drawings.js'
import { workerFile } from './workerFile.js'

const drawing = (inside = '') => new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`)
const owners = ['anyone']

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-drawings-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A worker of other code, in the place of the built one. */
async function workerOf(code: string): Promise<() => string> {
  const file = join(folder, `${Math.random()}.cjs`)
  await writeFile(file, `const { parentPort } = require('node:worker_threads')\n${code}`)
  return () => file
}
const endless = "parentPort.on('message', (bytes) => { while (bytes.length > 100); parentPort.postMessage(true) })"

test('drawings are read by the built worker, while this thread goes on', async () => {
  const drawings = createDrawings({ clock: systemClock, workerFile })
  const largest = drawing('<g/>'.repeat(40_000))
  const read = drawings.isStill({ bytes: largest, owners })
  let turns = 0
  const turning = setInterval(() => {
    turns += 1
  }, 1)
  expect(await read).toBe(true)
  clearInterval(turning)
  expect(turns).toBeGreaterThan(2)
  expect(await drawings.isStill({ bytes: drawing('<script/>'), owners })).toBe(false)
  expect(await Promise.all([drawing(), drawing('<a/>')].map((bytes) => drawings.isStill({ bytes, owners })))).toEqual([
    true,
    false,
  ])
})

test('one larger than 2 MiB is none, and no worker is started for it', async () => {
  const drawings = createDrawings({ clock: systemClock, workerFile: () => expect.unreachable() })
  expect(await drawings.isStill({ bytes: new Uint8Array(mostDrawingBytes + 1), owners })).toBe(false)
})

test('one that takes longer than two seconds is none, and the next is read', async () => {
  const clock = handClock()
  const drawings = createDrawings({ clock, workerFile: await workerOf(endless) })
  const [long, next] = [drawing(' '.repeat(100)), drawing()].map((bytes) => drawings.isStill({ bytes, owners }))
  clock.expire()
  expect(await long).toBe(false)
  expect(await next).toBe(true)
})

test('one that breaks the worker by what it needs is none, and the next is read; the worker’s own failure is told', async () => {
  const hungry = `parentPort.on('message', (bytes) => {
    const kept = []
    while (bytes.length > 100) kept.push(new Array(1_000_000).fill(kept.length))
    parentPort.postMessage(true)
  })`
  const deep = `const down = (n) => down(n + 1) + 1
    parentPort.on('message', (bytes) => { if (bytes.length > 100) down(0); parentPort.postMessage(true) })`
  for (const code of [hungry, deep]) {
    const drawings = createDrawings({ clock: handClock(), workerFile: await workerOf(code) })
    const [broken, next] = [drawing(' '.repeat(100)), drawing()].map((bytes) => drawings.isStill({ bytes, owners }))
    expect(await broken).toBe(false)
    expect(await next).toBe(true)
  }
  const drawings = createDrawings({ clock: handClock(), workerFile: await workerOf("throw new Error('none')") })
  await expect(drawings.isStill({ bytes: drawing(), owners })).rejects.toThrow('none')
})

test('a worker that fails when it has answered, or when its time is over, ends nothing, and the next is read by another', async () => {
  const failing = `parentPort.on('message', () => {
    parentPort.postMessage(true)
    throw new Error('after its answer')
  })`
  const drawings = createDrawings({ clock: handClock(), workerFile: await workerOf(failing) })
  for (const _ of [1, 2, 3]) {
    expect(await drawings.isStill({ bytes: drawing(), owners })).toBe(true)
    // Past the worker's own end, which this thread hears of in a turn of its own.
    await new Promise((resolve) => new Worker(';', { eval: true }).on('exit', resolve))
  }
})

test('one that another owner waits for too comes in his turn, whoever had it read first', async () => {
  const clock = handClock()
  const drawings = createDrawings({ clock, workerFile: await workerOf(endless) })
  const done: string[] = []
  const ask = (name: string, bytes = drawing()) =>
    drawings.isStill({ bytes, owners: ['greedy'], name }).then(() => void done.push(name))
  const all = ['long', 'one', 'two', 'three'].map((name) => ask(name, drawing(name === 'long' ? ' '.repeat(100) : '')))
  drawings.join({ name: 'three', owner: 'other' })
  drawings.join({ name: 'none', owner: 'other' })
  clock.expire()
  await Promise.all(all)
  expect(done).toEqual(['long', 'one', 'three', 'two'])
})

test('an owner of many waits behind himself, and the newest of his go where too many wait', async () => {
  const clock = handClock()
  const drawings = createDrawings({ clock, workerFile: await workerOf(endless) })
  const done: string[] = []
  const ask = (who: string, bytes = drawing()) =>
    drawings.isStill({ bytes, owners: [who] }).then(
      () => void done.push(who),
      (error: unknown) => void done.push(error instanceof DrawingsBusyError ? `${who} busy` : String(error)),
    )
  const all = [ask('first', drawing(' '.repeat(100))), ...Array.from({ length: 65 }, () => ask('greedy')), ask('other')]
  await Promise.all([all[64], all[65]])
  expect(done).toEqual(['greedy busy', 'greedy busy'])
  clock.expire()
  await Promise.all(all)
  expect(done.slice(2, 5)).toEqual(['first', 'greedy', 'other'])
})
