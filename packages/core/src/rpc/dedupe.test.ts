import { expect, test } from 'vitest'
import { createDedupe, dedupeEntries } from './httpTransport.js'

function counting() {
  const dedupe = createDedupe()
  const started: string[] = []
  const run = (key: string) =>
    dedupe.run({
      key,
      work: () => {
        started.push(key)
        return new Promise(() => undefined)
      },
    })
  return { started, run }
}

test('[S9.37] remembers 8192 requests on their way, and forgets the one asked longest ago', () => {
  const { started, run } = counting()
  expect(dedupeEntries).toBe(8192)
  for (let i = 0; i < 8192; i++) void run(`key ${i}`)
  void run('key 0') // asked again: now the latest
  expect(started).toHaveLength(8192)
  void run('key 8192') // one too many: key 1 goes
  void run('key 0')
  void run('key 2')
  expect(started).toHaveLength(8193)
  void run('key 1')
  expect(started).toHaveLength(8194)
})

test('a failure is shared, and forgotten', async () => {
  const dedupe = createDedupe()
  let attempts = 0
  const work = async () => {
    attempts += 1
    throw new Error(`attempt ${attempts}`)
  }
  const both = await Promise.allSettled([dedupe.run({ key: 'a', work }), dedupe.run({ key: 'a', work })])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(attempts).toBe(1)
  await expect(dedupe.run({ key: 'a', work })).rejects.toThrow('attempt 2')
})

test('what was called off is asked anew by a caller of the same moment, who does not share its end', async () => {
  const dedupe = createDedupe()
  const first = new AbortController()
  const work = (signal: AbortSignal) =>
    new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))))
  const gone = dedupe.run({ key: 'a', work, signal: first.signal })
  first.abort()
  const next = dedupe.run({ key: 'a', work: async () => 'anew' })
  await expect(gone).rejects.toMatchObject({ code: 'aborted' })
  await expect(next).resolves.toBe('anew')
})
