import { enViews } from '@foyer/core/internal'
import { expect, test } from 'vitest'
import { type KnownSentences, sayIn } from './say.js'

/** A language as a host may have written it, without types. */
const written = (json: string): KnownSentences => JSON.parse(json)

test('a sentence is said in the other language, whatever the order of its values', () => {
  const say = sayIn(enViews, { 'connect.continue': 'In {wallet} weiter', 'network.search': 'Netzwerk suchen' })
  expect(say('connect.continue', { wallet: 'Elm' })).toBe('In Elm weiter')
  expect(say('network.search')).toBe('Netzwerk suchen')
})

test('what a language hasn’t is English', () => {
  expect(sayIn(enViews, {})('connect.continue', { wallet: 'Elm' })).toBe('Continue in Elm')
  expect(sayIn(enViews)('network.search')).toBe('Search network')
})

test.each([
  ['isn’t text', '{ "connect.continue": 7 }'],
  ['is null', '{ "connect.continue": null }'],
  ['is an object', '{ "connect.continue": { "one": "Weiter" } }'],
  ['has a placeholder of another name', '{ "connect.continue": "Weiter in {walet}" }'],
  ['has a placeholder more', '{ "connect.continue": "Weiter in {wallet} mit {name}" }'],
  ['lacks a placeholder', '{ "connect.continue": "Weiter" }'],
])('a sentence that %s is English', (_, json) => {
  expect(sayIn(enViews, written(json))('connect.continue', { wallet: 'Elm' })).toBe('Continue in Elm')
})

test('a sentence that nobody says disturbs nothing', () => {
  expect(sayIn(enViews, written('{ "connect.continu": 7 }'))('network.search')).toBe('Search network')
})

test('what a chunk brings later is said in either language', () => {
  const english: { 'send.title'?: string } = {}
  const say = sayIn(english, { 'send.title': 'Senden' })
  english['send.title'] = 'Send'
  expect(say('send.title')).toBe('Senden')
})
