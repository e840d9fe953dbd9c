import { expect, test, vi } from 'vitest'
import { pairAtOnce } from './pairAtOnce.js'

const uri = `wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}`

function paste(text: string, knownPhrase?: string) {
  const done: string[] = []
  const keys = {
    takeKnown: (phrase: string) => void done.push(`take ${phrase}`),
    create: () => void done.push('create'),
  }
  const pair = vi.fn<(uri: string) => Promise<void>>().mockImplementation(async (paired) => void done.push(paired))
  return { isLink: pairAtOnce({ text, keys, wallet: { pair }, knownPhrase }), done }
}

test('a link in the first field begins with the accounts that have coins, or with empty ones, and pairs', () => {
  expect(paste(` ${uri}\n`, 'known words')).toEqual({ isLink: true, done: ['take known words', uri] })
  expect(paste(uri)).toEqual({ isLink: true, done: ['create', uri] })
})

test('a phrase or a key is none', () => {
  for (const text of ['test test test', `0x${'ab'.repeat(32)}`, '', 'wclike'])
    expect(paste(text, 'known words')).toEqual({ isLink: false, done: [] })
})
