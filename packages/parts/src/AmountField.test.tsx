import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { AmountField } from './AmountField.js'

afterEach(cleanup)

/** A field of a page, with the separator of its language. */
function Form({ decimal, initial = '' }: { readonly decimal: string; readonly initial?: string | undefined }) {
  const [amount, setAmount] = useState(initial)
  return <AmountField label="You send" value={amount} decimal={decimal} onValueChange={setAmount} token="ETH" />
}

const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'You send' })

test.each([
  [',', '0.25', '0,25'],
  [',', '0,25', '0,25'],
  ['.', '0,25', '0.25'],
  [',', '1.', '1,'],
  // Groups are told from what divides by what stands last.
  [',', '1.234,5', '1.234,5'],
  [',', '1,234.5', '1,234.5'],
])('where %s divides, %s is %s', (decimal, typed, shown) => {
  render(<Form decimal={decimal} />)
  fireEvent.change(input(), { target: { value: typed } })
  expect(input().value).toBe(shown)
})

test('what is filled in, such as all that there is, is written with the separator of the language', () => {
  render(<Form decimal="," initial="1.234567" />)
  expect(input().value).toBe('1,234567')
})

test('the caret stays where the separator was typed', () => {
  render(<Form decimal="," initial="12" />)
  const field = input()
  field.focus()
  // As a browser does it: the text, then the caret, then the event.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '1.2')
  field.setSelectionRange(2, 2)
  fireEvent.input(field)
  expect([field.value, field.selectionStart]).toEqual(['1,2', 2])
})
