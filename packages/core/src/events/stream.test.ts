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

test('a listener that throws after it has caused an event takes neither that nor a later one from the others', () => {
  const { events, track } = createEventStream({ clock: fakeClock() })
  const seen: (string | undefined)[] = []
  events.subscribe(() => seen.push(events.get()?.data.event))
  const unsubscribe = events.subscribe(() => {
    if (seen.length === 1) track({ event: 'CLICK_NETWORK_HELP' })
    throw new Error('a slip of the host')
  })
  expect(() => track({ event: 'CLICK_NETWORKS' })).toThrow('a slip')
  unsubscribe()
  track({ event: 'CLICK_WALLET_HELP' })
  expect(seen).toEqual(['CLICK_NETWORKS', 'CLICK_NETWORK_HELP', 'CLICK_WALLET_HELP'])
})

test('a listener that subscribes twice is called twice, and each subscription ends by itself', () => {
  const { onEvent, track } = createEventStream({ clock: fakeClock() })
  const seen: string[] = []
  const listener = ({ data }: { readonly data: { readonly event: string } }) => seen.push(data.event)
  const unsubscribe = onEvent(listener)
  onEvent(listener)
  track({ event: 'CLICK_NETWORKS' })
  unsubscribe()
  track({ event: 'CLICK_WALLET_HELP' })
  expect(seen).toEqual(['CLICK_NETWORKS', 'CLICK_NETWORKS', 'CLICK_WALLET_HELP'])
})
