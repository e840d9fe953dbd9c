import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Field, SearchField } from './Field.js'

afterEach(cleanup)

function Search() {
  const [value, setValue] = useState('')
  return <SearchField label="Search wallets" clearLabel="Clear" value={value} onValueChange={setValue} />
}

test('a search is cleared by its cross, which is there only then, and keeps the focus', () => {
  render(<Search />)
  const field = screen.getByRole('searchbox', { name: 'Search wallets' })
  expect(screen.queryByRole('button')).toBeNull()
  fireEvent.change(field, { target: { value: 'nor' } })
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(field).toHaveProperty('value', '')
  expect(document.activeElement).toBe(field)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a field is read out with what is wrong with it', () => {
  const { rerender } = render(<Field label="Name" value="x" onValueChange={() => {}} hint="Three letters" />)
  const field = screen.getByRole('textbox', { name: 'Name' })
  const note = () => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
  expect(note()).toBe('Three letters')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  rerender(<Field label="Name" value="x" onValueChange={() => {}} hint="Three letters" error="Taken" />)
  expect(note()).toBe('Taken')
  expect(field.getAttribute('aria-invalid')).toBe('true')
})
