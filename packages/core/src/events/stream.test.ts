import { expect, test } from 'vitest'
import { fakeClock } from '../clock/test/fakeClock.js'
import { createEventStream } from './stream.js'

test('what a listener causes comes after its cause, for every listener', () => {
  const { events, track } = createEventStream({ clock: fakeClock() })
  const seen: (string | undefined)[] = []
  events.subscribe(() => {
    if (events.get()?.data.event === 'CLICK_NETWORKS') track({ event: 'CLICK_NETWORK_HELP' })
  })
  events.subscribe(() => seen.push(events.get()?.data.event))
  track({ event: 'CLICK_NETWORKS' })
  track({ event: 'CLICK_NETWORKS' })
  expect(seen).toEqual(['CLICK_NETWORKS', 'CLICK_NETWORK_HELP', 'CLICK_NETWORKS', 'CLICK_NETWORK_HELP'])
})

test('a listener that throws takes no event from those that follow', () => {
  const { events, track } = createEventStream({ clock: fakeClock() })
  const unsubscribe = events.subscribe(() => {
    throw new Error('a slip of the host')
  })
  expect(() => track({ event: 'CLICK_NETWORKS' })).toThrow('a slip')
  unsubscribe()
  track({ event: 'CLICK_WALLET_HELP' })
  expect(events.get()?.data).toEqual({ event: 'CLICK_WALLET_HELP' })
})
