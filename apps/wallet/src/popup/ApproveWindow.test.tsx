import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepWord } from '../ownWord/ownWord.js'
import { createStore } from '../store.js'
import { stubObservers } from '../test/blindObservers.js'
import { ApproveWindow } from './ApprovePage.js'
import type { Asked } from './joinFrame.js'

beforeEach(stubObservers)
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const shown = {
  ...{ title: 'Sign', act: 'Sign', isDeliberate: false },
  ...{ headline: [], warnings: [], sums: [], facts: [], folded: { label: 'Details', facts: [], hasData: false } },
}
const approval = { id: 1, changes: 0, site: 'https://dapp.example', shown, hashes: ['h'] }
const text = { type: 'foyer-window-show', approval, more: 0 } as const

function draw(
  isOwn: boolean,
  { status, asked }: Omit<Asked, 'isOwn'> = { status: 'answered', asked: undefined },
): void {
  const state = createStore<Asked>({ status, asked, isOwn })
  const frame = { state, say: () => {}, end: () => {} }
  const openWallet = () => Promise.reject(new Error('Nothing signs.'))
  render(<ApproveWindow word={window} frame={frame} openWallet={openWallet} />)
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

test.each([
  ['are said to be', false],
  ['aren’t said to be', true],
])('the words that are asked %s of a login that this browser doesn’t know', (_, isOwn) => {
  draw(isOwn, { status: 'asked', asked: text })
  const said =
    'This belongs to a login at dapp.example that this browser doesn’t know. Give it no password and no recovery phrase.'
  expect(screen.queryByText(said) !== null).toBe(!isOwn)
  expect(screen.getByRole('heading', { name: 'Sign' })).toBeTruthy()
})
