import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { OwnWindow } from './OwnWindow.js'
import { readWord } from './ownWord.js'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const draw = (offers = true) => {
  cleanup()
  render(
    <OwnWindow window={window} offers={offers}>
      <main>A request</main>
    </OwnWindow>,
  )
}
const aside = () => screen.queryByRole('complementary', { name: 'Your word' })

test('choosing a word is offered once, and what was chosen stands above all that the wallet’s windows show', () => {
  draw()
  fireEvent.click(screen.getByRole('button', { name: 'Choose one' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'A word or an emoji' }), { target: { value: ' heron\u202e' } })
  fireEvent.click(screen.getByRole('button', { name: 'Keep it' }))
  expect(aside()?.textContent).toBe('Your wordheron')
  expect(screen.getByRole('main').textContent).toBe('A request')
  draw(false)
  expect(aside()?.textContent).toBe('Your wordheron')
})

test('an offer that was passed over isn’t made again, and windows that offer nothing show nothing', () => {
  draw(false)
  expect(aside()).toBeNull()
  draw()
  expect(screen.getByText(/only this wallet/)).toBeTruthy()
  draw()
  expect(aside()).toBeNull()
  expect(readWord(window)).toEqual({ word: '', isOffered: true })
})

test.each([
  ['its button', () => fireEvent.click(screen.getByRole('button', { name: 'Not now' }))],
  [
    'Escape, which rejects no request below it',
    () => fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' }),
  ],
])('what was begun can be left by %s, and nothing is chosen', (_, leave) => {
  const heard: Event[] = []
  const hear = (event: Event) => heard.push(event)
  document.addEventListener('keydown', hear)
  draw()
  fireEvent.click(screen.getByRole('button', { name: 'Choose one' }))
  leave()
  document.removeEventListener('keydown', hear)
  expect([aside(), heard]).toEqual([null, []])
})
