import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { keepWord } from '../ownWord/ownWord.js'
import { createStore } from '../store.js'
import { ApproveWindow } from './ApprovePage.js'
import type { Asked } from './joinFrame.js'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

function draw(isOwn: boolean): void {
  const state = createStore<Asked>({ status: 'answered', asked: undefined, isOwn })
  const frame = { state, say: () => {}, end: () => {} }
  render(<ApproveWindow word={window} frame={frame} openWallet={() => Promise.reject(new Error('Nothing signs.'))} />)
}

test.each([
  ['is there beside what this browser’s visitor asks', true],
  ['isn’t there beside a stranger’s letter', false],
])('[F13] the visitor’s word %s', (_, isOwn) => {
  keepWord(window, { word: 'heron', isOffered: true })
  draw(isOwn)
  expect(screen.queryByText('heron') !== null).toBe(isOwn)
})

test('a stranger’s letter offers no word to choose', () => {
  draw(false)
  expect(screen.queryByRole('button', { name: 'Choose one' })).toBeNull()
  cleanup()
  draw(true)
  expect(screen.getByRole('button', { name: 'Choose one' })).toBeTruthy()
})
