import { describe, expect, test } from 'vitest'
import { cleanWord, keepWord, longestWord, readWord } from './ownWord.js'

function browser() {
  const kept = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  return { kept, localStorage }
}

const blocked = {
  get localStorage(): Storage {
    throw new DOMException('Storage is blocked.', 'SecurityError')
  },
}

describe('[F14] the word by which the wallet’s own windows are known', () => {
  test.each([
    ['heron', 'heron'],
    ['  heron\n', 'heron'],
    ['🦩', '🦩'],
    ['\u202enoreh\u200b', 'noreh'],
    ['he\u0000ron', 'heron'],
    ['x'.repeat(90), 'x'.repeat(longestWord)],
    ['🦩'.repeat(90), '🦩'.repeat(longestWord)],
    ['\u2800\u3164', ''],
  ])('%j is shown as %j', (typed, shown) => expect(cleanWord(typed)).toBe(shown))

  test('is found again, and cleaned whoever has written it', () => {
    const window = browser()
    expect(readWord(window)).toEqual({ word: '', isOffered: false })
    expect(keepWord(window, { word: 'heron ', isOffered: true })).toBe(true)
    expect(readWord(window)).toEqual({ word: 'heron', isOffered: true })
    for (const key of window.kept.keys()) window.kept.set(key, '{"word":"\\u202enoreh","isOffered":true}')
    expect(readWord(window)).toEqual({ word: 'noreh', isOffered: true })
    for (const key of window.kept.keys()) window.kept.set(key, '{"word":7}')
    expect(readWord(window)).toEqual({ word: '', isOffered: false })
  })

  test('isn’t offered where the browser keeps nothing', () => {
    expect(readWord(blocked)).toBeUndefined()
    expect(keepWord(blocked, { word: 'heron', isOffered: true })).toBe(false)
  })
})
