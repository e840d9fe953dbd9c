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
