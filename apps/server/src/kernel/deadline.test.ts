import { getEventListeners } from 'node:events'
import { systemClock } from '@foyer/service/clock'
import { expect, test } from 'vitest'
import { startDeadline } from './deadline.js'

test('it comes by itself, or with the signal that it follows, whichever is first', async () => {
  const { signal } = new AbortController()
  const short = startDeadline({ signal, ms: 1, clock: systemClock })
  await new Promise((resolve) => short.signal.addEventListener('abort', resolve))
  expect(short.signal.reason).toMatchObject({ name: 'TimeoutError' })

  const outer = new AbortController()
  const long = startDeadline({ signal: outer.signal, ms: 60_000, clock: systemClock })
  outer.abort('gone')
  expect(long.signal.reason).toBe('gone')
  const late = startDeadline({ signal: outer.signal, ms: 60_000, clock: systemClock })
  expect(late.signal.reason).toBe('gone')
  for (const deadline of [short, long, late]) deadline.end()
})

test('ended, it leaves nothing behind', () => {
  const { signal } = new AbortController()
  const deadline = startDeadline({ signal, ms: 60_000, clock: systemClock })
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  deadline.end()
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})
