import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DigitsField } from './DigitsField.js'

afterEach(cleanup)

test.each([
  ['417205', '417205'],
  ['41 72-05', '417205'],
  ['٤١٧٢٠٥', '417205'],
  ['۴۱۷۲۰۵', '417205'],
  ['4172059', '417205'],
  ['code', ''],
])('of %j typed there is %j', (typed, expected) => {
  const values: string[] = []
  render(<DigitsField label="Code" digits={6} value="0" onValueChange={(value) => values.push(value)} />)
  fireEvent.change(screen.getByRole('textbox', { name: 'Code' }), { target: { value: typed } })
  expect(values).toEqual([expected])
})

test('[F11] digits that another screen shows are typed: none are pasted or dropped in, as a page could have put its own there; a code of a mail is', () => {
  const brought = (inputType: string) => {
    const input = new InputEvent('beforeinput', { bubbles: true, composed: true, cancelable: true, inputType })
    return screen.getByRole('textbox', { name: 'Code' }).dispatchEvent(input)
  }
  const field = { label: 'Code', digits: 4, value: '', onValueChange() {} }
  const { rerender } = render(<DigitsField {...field} />)
  for (const inputType of [
    'insertFromPaste',
    'insertFromDrop',
    'insertReplacementText',
    'insertFromYank',
    'historyUndo',
  ])
    expect([inputType, brought(inputType)]).toEqual([inputType, false])
  for (const inputType of ['insertText', 'insertCompositionText', 'deleteContentBackward'])
    expect([inputType, brought(inputType)]).toEqual([inputType, true])
  rerender(<DigitsField {...field} isOnly />)
  expect(brought('insertFromPaste')).toBe(true)
})
