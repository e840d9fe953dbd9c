import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { shownName, shownText } from './shownText.js'

const hidden = [
  '\u202e',
  '\u200b',
  '\u0007',
  '\ufeff',
  '\u2066',
  '\u061c',
  '\u2028',
  '\u00ad',
  '\u3164',
  '\u{e0041}',
] as const

test('[F14] a text that is signed names what can’t be seen in its place, and leaves nothing out', () => {
  expect(shownText('send\u202eme')).toBe('send⟨U+202E⟩me')
  expect(shownText('two\nlines\tand a tab')).toBe('two\nlines\tand a tab')
  const letter = fc.oneof(fc.constantFrom(...hidden), fc.constantFrom('a', ' ', 'é', '中', '🙂'))
  fc.assert(
    fc.property(fc.array(letter), (letters) => {
      const shown = shownText(letters.join(''))
      for (const each of hidden) expect(shown).not.toContain(each)
      expect(shown.match(/⟨U\+/g) ?? []).toHaveLength(letters.filter((each) => hidden.some((h) => h === each)).length)
    }),
  )
})

test('[F14] a name shows nothing that turns or hides letters, and is no longer than a line', () => {
  expect(shownName(' Go\u202eod\u200b dapp ')).toBe('Good dapp')
  expect(shownName('x'.repeat(500))).toHaveLength(80)
})

test('[F14 F18] 1 MB of letters that can’t be seen is looked at once a kind, not once a letter', () => {
  const exec = vi.spyOn(RegExp.prototype, 'exec')
  const shown = shownText(`${'\u202e'.repeat(349_000)}\u0007${'a\u{e0041}'.repeat(1_000)}`)
  const looks = exec.mock.calls.length
  exec.mockRestore()
  expect(looks).toBeLessThanOrEqual(4)
  expect(shown).toHaveLength(349_000 * 8 + 8 + 1_000 * 10)
})
