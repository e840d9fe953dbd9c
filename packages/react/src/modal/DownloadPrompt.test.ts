import { expect, test } from 'vitest'
import { briefName } from './DownloadPrompt.js'

test('a name of usual length is whole; a long one ends in dots, and between two letters', () => {
  expect(briefName('Elm')).toBe('Elm')
  expect(briefName('Eighteen long name')).toBe('Eighteen long name')
  expect(briefName('The wallet with the longest name')).toBe('The wallet with t…')
  expect(briefName('The wallet of the north wind')).toBe('The wallet of the…')
  expect(briefName('🌲'.repeat(30))).toBe(`${'🌲'.repeat(17)}…`)
})
